//! Texts of an attacker: huge counts, odd encodings, misplaced text, arguments that do not fit.

use parallax_instance::{Instance, LineReader, ModelSource};

use super::{Xcsp3Instance, agree, file, meant, read, solved, x, xy};

/// Asserts that a file is refused with a message that has these parts.
fn refused(text: &str, parts: &[&str]) {
    let error = read(text).map(|own| own.title()).expect_err(text).to_string();
    for part in parts {
        assert!(error.contains(part), "{error}\nhas no '{part}'\n{text}");
    }
}

/// Asserts that constraints over `x[0..2]` and `y` are refused with a message that has these parts.
fn unfit(constraints: &str, parts: &[&str]) {
    refused(&file(&xy(3, "0..2", "0..2"), constraints), parts);
}

#[test]
fn huge_counts_are_refused_before_they_are_made() {
    let most = "expands to more than 50000000";
    for list in ["1x999999999", "1x9223372036854775807", "1 2x50000000", "x[] 0x49999999"] {
        let text = format!("<sum> <list> {list} </list> <condition> (le,1) </condition> </sum>");
        unfit(&text, &["f:6:", most]);
    }
    unfit("<allDifferent> 1x-3 </allDifferent>", &["f:6:16", "a number of repetitions"]);
    unfit("<allDifferent> 1x99999999999999999999 </allDifferent>", &["f:6:18", "64 bits"]);
    refused(&file("<array id=\"x\" size=\"[2500][2500]\"> 0 </array>", ""), &["f:3:1", most]);
    for attributes in ["circular=\"true\"", ""] {
        let slide = format!(
            "<slide {attributes}> <list collect=\"1073741824\"> x[] </list> <allDifferent> %0 y \
             </allDifferent> </slide>"
        );
        let text = file(&xy(3, "0..2", "0..2"), &slide);
        match attributes {
            "" => {
                assert_eq!(read(&text).unwrap().document().constraint_count(), 0, "no window fits");
            }
            _ => refused(&text, &[most]),
        }
    }
}

#[test]
fn whole_outputs_with_huge_counts_are_refused() {
    let text = file(&x(100_000, "0..1"), "<allDifferent> x[0] x[1] </allDifferent>");
    let instance = read(&text).unwrap();
    let output = |list: &str, values: &str| {
        let text = format!(
            "v <instantiation> <list> {list} </list> <values> {values} </values> </instantiation>"
        );
        let found = instance.notation().read_solutions("o", &text);
        found.map(|own| own.len()).map_err(|error| error.to_string())
    };
    let most =
        "the file expands to more than 50000000 arguments and cells; a variable counts as 10";
    assert_eq!(output(&"x[] ".repeat(1000), "0"), Err(format!("o:1:2026: {most}")));
    assert_eq!(output("x[]", "0x999999999"), Err(format!("o:1:47: {most}")));
    assert_eq!(output("x[]", "0 1x99999"), Ok(1));
    assert_eq!(output("x[0]x[1]", "0 1").unwrap_err().split(": ").next(), Some("o:1:26"));
    assert!(output("x[0] x[1]", "0").unwrap_err().contains("2 variables and 1 values"));
    assert!(output("x[0]", "0").unwrap_err().contains("no value for 'x[1]'"));
}

#[test]
fn slides_need_a_distance_and_a_window() {
    let slide = |attributes: &str| {
        format!(
            "<slide> <list {attributes}> x[] </list> <allDifferent> %0 %1 </allDifferent> </slide>"
        )
    };
    unfit(&slide("offset=\"0\""), &["f:6:9", "offset=\"0\"", "expected 1 or more"]);
    unfit(&slide("offset=\"-1\""), &["offset=\"-1\"", "expected 1 or more"]);
    unfit(&slide("collect=\"0\""), &["collect=\"0\"", "expected 1 or more"]);
    unfit(&slide("collect=\"1\""), &["windows of 1 elements for 2 parameters"]);
    unfit(&slide("step=\"1\""), &["f:6:15", "attribute step=\"1\" of <list> is not supported"]);
    unfit("<slide> <list> x[] </list> <allDifferent> y </allDifferent> </slide>", &["f:6:1"]);
    unfit(
        "<slide> <list> x[] </list> <intension> eq(%0,z) </intension> </slide>",
        &["f:6:46", "'z)'", "(slide 1, window 1)"],
    );
}

