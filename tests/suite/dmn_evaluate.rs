//! `evaluate`: decisions of DMN for given inputs, and for files of cases.

use std::fs;

use insta::assert_snapshot;

use crate::common::fed;

const FILE: &str = "<definitions xmlns='https://www.omg.org/spec/DMN/20191111/MODEL/'>\
    <inputData name='Client'/><inputData name='First name'><variable name='First name' typeRef='string'/></inputData>\
    <decision name='Risk'><decisionTable><input><inputExpression><text>Client.age</text>\
    </inputExpression></input><output name='level'/><output name='fee'/>\
    <rule><inputEntry><text>&lt; 18</text></inputEntry><outputEntry><text>\"high, or \\\"so\\\"\"</text>\
    </outputEntry><outputEntry><text>1/3</text></outputEntry></rule>\
    <rule><inputEntry><text>&gt;= 17.5</text></inputEntry><outputEntry><text>\"low\"</text>\
    </outputEntry><outputEntry><text>0</text></outputEntry></rule></decisionTable></decision>\
    <decision name='Greeting'><literalExpression><text>\"Dear \" + First name</text>\
    </literalExpression></decision></definitions>";

fn evaluate(options: &[&str], input: &str) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("f.dmn"), FILE).expect("a file");
    let ran = fed(folder.path(), &[&["evaluate", "f.dmn"], options].concat(), input.as_bytes());
    (ran.code, ran.out, ran.err)
}

