//! Attributes with their default value, and compact forms wherever a list or a matrix is read.

use super::{file, meant, read, solved, x, xy};

/// Returns the solutions of constraints over an array `x` of four, `y` and a matrix `m`, which the
/// meaning and the model agree about.
fn solutions(constraints: &str) -> Result<Vec<Vec<i32>>, String> {
    let variables = xy(4, "0..3", "0..2") + "<array id=\"m\" size=\"[2][2]\"> 0..2 </array>";
    let text = file(&variables, constraints);
    let instance = read(&text).map_err(|error| format!("{error}\n{text}"))?;
    let found = solved(&instance);
    assert_eq!(meant(&instance), found, "{text}");
    Ok(found)
}

/// Elements of XCSP3-core; `@element` is where an attribute of this element may stand.
const ELEMENTS: &[&str] = &[
    "<sum> <list@list> x[] </list> <condition> (eq,4) </condition> </sum>",
    "<count> <list@list> x[] </list> <values> 1 2 </values> <condition> (eq,2) </condition> </count>",
    "<nValues> <list@list> x[] </list> <condition> (eq,2) </condition> </nValues>",
    "<cardinality> <list@list> x[] </list> <values@values> 1 2 </values> <occurs> 1 0..1 </occurs> \
     </cardinality>",
    "<minimum@minimum> <list@list> x[] </list> <condition> (eq,y) </condition> </minimum>",
    "<maximum@maximum> <list@list> x[] </list> <condition> (eq,y) </condition> </maximum>",
    "<minimumArg@minimumArg> <list@list> x[] </list> <condition> (eq,y) </condition> </minimumArg>",
    "<maximumArg@maximumArg> <list@list> x[] </list> <condition> (eq,y) </condition> </maximumArg>",
    "<element@element> <list@list> x[] </list> <index@index> y </index> <value> 1 </value> </element>",
    "<element@element> <matrix@matrix> m[][] </matrix> <index@index> y x[0] </index> \
     <value> 1 </value> </element>",
    "<channel> <list@list> x[] </list> </channel>",
    "<channel> <list@list> x[0..1] </list> <list@list> x[2..3] </list> </channel>",
    "<noOverlap@noOverlap> <origins> x[0..1] </origins> <lengths> 2 y </lengths> </noOverlap>",
    "<binPacking> <list@list> x[] </list> <sizes@sizes> 1 2 1 1 </sizes> \
     <limits@limits> 2 3 2 2 </limits> </binPacking>",
    "<binPacking> <list@list> x[] </list> <sizes@sizes> 1 2 1 1 </sizes> \
     <loads@loads> 2 3 0 0 </loads> </binPacking>",
    "<circuit> <list@list> x[] </list> </circuit>",
    "<precedence@precedence> <list@list> x[] </list> <values> 1 2 </values> </precedence>",
    "<ordered> <list@list> x[] </list> <operator> le </operator> </ordered>",
    "<lex> <list@list> x[0..1] </list> <list@list> x[2..3] </list> <operator> lt </operator> </lex>",
    "<slide@slide> <list@list> x[] </list> <intension> ne(%0,%1) </intension> </slide>",
    "<regular> <list@list> x[] </list> <transitions> (a,0..3,b)(b,1,a) </transitions> \
     <start> a </start> <final> a </final> </regular>",
    "<extension> <list@list> x[0..1] </list> <supports> (0,1)(2,2) </supports> </extension>",
    "<instantiation> <list@list> x[] </list> <values> 0 1 2 3 </values> </instantiation>",
];

/// The elements with an attribute, and its default value.
const DEFAULTS: &[(&str, &str, &str)] = &[
    ("list", "startIndex", "0"),
    ("sizes", "startIndex", "0"),
    ("limits", "startIndex", "0"),
    ("loads", "startIndex", "0"),
    ("matrix", "startRowIndex", "0"),
    ("matrix", "startColIndex", "0"),
    ("index", "rank", "any"),
    ("element", "rank", "any"),
    ("minimum", "rank", "any"),
    ("maximum", "rank", "any"),
    ("minimumArg", "rank", "any"),
    ("maximumArg", "rank", "any"),
    ("values", "closed", "false"),
    ("noOverlap", "zeroIgnored", "true"),
    ("precedence", "covered", "false"),
    ("slide", "circular", "false"),
];

/// Returns an element with attributes where it has places for them.
fn with(element: &str, attributes: &[(&str, &str, &str)]) -> String {
    let mut parts = element.split('@');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find('>').expect("an end of the tag");
        for (own, name, value) in attributes {
            if *own == &part[..end] {
                text += &format!(" {name}=\"{value}\"");
            }
        }
        text += &part[end..];
    }
    text
}