#[test]
fn groups_of_nothing() {
    let none = "no template; expected a constraint before <args>";
    for group in ["<group/>", "<group></group>", "<group> <!-- a --> </group>"] {
        unfit(group, &["f:6:1", none]);
    }
    unfit("<group reifiedBy=\"y\"> </group>", &["f:6:8", "attribute reifiedBy=\"y\" of <group>"]);
    let text = file(&x(2, "0..1"), "<group> <allDifferent> x[] </allDifferent> </group>");
    assert_eq!(read(&text).unwrap().document().constraint_count(), 0);
    let text = text.replace("</group>", "<args/></group>");
    assert_eq!(solved(&read(&text).unwrap()), [[0, 1], [1, 0]]);
}

#[test]
fn arguments_that_do_not_fit_are_refused_with_their_line() {
    let group = |template: &str, args: &str| {
        format!(
            "<group>\n<intension> {template} </intension>\n<args> x[0] 1 </args>\n{args}</group>"
        )
    };
    let bad = |template: &str, args: &str, parts: &[&str]| unfit(&group(template, args), parts);
    bad("ne(%0,%1)", "<args> x[1] </args>", &["f:7:19", "'%1)'", "(group 1, args 2 on line 9)"]);
    bad("ne(%0,%1)", "<args/>", &["f:7:16", "one of 0 arguments (group 1, args 2 on line 9)"]);
    bad("ne(%0,%1)", "<args> x[1] y 1 </args>", &["f:9:1", "3 arguments; the template takes 2"]);
    bad("ne(%0,%1)", "<args> x[1] z </args>", &["f:9:13", "'z' in <args>"]);
    bad("ne(%0,%1)", "<args> x[1] 0..2 </args>", &["f:7:13", "a set as an operand", "line 9"]);
    bad("ne(%0,%1)", "<args> x[1] <y/> </args>", &["f:9:13", "<y> in <args> is not supported"]);
    bad("ne(%0,%1)", "<args a=\"1\"> x[1] y </args>", &["f:9:7", "attribute a=\"1\" of <args>"]);
    bad("ne(%0,%1)", "<arg> x[1] y </arg>", &["f:9:1", "<arg>; expected <args>"]);
    bad("ne(%0,%1)", "x[1] y", &["f:9:1", "the text 'x[1]' in <group>"]);
    bad("ne(%0,%1y)", "", &["f:7:21", "expected ',' or ')'", "line 8"]);
    bad("ne(%0,%1,%)", "", &["f:7:22", "one of 2 arguments"]);
    bad("ne(%0,%1,%99999999999999999999)", "", &["f:7:22", "one of 2 arguments"]);
    bad("ne(x[%0],%1)", "", &["f:7:18", "an integer"]);
}

#[test]
fn parameters_may_be_mixed() {
    let group = |args: &str| {
        format!(
            "<group> <sum> <list> %2 %... %0 </list> <condition> (le,%1) </condition> </sum> \
             {args} </group>"
        )
    };
    let args = "<args> x[0] 2 x[1] x[2] x[0] </args>";
    agree(&x(3, "0..2"), &group(args), |v| 2 * v[0] + v[1] + v[2] <= 2);
    let args = "<args> x[0] <!-- a -->2 x[1]&#32;x[2]\r\n<![CDATA[ x[0] ]]></args>";
    agree(&x(3, "0..2"), &group(args), |v| 2 * v[0] + v[1] + v[2] <= 2);
}

#[test]
fn values_beyond_those_of_models_name_the_term_and_its_place() {
    let variables = "<array id=\"x\" size=\"[3]\"> 0..1000000 </array>";
    let constraint = "\n <intension> le(add(x[0],mul(x[0],x[1])),x[2]) </intension>";
    refused(&file(variables, constraint), &["f:7:2", "mul(x[0],x[1])", "1000000000"]);
    let group = "<group>\n<intension> le(add(%0,mul(%0,%1)),x[0]) </intension>\n\
                 <args> 1 2 </args>\n  <args> x[1] x[2] </args></group>";
    refused(
        &file(variables, group),
        &["f:9:3: group 1, args 2: intension: ", "mul(x[1],x[2])", "(the group is on line 6)"],
    );
    let list =
        "<sum> <list> x[0] mul(x[1],x[1],x[2]) </list> <condition> (le,5) </condition> </sum>";
    refused(&file(variables, list), &["f:6:1: constraint 1: sum: ", "mul(x[1],x[1])"]);
    let goal = file(variables, "<allDifferent> x[] </allDifferent>").replace(
        "</constraints>",
        "</constraints>\n<objectives>\n<minimize> pow(x[0],3) </minimize></objectives>",
    );
    refused(&goal, &["f:9:1: objective: ", "pow(x[0],3)"]);
}