#[test]
fn a_case_of_options() {
    let given = ["--given", "Client.age=17", "--given", "First name=Ada = Lovelace"];
    let (code, out, err) = evaluate(&given, "");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert_snapshot!(out, @r#"
    Risk = {"level": "high, or \"so\"", "fee": 0.3333333333333333333333333333333333}
    Greeting = "Dear Ada = Lovelace"
    Risk: rule 1
    "#);
    let (code, out, _) = evaluate(&["--decision", "Greeting"], "");
    assert_eq!(
        (code, out.as_str()),
        (Some(0), "Greeting = null\nnot given, so null: First name\n")
    );
    let (code, out, _) =
        evaluate(&["--decision", "Risk", "--given", "Client.age=17.5", "--format", "json"], "");
    assert_eq!(code, Some(1));
    assert_snapshot!(out, @r#"{"value":null,"values":{"Risk":null},"rules":[{"table":"Risk","rules":[1,2]}],"faults":["'Risk': rules 1 and 2 both apply, and the hit policy is UNIQUE"]}"#);
}

#[test]
fn rules_have_reasons() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("f.dmn"), FILE).expect("a file");
    let arguments = ["why", "f.dmn", "--decision", "Risk", "--given", "Client.age=20"];
    let ran = fed(folder.path(), &arguments, b"");
    assert_eq!(ran.code, Some(0));
    assert_snapshot!(ran.out, @r#"
    Risk = {"level": "low", "fee": 0}
    Risk: Client.age = 20
      rule 1 does not: Client.age: < 18
      rule 2 applies
    "#);
    let ran = fed(folder.path(), &[&arguments[..], &["--format", "json"]].concat(), b"");
    assert_snapshot!(ran.out, @r#"{"value":{"level":"low","fee":0},"values":{"Risk":{"level":"low","fee":0}},"rules":[{"table":"Risk","rules":[2],"inputs":[["Client.age","20"]],"others":[{"rule":1,"input":"Client.age","cell":"< 18"}]}]}"#);
    let ran = fed(folder.path(), &[&arguments[..], &["--repair"]].concat(), b"");
    assert_eq!(ran.code, Some(2));
}

/// Returns a decision whose table takes `takes` and `Client.age`.
fn client_table(name: &str, takes: &str, rules: &[[&str; 3]]) -> String {
    let rule = |[first, second, output]: &[&str; 3]| {
        format!(
            "<rule><inputEntry><text>{first}</text></inputEntry><inputEntry><text>{second}\
             </text></inputEntry><outputEntry><text>{output}</text></outputEntry></rule>"
        )
    };
    let column = |text: &str| {
        format!("<input><inputExpression><text>{text}</text></inputExpression></input>")
    };
    let rules: String = rules.iter().map(rule).collect();
    format!(
        "<decision name='{name}'><informationRequirement><requiredInput href='#C'/>\
         </informationRequirement><decisionTable hitPolicy='FIRST'>{}{}<output name='o'/>\
         {rules}</decisionTable></decision>",
        column(takes),
        column("Client.age"),
    )
}

#[test]
fn the_least_change_gives_another_result() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = format!(
        "<definitions><inputData name='Client' id='C'/><inputData name='land'/>{}{}{}</definitions>",
        client_table("Risk", "land", &[["\"be\"", ">= 25", "\"low\""], ["-", "-", "\"high\""]]),
        client_table("Offer", "Risk", &[["\"low\"", "&lt; 70", "true"], ["-", "-", "false"]]),
        client_table("Sum", "Risk", &[["-", "-", "1 + 1"]]),
    );
    fs::write(folder.path().join("f.dmn"), text).expect("a file");
    let why = |decision: &str, options: &[&str]| {
        let given = ["--given", "Client.age=72", "--given", "land=\"fr\""];
        let words = [&["why", "f.dmn", "--decision", decision], &given[..], options].concat();
        let ran = fed(folder.path(), &words, b"");
        let tables = ran.out.lines().filter(|line| !line.contains(" rule "));
        let rest = tables.skip(1).collect::<Vec<_>>().join("\n");
        format!("{rest}\n{}{}", ran.err, ran.code.unwrap_or(-1))
    };
    assert_snapshot!(why("Offer", &["--instead", "true"]), @r#"
    Risk: land = "fr", Client.age = 72
    Offer: Risk = "high", Client.age = 72
    Offer = true: change 2 inputs
      land: from "fr" to "be"
      Client.age: from 72 to (25..70), for example 69
      confirmed by native,limit=20000: no smaller change does
    10
    "#);
    assert_snapshot!(why("Offer", &["--instead"]), @r#"
    Risk: land = "fr", Client.age = 72
    Offer: Risk = "high", Client.age = 72
    Offer other than false: change 2 inputs
      land: from "fr" to "be"
      Client.age: from 72 to (25..70), for example 69
      confirmed by native,limit=20000: no smaller change does
    10
    "#);
    assert_snapshot!(why("Offer", &["--instead", "o = false"]), @r#"
    Risk: land = "fr", Client.age = 72
    Offer: Risk = "high", Client.age = 72
    o = false: nothing to change
      confirmed by native,limit=20000: no smaller change does
    10
    "#);
    assert_snapshot!(why("Offer", &["--instead", "1"]), @r#"
    Risk: land = "fr", Client.age = 72
    Offer: Risk = "high", Client.age = 72
    Offer = 1: no inputs give it
      confirmed by native,limit=20000: none
    20
    "#);
    assert_snapshot!(why("Offer", &["--instead", "p = 1"]), @r#"

    parallax: --instead: 'Offer' has no output 'p'
    2
    "#);
    assert_snapshot!(why("Offer", &["--instead", "low"]), @r#"

    parallax: --instead 'low'; expected a literal of FEEL, as in '"low"' or 'risk = "low"'
    2
    "#);
    assert_snapshot!(why("Sum", &["--instead", "3"]), @r#"
    Risk: land = "fr", Client.age = 72
    Sum: Risk = "high", Client.age = 72
    Sum = 3: no least change: 'Sum' computes its outputs
    0
    "#);
}

#[test]
fn engines_take_one_decision_with_those_that_it_needs() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "<definitions><businessKnowledgeModel name='f'/><decision name='Big'><decisionTable>\
        <input><inputExpression typeRef='integer'><text>n</text></inputExpression><inputValues><text>\
        [1..10]</text></inputValues></input><output name='big' typeRef='boolean'/><rule><inputEntry>\
        <text>&gt; 7</text></inputEntry><outputEntry><text>true</text></outputEntry></rule><rule>\
        <inputEntry><text>&lt;= 7</text></inputEntry><outputEntry><text>false</text></outputEntry>\
        </rule></decisionTable></decision><decision name='Next'><decisionTable hitPolicy='FIRST'>\
        <input><inputExpression><text>big</text></inputExpression></input><output name='next' \
        typeRef='boolean'/><rule><inputEntry><text>true</text></inputEntry><outputEntry><text>false\
        </text></outputEntry></rule><rule><inputEntry><text>-</text></inputEntry><outputEntry><text>\
        true</text></outputEntry></rule></decisionTable></decision><decision name='Other'>\
        <literalExpression><text>n + free</text></literalExpression></decision></definitions>";
    fs::write(folder.path().join("f.dmn"), text).expect("a file");
    let run = |words: &[&str]| {
        let ran = fed(folder.path(), words, b"");
        let last = ran.out.lines().rev().find(|line| line.contains("solution")).unwrap_or_default();
        (ran.code, format!("{last}{}", ran.err))
    };
    let counted = |number: u32| (Some(10), format!("satisfiable: {number} solutions, no others"));
    assert_eq!(run(&["count", "f.dmn", "--decision", "Big"]), counted(10));
    assert_eq!(run(&["count", "f.dmn", "--decision", "Next", "--given", "next=true"]), counted(7));
    let all = ["solve", "f.dmn", "--decision", "Next", "--all", "--engine", "sat:batsat"];
    assert_eq!(run(&all), counted(10));
    let sampled = run(&["sample", "f.dmn", "--decision", "Next", "-n", "2"]);
    assert_eq!(sampled.0, Some(10), "{}", sampled.1);
    // Without a task and an engine, the decision is evaluated.
    let ran = fed(folder.path(), &["solve", "f.dmn", "--decision", "Next", "--given", "n=9"], b"");
    assert_eq!(ran.out, "Next = false\nBig: rule 1\nNext: rule 1\n");
    for (words, part) in [
        (&["count", "f.dmn"][..], "business knowledge model 'f' is not supported"),
        (&["count", "f.dmn", "--decision", "Other"], "a literal expression; expected a decision"),
        (&["count", "f.dmn", "--decision", "Most"], "no decision with the name 'Most'"),
        (&["count", "latin:3", "--decision", "Big"], "this is a generator"),
        (&["sample", "-", "--decision", "Big"], "<stdin>"),
        (&["count", "f.dmn", "--decision", "Big", "--certify"], "does not go with --decision"),
    ] {
        let (code, words) = run(words);
        assert_eq!(code, Some(2), "{words}");
        assert!(words.contains(part), "{words}");
    }
}

#[test]
fn a_file_of_cases() {
    let cases = "\u{feff}First name;Client.age\r\nAda;17\r\n\"B; \"\"C\"\"\";17.5\r\n;x\r\nonly\r\n\r\n\r\n;\r\nD;20;3\r\nnull;20\r\n";
    let (code, out, err) = evaluate(&["-"], cases);
    assert_eq!((code, err.as_str()), (Some(2), ""));
    assert_snapshot!(out, @r#"
    First name,Client.age,Risk.level,Risk.fee,Greeting,rules,error
    Ada,17,"high, or ""so""",0.3333333333333333333333333333333333,Dear Ada,Risk: rule 1,
    "B; ""C""",17.5,,,"Dear B; ""C""",Risk: rules 1 and 2,"'Risk': rules 1 and 2 both apply, and the hit policy is UNIQUE"
    ,x,,,,,"<stdin>:4: column 2: 'Client.age': x is no literal: 'x' is no input, decision or function that is known here; strings have quotation marks, as in ""low"""
    only,,,,,,<stdin>:5: 1 cell; the header has 2
    ,,,,,Risk: no rule,
    D,20,,,,,<stdin>:9: 3 cells; the header has 2
    null,20,low,0,,Risk: rule 2,
    "#);
    let (code, out, _) =
        evaluate(&["-", "--format", "json", "--decision", "Risk"], "Client\n{age: 20}\n{age 20}\n");
    assert_eq!(code, Some(2));
    assert_snapshot!(out, @r#"
    {"case":1,"values":{"Risk":{"level":"low","fee":0}},"rules":[{"table":"Risk","rules":[2]}]}
    {"case":2,"error":"<stdin>:3: column 1: 'Client': {age 20} is no literal: '}'; expected ':'; strings have quotation marks, as in \"low\""}
    "#);
    // Without cases only the header is printed.
    let (code, out, _) = evaluate(&["-", "--decision", "Greeting"], "First name");
    assert_eq!((code, out.as_str()), (Some(0), "First name,Greeting,rules,error\n"));
}

#[test]
fn wrong_use_is_one_error() {
    for (options, input, expected) in [
        (
            &["-"][..],
            "",
            "parallax: <stdin>:1: no header; expected the names of inputs in the first line\n",
        ),
        (
            &["-"],
            "age\n1\n",
            "parallax: <stdin>:1: column 1: no input with the name 'age'; the inputs are 'Client', 'First name'\n",
        ),
        (
            &["-"],
            "Client,Client\n",
            "parallax: <stdin>:1: column 2: 'Client' is the name of two columns\n",
        ),
        (&["no.csv"], "", "parallax: no.csv: there is no such file\n"),
        (&["--given", "Client"], "", "parallax: --given 'Client'; expected NAME=VALUE\n"),
        (
            &["--given", "Client=x y"],
            "",
            "parallax: f.dmn: --given: 'Client': x y is no literal: 'x y' is no input, decision or function that is known here; strings have quotation marks, as in \"low\"\n",
        ),
        (
            &["--decision", "X"],
            "",
            "parallax: f.dmn: no decision with the name 'X'; the decisions are 'Risk', 'Greeting'\n",
        ),
    ] {
        let (code, out, err) = evaluate(options, input);
        assert_eq!((code, out.as_str(), err.as_str()), (Some(2), "", expected), "{options:?}");
    }
    for text in ["", "a", "<a", "<a/>", "\u{0}"] {
        let ran = fed(".", &["evaluate", "-"], text.as_bytes());
        assert_eq!(
            (ran.code, ran.out.as_str(), ran.err.lines().count()),
            (Some(2), "", 1),
            "{text}"
        );
    }
}
