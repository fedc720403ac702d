//! `lint` on decision tables in DMN, each by itself.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use insta::assert_snapshot;
use serde_json::Value as Json;

use crate::common::{data, fed, lacks_real_instances};

/// Returns a file of decisions.
fn definitions(decisions: &str) -> String {
    format!(
        "<definitions xmlns='https://www.omg.org/spec/DMN/20191111/MODEL/'>{decisions}</definitions>"
    )
}

/// Returns a decision table: inputs with their types, and rows of cells, the last for the output.
fn table(name: &str, policy: &str, inputs: &[(&str, &str)], rows: &[&[&str]]) -> String {
    let escape = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
    let inputs: String = inputs
        .iter()
        .map(|(text, kind)| {
            let kind = if kind.is_empty() { String::new() } else { format!(" typeRef='{kind}'") };
            let text = escape(text);
            format!("<input><inputExpression{kind}><text>{text}</text></inputExpression></input>")
        })
        .collect();
    let rules: String = rows
        .iter()
        .map(|cells| {
            let (output, tests) = cells.split_last().expect("cells");
            let cell =
                |tag: &str, text: &str| format!("<{tag}><text>{}</text></{tag}>", escape(text));
            let tests: String = tests.iter().map(|text| cell("inputEntry", text)).collect();
            format!("<rule>{tests}{}</rule>", cell("outputEntry", output))
        })
        .collect();
    format!(
        "<decision name='{name}'><decisionTable hitPolicy='{policy}'>{inputs}<output name='o'/>{rules}\
         </decisionTable></decision>"
    )
}

fn lint(text: &str, options: &[&str]) -> (Option<i32>, String, String) {
    let ran = fed(".", &[&["lint", "-"], options].concat(), text.as_bytes());
    (ran.code, ran.out, ran.err)
}