#[test]
fn variables_are_declared_before_they_are_used() {
    let text = "<instance format=\"XCSP3\" type=\"CSP\">\n<constraints> <allDifferent> x[] \
                </allDifferent>\n</constraints> <variables> <array id=\"x\" size=\"[2]\"> 0..1 \
                </array> </variables> </instance>";
    refused(text, &["f:2:30", "'x[]'", "a declared variable"]);
    refused(&file("<var id=\"y\" as=\"x\"/><var id=\"x\"> 1 </var>", ""), &["f:3:1", "as=\"x\""]);
    refused(&file(&(x(2, "0 1") + "<var id=\"x\"> 1 </var>"), ""), &["'x' is declared twice"]);
    for id in
        ["", "1x", "x y", "x[0]", "x,y", "x(", "%0", "&lt;", "a&amp;b", "-x", "x\u{301}\u{202e}"]
    {
        refused(&file(&format!("<var id=\"{id}\"> 1 </var>"), ""), &["f:3:1", "expected a name"]);
    }
    agree(
        "<var id=\"\u{e9}_1.a-b\"> 0..2 </var>",
        "<intension> gt(\u{e9}_1.a-b,1) </intension>",
        |v| v[0] > 1,
    );
}

#[test]
fn text_between_elements_is_refused() {
    unfit(
        "\n x[0] <allDifferent> x[] </allDifferent>",
        &["f:7:2", "the text 'x[0]' in <constraints>"],
    );
    unfit("<block> <![CDATA[a]]> </block>", &["f:6:9", "in <block>"]);
    unfit(
        "<sum> x[0] <list> x[] </list> <condition> (le,1) </condition> </sum>",
        &["f:6:7", "'x[0]'"],
    );
    unfit("<allDifferent> <list> x[0] <y/> </list> </allDifferent>", &["f:6:28", "<y> in <list>"]);
    refused(&file(&format!("u {}", x(2, "0")), ""), &["f:3:1", "the text 'u' in <variables>"]);
    refused(&file("<var id=\"x\"> 1 <!-- a --> <b/> </var>", ""), &["f:3:27", "<b> in <var>"]);
    let whole = file(&x(2, "0..1"), "");
    refused(&whole.replace("</variables>", "</variables> 7 "), &["the text '7' in <instance>"]);
    refused(&format!("{whole}<a/>"), &["damaged XML"]);
    refused(&format!("{whole}a"), &["damaged XML"]);
    refused(&format!("a{whole}"), &["damaged XML"]);
    refused(&whole.replace("</instance>", "</instanc>"), &["damaged XML"]);
    refused(&whole.replace("<variables>", "<variables"), &["damaged XML"]);
    refused(&whole.replace("<constraints>", "<constraints a b>"), &["damaged XML"]);
    refused(&whole.replace("</constraints>", "<block></constraints></block>"), &["damaged XML"]);
    refused(&whole.replace("</constraints>", "<a></b></constraints>"), &["damaged XML"]);
    let prefix = whole.replace("<instance ", "<instance xmlns:p=\"u\" ");
    assert!(read(&prefix).is_ok());
    let prefix =
        prefix.replace("</constraints>", "<p:allDifferent> x[] </p:allDifferent></constraints>");
    refused(&prefix, &["names with a prefix"]);
}

#[test]
fn texts_of_other_systems_are_read() {
    let text = file(&xy(3, "0..1", "0..2"), "<allDifferent> x[0]\n\n y\n z </allDifferent>");
    for text in [text.clone(), text.replace('\n', "\r\n"), format!("\u{feff}{text}")] {
        refused(&text, &["f:9:2: 'z' in <allDifferent>"]);
        let text = text.replace(" z ", " <!-- z --> ");
        let read = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(solved(&read), [[0, 1], [0, 2], [1, 0], [1, 2]]);
        assert_eq!(meant(&read), solved(&read));
    }
    let pieces =
        "<allDifferent> x[0] <!-- a\n b --> y\n <!-- --><![CDATA[ x[1]]]> z </allDifferent>";
    refused(&file(&xy(3, "0..1", "0..2"), pieces), &["f:8:", "'z'"]);
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bytes in [wide.clone(), [&[0xff, 0xfe], &wide[..]].concat(), b"\xff\xfe".to_vec()] {
        let error = Xcsp3Instance::read_xcsp3(&mut LineReader::new("f", &bytes[..]))
            .unwrap_err()
            .to_string();
        assert!(error.contains("expected text") || error.contains("UTF-8"), "{error}");
    }
}