#[test]
fn attributes_with_their_default_value_change_nothing() {
    for element in ELEMENTS {
        let plain = solutions(&with(element, &[])).unwrap();
        assert!(!plain.is_empty(), "{element}");
        for default in DEFAULTS {
            assert_eq!(solutions(&with(element, &[*default])).unwrap(), plain, "{default:?}");
        }
        assert_eq!(solutions(&with(element, DEFAULTS)).unwrap(), plain);
    }
}

#[test]
fn other_values_are_read_or_refused_and_never_ignored() {
    let others = DEFAULTS.iter().map(|&(element, name, default)| {
        let other = match default {
            "any" => "first",
            "true" => "false",
            "false" => "true",
            _ => "1",
        };
        (element, name, other)
    });
    for other in others {
        for element in ELEMENTS.iter().filter(|own| own.contains(&format!("@{}", other.0))) {
            let text = with(element, &[other]);
            let plain = with(element, &[]);
            if text == plain {
                continue;
            }
            match solutions(&text) {
                Ok(found) => assert_ne!(found, solutions(&plain).unwrap(), "{text}"),
                Err(message) => assert!(message.contains(&format!("{}=\"", other.1)), "{message}"),
            }
        }
    }
    // An attribute of another element is no attribute of this one.
    for text in [
        "<circuit startIndex=\"1\"> <list> x[] </list> </circuit>",
        "<cardinality closed=\"true\"> <list> x[] </list> <values> 1 </values> <occurs> 1 </occurs> \
         </cardinality>",
    ] {
        assert!(solutions(text).unwrap_err().contains("is not supported"), "{text}");
    }
    let ordered = |case: &str, operator: &str| {
        solutions(&format!("<ordered case=\"{case}\"> <list> x[] </list> {operator} </ordered>"))
    };
    let increasing = ordered("increasing", "").unwrap();
    assert_eq!(ordered("increasing", "<operator> le </operator>").unwrap(), increasing);
    assert!(ordered("increasing", "<operator> lt </operator>").is_err());
    assert!(ordered("sorted", "<operator> lt </operator>").is_err());
}

#[test]
fn compact_forms_are_read_as_the_cells_they_mean() {
    let no_overlap = |origins: &str, lengths: &str| {
        format!(
            "<noOverlap> <origins> {origins} </origins> <lengths> {lengths} </lengths> </noOverlap>"
        )
    };
    let element = |matrix: &str| {
        format!(
            "<element> <matrix> {matrix} </matrix> <index> y x[0] </index> <value> 1 </value> \
             </element>"
        )
    };
    let lex = |matrix: &str| {
        format!("<lex> <matrix> {matrix} </matrix> <operator> le </operator> </lex>")
    };
    let different =
        |matrix: &str| format!("<allDifferent> <matrix> {matrix} </matrix> </allDifferent>");
    let long = "(m[0][0],m[0][1])(m[1][0],m[1][1])";
    for short in
        ["m[][]", "m[0..1][]", "m[0][] m[1][]", "(m[0][])(m[1][])", "m[0][] (m[1][0],m[1][1])"]
    {
        for form in [&element as &dyn Fn(&str) -> String, &lex, &different] {
            assert_eq!(
                solutions(&form(short)).unwrap(),
                solutions(&form(long)).unwrap(),
                "{short}"
            );
        }
    }
    for lengths in ["(2,1)(1,2)", "(x[0],1)(1,2)"] {
        let expected = solutions(&no_overlap(long, lengths)).unwrap();
        for short in ["m[][]", "m[0..1][0..1]"] {
            assert_eq!(solutions(&no_overlap(short, lengths)).unwrap(), expected);
        }
    }
    let both = solutions(&no_overlap("(1,y)(0,0)", long)).unwrap();
    assert_eq!(solutions(&no_overlap("(1,y)(0,0)", "m[][]")).unwrap(), both);
    // One free dimension is a list of tasks.
    let tasks = solutions(&no_overlap("m[0][0] m[0][1] m[1][0]", "2 1 1")).unwrap();
    assert_eq!(solutions(&no_overlap("m[0][] m[1][0]", "2 1 1")).unwrap(), tasks);
    let column = solutions(&no_overlap("m[0][1] m[1][1]", "2 1")).unwrap();
    assert_eq!(solutions(&no_overlap("m[0..1][1]", "2 1")).unwrap(), column);
    for damaged in ["m[][0]", "m[]", "x[]", "y", "m[][", "m[0][0]"] {
        assert!(solutions(&element(damaged)).is_err(), "{damaged}");
    }
    assert!(read(&file(&x(2, "0..1"), &no_overlap("x[][]", "1 1"))).is_err());
}