#[test]
fn each_table_is_checked_and_the_rest_is_named() {
    let text = definitions(
        &[
            table("A", "UNIQUE", &[("x", "number")], &[&["<= 5", "1"], &[">= 6", "2"]]),
            table("B", "UNIQUE", &[("a.b", "integer")], &[&["<= 5", "1"], &[">= 6", "2"]]),
            table(
                "C",
                "ANY",
                &[("s", "string")],
                &[&["\"a\"", "1"], &["not(\"a \")", "1.0"], &["-", "1"]],
            ),
            table("D", "FIRST", &[("t", "")], &[&["true", "1"], &["-", "2"], &["false", "3"]]),
            table("E", "COLLECT", &[("n", "number")], &[&["[3..2]", "1"]]),
            table("F", "UNIQUE", &[("n", "number")], &[&["< m", "1"]]),
            "<decision name='G'><context/></decision>".to_owned(),
        ]
        .concat(),
    );
    let (code, out, err) = lint(&text, &[]);
    assert_eq!((code, err.as_str()), (Some(1), ""));
    assert_snapshot!(out, @r"
    A: gap: no rule applies where x: (5..6), for example x = 5.5
    D: shadowed: rule 3 never decides: other rules take precedence
    E: dead: rule 1 applies to no input
    C: advice: rule 1 is part of rule 2
    C: advice: rule 1 is part of rule 3
    C: advice: rule 2 is part of rule 3
    not checked: 'F': rule 1, 'n': '< m' is no test of constants
    not checked: 'G': a context, no decision table
    <stdin>: 3 faults, 5 decision tables, 2 not checked
    ");
    let (code, out, _) = lint(&text, &["--format", "json"]);
    assert_eq!(code, Some(1));
    let lines: Vec<Json> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let faults: Vec<&str> = lines.iter().filter_map(|line| line["fault"].as_str()).collect();
    assert_eq!(faults, ["gap", "shadowed", "dead"]);
    assert_eq!(lines.iter().filter(|line| line["unchecked"].is_string()).count(), 2);
    assert_eq!(lines[0]["inputs"], serde_json::json!([["x", "(5..6)"]]));
}

#[test]
fn advice_is_no_fault() {
    let rows: &[&[&str]] = &[
        &["< 2", "\"a\"", "-", "1"],
        &["[2..4)", "\"a\"", "-", "1"],
        &["< 4", "not(\"a\")", "-", "1"],
        &[">= 4", "-", "-", "2"],
    ];
    let inputs = [("n", "number"), ("s", "string"), ("unused", "boolean")];
    let text = definitions(&table("A", "UNIQUE", &inputs, rows));
    let (code, out, err) = lint(&text, &[]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert_snapshot!(out, @r"
    A: advice: 'unused' decides nothing: every cell takes any value
    A: advice: rule 1 and rule 2 differ in 'n' alone; one rule with < 4 says the same
    <stdin>: 0 faults, 1 decision table
    ");
    assert_eq!(lint(&text, &["-q"]).1, "");
    let (_, out, _) = lint(&text, &["--format", "json"]);
    let merged: Json = serde_json::from_str(out.lines().nth(1).unwrap()).unwrap();
    assert_eq!(
        merged,
        serde_json::json!({"table": "A", "advice": "mergeable", "rules": ["rule 1", "rule 2"],
            "column": "n", "cell": "< 4"})
    );
}

#[test]
fn versions_differ_where_their_results_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let first: &[&[&str]] = &[&["< 18", "-", "\"no\""], &[">= 18", "\"be\"", "\"yes\""]];
    let second: &[&[&str]] = &[&["< 21", "-", "\"no\""], &[">= 21", "\"be\"", "\"yes\""]];
    let inputs = [("age", "number"), ("country", "string")];
    let count = table("S", "COLLECT", &[("n", "number")], &[&["-", "1"]]);
    let sum = count.replace("hitPolicy", "aggregation='SUM' hitPolicy");
    for (name, rows, rest) in [
        ("a", first, count.clone() + &sum.replace("'S'", "'T'")),
        ("b", second, sum.replace("'S'", "'T'")),
    ] {
        let text = definitions(&(table("R", "UNIQUE", &inputs, rows) + &rest));
        fs::write(folder.path().join(name), text).expect("written");
    }
    let compare = |files: [&str; 2], options: &[&str]| {
        let against = ["lint", files[0], "--against", files[1], "--engine", "native"];
        let words = [&against, options].concat();
        let ran = fed(folder.path(), &words, b"");
        (ran.code, ran.out, ran.err)
    };
    let (code, out, err) = compare(["a", "b"], &[]);
    assert_eq!((code, err.as_str()), (Some(1), ""));
    assert_snapshot!(out, @r#"
    R: "yes" becomes "no" where age: [18..21), country: "be", for example age = 18, country = "be"
    R: nothing becomes "no" where age: [18..21), country: not("be"), for example age = 18, country = any other text
    R: confirmed by native: these inputs and no others
    S: not in b
    not answered: T: results of COLLECT with SUM are not compared
    "#);
    let (code, out, _) = compare(["b", "a"], &["--format", "json"]);
    assert_eq!((code, out.lines().count()), (Some(1), 5), "{out}");
    fs::write(folder.path().join("c"), definitions(&table("R", "UNIQUE", &inputs, first))).unwrap();
    assert_eq!(compare(["c", "c"], &[]).0, Some(0));
    let same = compare(["c", "c"], &[]).1;
    assert_eq!(same, "R: confirmed by native: no inputs\nno differences in 1 decision table\n");
    assert_eq!(compare(["c", "c"], &["-q"]).1, "no differences in 1 decision table\n");
    fs::write(folder.path().join("d.md"), "## Goal\n").unwrap();
    assert_eq!(compare(["c", "d.md"], &[]).0, Some(2));
    assert_eq!(compare(["c", "none"], &[]).0, Some(2));
}

#[test]
fn files_without_a_table_that_can_be_checked_are_refused() {
    let unknown = table("F", "UNIQUE", &[("n", "number")], &[&["< m", "1"]]);
    let cycle = "<decision id='a' name='A'><informationRequirement><requiredDecision href='#b'/>\
        </informationRequirement></decision><decision id='b' name='B'><informationRequirement>\
        <requiredDecision href='#a'/></informationRequirement></decision>";
    for (text, part) in [
        (definitions(""), "no decisions; expected at least one decision table"),
        (definitions(&unknown), "'F': rule 1, 'n': '< m' is no test of constants"),
        (definitions(cycle), "decision 'A' requires itself, through other decisions"),
        (definitions(&table("T", "UNIQUE", &[("n", "")], &[])), "a table without rules"),
        (definitions(&table("T", "BEST", &[("n", "")], &[&["1", "1"]])), "hit policy 'BEST'"),
        (
            definitions(&table("T", "ANY", &[("n == 1", "")], &[&["1", "1"]])),
            "no expression of FEEL",
        ),
        (
            definitions(&table("T", "ANY", &[("n", "")], &[&["1", "1", "1"]])),
            "2 inputEntry elements",
        ),
        ("<definitions xmlns='/DMN/'".to_owned(), "damaged XML"),
    ] {
        let (code, out, err) = lint(&text, &["--puzzle", "cdmn"]);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
        assert!(err.contains(part) && err.lines().count() == 1, "{part}: {err}");
    }
}

/// A rule for each of a thousand ages in ten columns, of which one is missing.
#[test]
fn large_tables_are_swept() {
    let inputs: Vec<(String, &str)> = (0..10).map(|i| (format!("c{i}"), "number")).collect();
    let inputs: Vec<(&str, &str)> = inputs.iter().map(|(name, kind)| (&**name, *kind)).collect();
    let rows: Vec<Vec<String>> = (0..1000)
        .map(|i| {
            let mut row = vec!["-".to_owned(); 10];
            row[0] = format!("[{i}..{})", i + 1);
            row[1 + i % 9] = if i == 500 { "> 3".to_owned() } else { "-".to_owned() };
            row.push("1".to_owned());
            row
        })
        .collect();
    let rows: Vec<Vec<&str>> =
        rows.iter().map(|row| row.iter().map(String::as_str).collect()).collect();
    let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
    let (code, out, err) = lint(&definitions(&table("L", "UNIQUE", &inputs, &rows)), &["-q"]);
    assert_eq!((code, err.as_str()), (Some(1), ""));
    assert_snapshot!(out, @r"
    L: gap: no rule applies where c0: < 0, for example c0 = -1, c1 = 0, c2 = 0, c3 = 0, c4 = 0, c5 = 0, c6 = 2, c7 = 0, c8 = 0, c9 = 0
    L: gap: no rule applies where c0: [500..501), c6: <= 3, for example c0 = 500, c1 = 0, c2 = 0, c3 = 0, c4 = 0, c5 = 0, c6 = 2, c7 = 0, c8 = 0, c9 = 0
    L: gap: no rule applies where c0: >= 1000, for example c0 = 1000, c1 = 0, c2 = 0, c3 = 0, c4 = 0, c5 = 0, c6 = 2, c7 = 0, c8 = 0, c9 = 0
    ");
}

/// The facts of tables that others wrote are those that two other programs found.
#[test]
fn tables_are_drawn_with_their_faults() {
    let rows: &[&[&str]] = &[&["<= 5", "\"<b>\""], &["[5..6)", "2"]];
    let text = definitions(&table("A & B", "UNIQUE", &[("x", "number")], rows));
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("f.dmn"), text.replace("A & B", "A &amp; B")).expect("a file");
    let ran = fed(folder.path(), &["lint", "f.dmn", "none.dmn", "--html", "page.html"], b"");
    assert_eq!(ran.code, Some(2), "{}", ran.err);
    let page = fs::read_to_string(folder.path().join("page.html")).expect("a page");
    let body = page.split_once("</h1>").expect("a heading").1;
    assert_snapshot!(body.trim_start(), @r#"
    <h2>f.dmn: 2 faults</h2>
    <h3>A &amp; B <small>2 faults</small></h3>
    <table>
    <tr><th></th><th>x</th><th class="output">o</th><th class="note"></th></tr>
    <tr class="overlap"><th>1</th><td>&lt;= 5</td><td class="output">&quot;&lt;b&gt;&quot;</td><td class="note"><p>overlap: rule 1 and rule 2 apply to the same input, for example x = 5</p></td></tr>
    <tr class="overlap"><th>2</th><td>[5..6)</td><td class="output">2</td><td class="note"><p>overlap: rule 1 and rule 2 apply to the same input, for example x = 5</p></td></tr>
    <tr class="gap"><th>?</th><td>&gt;= 6</td><td class="output" colspan="1"></td><td class="note"><p>gap: no rule applies, for example x = 6</p></td></tr>
    </table>
    <h2>none.dmn</h2>
    <p class="open">none.dmn: there is no such file</p>
    </body>
    </html>
    "#);
}

#[test]
fn results_of_tables_are_compared_with_the_rules_that_take_them() {
    let dish: &[&[&str]] = &[&["< 5", "\"Stew\""], &[">= 5", "\"Soup\""]];
    let wine: &[&[&str]] = &[&["\"stew\"", "1"], &["\"Soup\", null", "2"], &["\"Soup\"", "3"]];
    let other: &[&[&str]] = &[&["\"stew\"", "1"], &["-", "2"]];
    let computed: &[&[&str]] = &[&["-", "x + \"!\""]];
    let text = definitions(
        &[
            table("Dish", "UNIQUE", &[("x", "number")], dish).replace("name='o'", "name='dish'"),
            table("Wine", "FIRST", &[("Dish", "string")], wine),
            table("Beer", "FIRST", &[("dish", "string")], other),
            table("Water", "FIRST", &[("x", "string")], computed),
            table("Ice", "FIRST", &[("Water", "string")], other),
        ]
        .concat(),
    );
    let (code, out, _) = lint(&text, &[]);
    assert_eq!(code, Some(1));
    assert_snapshot!(out, @r#"
    Wine: shadowed: rule 3 never decides: other rules take precedence
    Wine: gap: no rule applies where Dish: any other text, for example Dish = any other text (only for texts of 'Dish' that no cell names; allowed values would end it)
    Wine: advice: no rule takes "Stew", which is a result of 'Dish'
    Wine: advice: rule 1 is never reached: no result of 'Dish' passes its cell
    Beer: advice: rule 1 is never reached: no result of 'dish' passes its cell
    Water: advice: 'x' decides nothing: every cell takes any value
    <stdin>: 2 faults, 5 decision tables
    "#);
}

#[test]
fn inputs_for_an_output_are_found() {
    let rows: &[&[&str]] =
        &[&["< 5", "\"a\""], &["[3..8]", "\"b\""], &["> 9", "x + 1"], &["7", "\"b\""]];
    let text = definitions(
        &[table("A", "FIRST", &[("x", "number")], rows), table("B", "COLLECT", &[("y", "")], rows)]
            .concat(),
    );
    let find = |wanted: &str| {
        let (code, out, err) = lint(&text, &["--find", wanted, "--engine", "native"]);
        format!("{out}{err}{}", code.unwrap_or(-1))
    };
    assert_snapshot!(find("A = \"b\""), @r#"
    A: "b" where x: [5..8], for example x = 5
    not answered: A: rule 3 computes its output
    A: confirmed by native: these inputs
    0
    "#);
    assert_snapshot!(find("o = \"a\""), @r#"
    A: "a" where x: < 5, for example x = 2
    not answered: A: rule 3 computes its output
    A: confirmed by native: these inputs
    B: "a" where y: < 5, for example y = 2
    not answered: B: rule 3 computes its output
    B: confirmed by native: these inputs
    0
    "#);
    assert_snapshot!(find("A=null"), @r#"
    A: null where x: (8..9], for example x = 8.5
    not answered: A: rule 3 computes its output
    A: confirmed by native: these inputs
    0
    "#);
    assert_snapshot!(find("A = \"c\""), @r#"
    not answered: A: rule 3 computes its output
    A: no constant output is "c"
    A: confirmed by native: no inputs
    3
    "#);
    assert_snapshot!(find("C = 1"), @r#"
    parallax: <stdin>: no output with the name 'C' in a table that can be checked; the outputs are 'A', 'B'
    2
    "#);
    assert_snapshot!(find("A = b"), @r#"
    parallax: --find: b is no literal of FEEL; strings have quotation marks, as in "low"
    2
    "#);
    assert_snapshot!(find("A"), @r#"
    parallax: --find 'A'; expected OUTPUT = VALUE
    2
    "#);
}

#[test]
fn faults_are_reported_to_continuous_integration() {
    let rules = &[&["<= 5", "1"][..], &["[5..6)", "2"], &["7", "2"]];
    let text = definitions(
        &[table("A:1, \"b\"", "UNIQUE", &[("x%", "number")], rules), "<decision name='G'/>".into()]
            .concat(),
    );
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("f,1.dmn"), text.replace("<rule>", "\n<rule>")).expect("a file");
    let arguments = ["lint", "f,1.dmn", "--format", "github", "--junit", "faults.xml"];
    let ran = fed(folder.path(), &arguments, b"");
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
    assert_snapshot!(ran.out, @r#"
    ::error file=f%2C1.dmn,line=3,col=1,title=A%3A1%2C "b"%3A overlap::rule 1 and rule 2 apply to the same input, for example x%25 = 5
    ::error file=f%2C1.dmn,line=1,col=93,title=A%3A1%2C "b"%3A gap::no rule applies where x%25: [6..7), for example x%25 = 6
    ::error file=f%2C1.dmn,line=1,col=93,title=A%3A1%2C "b"%3A gap::no rule applies where x%25: > 7, for example x%25 = 8
    ::warning file=f%2C1.dmn,title=not checked::'G': no decision logic, no decision table
    "#);
    let junit = fs::read_to_string(folder.path().join("faults.xml")).expect("a report");
    assert_snapshot!(junit, @r#"
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="parallax lint" tests="2" skipped="1" failures="1" errors="0">
        <testsuite name="f,1.dmn" tests="2" skipped="1" errors="0" failures="1">
            <testcase name="A:1, &quot;b&quot;">
                <failure message="f,1.dmn:3: overlap: rule 1 and rule 2 apply to the same input, for example x% = 5 (and 2 more)">f,1.dmn:3: overlap: rule 1 and rule 2 apply to the same input, for example x% = 5
    f,1.dmn:1: gap: no rule applies where x%: [6..7), for example x% = 6
    f,1.dmn:1: gap: no rule applies where x%: &gt; 7, for example x% = 8</failure>
            </testcase>
            <testcase name="&apos;G&apos;: no decision logic, no decision table">
                <skipped message="&apos;G&apos;: no decision logic, no decision table"/>
            </testcase>
        </testsuite>
    </testsuites>
    "#);
    // A file that cannot be read is an error in the report of all.
    let ran = fed(folder.path(), &[&arguments[..], &["none.dmn"]].concat(), b"");
    assert_eq!(ran.code, Some(2));
    let junit = fs::read_to_string(folder.path().join("faults.xml")).expect("a report");
    assert!(junit.contains("<error message=\"none.dmn: there is no such file\"/>"), "{junit}");
}

#[test]
fn published_tables_have_their_known_faults() {
    if lacks_real_instances() {
        return;
    }
    let folder = data().join("dmn");
    let text = fs::read_to_string(folder.join("expected.json")).expect("facts");
    let files: BTreeMap<String, Json> = serde_json::from_str(&text).expect("JSON");
    let (mut compared, mut refused) = (0, 0);
    for (name, entry) in &files {
        let path = folder.join(name);
        let ran = fed(".", &["lint", &path.display().to_string(), "--format", "json"], b"");
        if !entry["refuse"].is_null() {
            assert_eq!(ran.code, Some(2), "{name}");
            refused += 1;
            continue;
        }
        let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for line in ran.out.lines() {
            let row: Json = serde_json::from_str(line).expect("JSON");
            if let (Some(table), Some(fault)) = (row["table"].as_str(), row["fault"].as_str()) {
                let rules = if fault == "gap" { String::new() } else { row["rules"].to_string() };
                found.entry(table.to_owned()).or_default().insert(format!("{fault} {rules}"));
            }
        }
        for facts in entry["tables"].as_array().expect("tables") {
            if facts["skip"].is_null() {
                let table = facts["decision"].as_str().expect("a name");
                let own = found.get(table).cloned().unwrap_or_default();
                assert_eq!(own, known_faults(facts), "{name}: {table}");
                compared += 1;
            }
        }
    }
    assert_eq!((compared, refused), (111, 5));
}

/// Returns the faults that the facts of a table amount to.
fn known_faults(facts: &Json) -> BTreeSet<String> {
    let policy = facts["hit_policy"].as_str().expect("a policy");
    let policy = policy.split(' ').next().unwrap_or(policy);
    let mut faults = BTreeSet::new();
    let needs_rule = ["UNIQUE", "ANY", "FIRST", "PRIORITY"].contains(&policy);
    if needs_rule && facts["uncovered"].as_u64() != Some(0) && facts["default"] == false {
        faults.insert("gap ".to_owned());
    }
    let mut add = |fault: &str, list: &Json| {
        for rules in list.as_array().expect("rules") {
            let rules = rules.as_array().cloned().unwrap_or_else(|| vec![rules.clone()]);
            let rules: Vec<String> = rules.iter().map(|rule| format!("rule {rule}")).collect();
            faults.insert(format!("{fault} {}", Json::from(rules)));
        }
    };
    match policy {
        "UNIQUE" => add("overlap", &facts["overlaps"]),
        "ANY" => add("overlap", &facts["overlaps_with_other_outputs"]),
        "FIRST" | "PRIORITY" => add("shadowed", &facts["shadowed"]),
        _ => {}
    }
    add("dead", &facts["dead"]);
    faults
}