#[test]
fn a_long_line_is_read() {
    let list = "x[0] x[1] ".repeat(100_000);
    let text = format!("<sum> <list> {list} </list> <condition> (le,0) </condition> </sum>");
    let text = file(&x(2, "0..1"), &text).replace('\n', " ");
    assert_eq!(solved(&read(&text).unwrap()), [[0, 0]]);
    refused(&text.replace("(le,0)", "(le,z)"), &["f:1:", "'z)'"]);
}

#[test]
fn empty_lists_have_a_meaning_or_are_refused() {
    let x_list = "<list> x[] </list>";
    let condition = "<condition> (ge,y) </condition>";
    for text in [
        "<allDifferent> </allDifferent>".to_owned(),
        "<allDifferent> <list/> <except> 0 </except> </allDifferent>".to_owned(),
        "<allDifferent> <list/> <list/> </allDifferent>".to_owned(),
        "<allEqual> </allEqual>".to_owned(),
        "<ordered> <list/> <operator> le </operator> </ordered>".to_owned(),
        "<lex> <list/> <list/> <operator> lt </operator> </lex>".to_owned(),
        "<lex> <list/> <list/> <operator> le </operator> </lex>".to_owned(),
        format!("<sum> <list/> {condition} </sum>"),
        format!("<count> <list/> <values> 1 </values> {condition} </count>"),
        format!("<count> {x_list} <values/> {condition} </count>"),
        format!("<nValues> <list/> {condition} </nValues>"),
        format!("<minimum> <list/> {condition} </minimum>"),
        format!("<maximumArg> <list/> {condition} </maximumArg>"),
        "<cardinality> <list/> <values> 1 </values> <occurs> y </occurs> </cardinality>".to_owned(),
        format!("<cardinality> {x_list} <values/> <occurs/> </cardinality>"),
        "<element> <list/> <index> y </index> <value> 1 </value> </element>".to_owned(),
        "<element> <list/> <value> y </value> </element>".to_owned(),
        "<channel> <list/> </channel>".to_owned(),
        "<channel> <list/> <list/> </channel>".to_owned(),
        "<noOverlap> <origins/> <lengths/> </noOverlap>".to_owned(),
        "<cumulative> <origins/> <lengths/> <heights/> <condition> (le,y) </condition> </cumulative>"
            .to_owned(),
        format!("<binPacking> <list/> <sizes/> {condition} </binPacking>").replace("ge", "le"),
        "<knapsack> <list/> <weights/> <condition> (le,y) </condition> <profits/> \
         <condition> (ge,y) </condition> </knapsack>"
            .to_owned(),
        "<circuit> </circuit>".to_owned(),
        "<clause> </clause>".to_owned(),
        "<instantiation> <list/> <values/> </instantiation>".to_owned(),
        "<extension> <list/> <supports/> </extension>".to_owned(),
        "<extension> <list/> <conflicts/> </extension>".to_owned(),
        format!("<extension> {x_list} <supports/> </extension>"),
        format!("<extension> {x_list} <conflicts/> </extension>"),
        "<regular> <list/> <transitions> (a,0,b) </transitions> <start> a </start> <final> a \
         </final> </regular>"
            .to_owned(),
        format!("<regular> {x_list} <transitions/> <start> a </start> <final> a </final> </regular>"),
        format!("<mdd> {x_list} <transitions/> </mdd>"),
        "<precedence> <list/> <values> 1 2 </values> </precedence>".to_owned(),
        format!("<precedence> {x_list} <values/> </precedence>"),
    ] {
        // The second constraint uses all variables.
        let all = "<sum> <list> x[] y </list> <condition> (ge,0) </condition> </sum>";
        let text = file(&xy(2, "0..1", "0..1"), &format!("{text}\n{all}"));
        match read(&text) {
            Ok(instance) => assert_eq!(meant(&instance), solved(&instance), "{text}"),
            Err(error) => {
                let error = error.to_string();
                assert!(error.starts_with("f:6:"), "{error}\n{text}");
            }
        }
    }
}

#[test]
fn a_parameter_may_have_the_largest_number() {
    for number in ["18446744073709551615", "18446744073709551616", "4294967296"] {
        let group = format!(
            "<group> <intension> le(add(%{number},1),%0) </intension> <args> x[0] x[1] </args> </group>"
        );
        assert!(read(&file(&x(2, "0..1"), &group)).is_err(), "{number}");
    }
}
