//! `--given`: an instance with values that the user gives answers as the same instance with these
//! values in its file.

use std::fs;

use serde_json::Value as Json;
use tempfile::TempDir;

use crate::common::{Ran, fed};

const MODEL: &str = r#"{"format": "parallax-model-1", "values": {"tea": 1, "milk": 2, "ale": 3},
  "variables": [{"name": "ann", "domain": ["tea", "milk", "ale"]},
    {"name": "bob", "domain": ["tea", "milk", "ale"]},
    {"name": "x=y", "domain": "0..1"}],
  "constraints": [{"kind": "all_different", "scope": ["ann", "bob"]}]}"#;

const TABLES: &str = "\
## Type

| Name  | Type   | Values          |
|-------|--------|-----------------|
| Guest | String | Gold, Silver    |
| Price | Float  | 0.5, -1.25, 3   |

## Constant

| Name     | Type  |
|----------|-------|
| Customer | Guest |
| Fee      | Price |

## Fees

| E* | Customer | Fee |
|----|----------|-----|
| 1  | Gold     | 0.5 |

## Goal

| Get all models |
|----------------|
";

const SMT: &str = "(set-logic QF_LIA)(declare-const a Int)(declare-const b Bool)\
    (assert (and (<= 1 a) (<= a 4)))(assert (= b (>= a 3)))(check-sat)";

/// A kind of input: a file, the values that are given, and the file that has them.
struct Case {
    name: &'static str,
    text: String,
    givens: &'static [&'static str],
    with: String,
}

fn case(name: &'static str, text: &str, givens: &'static [&'static str], with: &str) -> Case {
    Case { name, text: text.to_owned(), givens, with: with.to_owned() }
}

fn cases() -> Vec<Case> {
    let cnf = "p cnf 4 2\n1 2 3 0\n-1 -2 0\n";
    let opb = "* #variable= 3 #constraint= 1\n+1 x1 +1 x2 +1 x3 >= 1 ;\n";
    vec![
        case(
            "m.model.json",
            MODEL,
            &["ann=tea"],
            &MODEL.replacen(r#"["tea", "milk", "ale"]"#, r#"["tea"]"#, 1),
        ),
        case("n.model.json", MODEL, &["bob=2", "x=y=true"], &{
            let last = MODEL.replacen("0..1", "1..1", 1);
            last.replace(
                r#""bob", "domain": ["tea", "milk", "ale"]"#,
                r#""bob", "domain": ["milk"]"#,
            )
        }),
        case("s.sudoku", "12..\n34..\n....\n...3\n", &["r4c1=2"], "12..\n34..\n....\n2..3\n"),
        case("l.pls", "order 3\n-1 -1 -1\n-1 -1 -1\n-1 -1 -1\n", &["r1c2=2", "r3c3=1"], {
            "order 3\n-1 1 -1\n-1 -1 -1\n-1 -1 0\n"
        }),
        case("c.cnf", cnf, &["3=0", "1=1"], "p cnf 4 4\n1 2 3 0\n-1 -2 0\n-3 0\n1 0\n"),
        case("o.opb", opb, &["x2=false"], &{
            opb.replace("constraint= 1", "constraint= 2") + "+1 x2 = 0 ;\n"
        }),
        case("a.smt2", SMT, &["b=true"], &SMT.replace("(check-sat)", "(assert b)(check-sat)")),
        case(
            "t.md",
            TABLES,
            &["Fee=-1.25"],
            &TABLES.replace("| 1  | Gold     | 0.5 |\n", {
                "| 1  | Gold     | 0.5 |\n\n## Given\n\n| E* | Fee |\n|----|-----|\n| 1  | -1.25 |\n"
            }),
        ),
    ]
}

fn run(folder: &TempDir, args: &[&str]) -> Ran {
    fed(folder, args, b"")
}

fn lines(ran: &Ran) -> Vec<Json> {
    ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Returns the arguments that give these values.
fn options<'a>(givens: &[&'a str]) -> Vec<&'a str> {
    givens.iter().flat_map(|given| ["--given", given]).collect()
}

/// Returns a folder with both files of each case, the second below `with`.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("with")).expect("a folder");
    for case in cases() {
        fs::write(folder.path().join(case.name), case.text).expect("a file");
        fs::write(folder.path().join("with").join(case.name), case.with).expect("a file");
    }
    folder
}

/// Returns the sorted solutions of a run of `solve --limit 1000`.
fn solutions(folder: &TempDir, file: &str, engine: &str, givens: &[&str]) -> Vec<String> {
    let mut args = vec!["solve", file, "--limit", "1000", "--format", "json", "--engine", engine];
    args.extend(options(givens));
    let ran = run(folder, &args);
    assert_eq!(ran.code, Some(10), "{args:?}: {}{}", ran.out, ran.err);
    let row = &lines(&ran)[0];
    assert_eq!(row["checked"], true, "{row}");
    assert_eq!(row["givens"].as_array().map_or(0, Vec::len), givens.len(), "{row}");
    let list = row["solutions"].as_array().expect("a list").iter();
    let mut list: Vec<String> = list.map(ToString::to_string).collect();
    list.sort();
    list
}

#[test]
fn a_given_answers_as_the_file_with_it_does() {
    let folder = folder();
    for case in cases() {
        let with = format!("with/{}", case.name);
        let expected = solutions(&folder, &with, "native", &[]);
        let without = solutions(&folder, case.name, "native", &[]);
        assert!(expected.len() < without.len(), "{}: {expected:?}", case.name);
        for engine in ["native", "sat:batsat", "brute"] {
            let found = solutions(&folder, case.name, engine, case.givens);
            assert_eq!(found, expected, "{} by {engine}", case.name);
        }
        let mut count = vec!["solve", case.name, "--count", "--quiet", "--format", "json"];
        count.extend(options(case.givens));
        let ran = run(&folder, &count);
        assert_eq!(lines(&ran)[0]["count"], expected.len(), "{}: {}", case.name, ran.out);
    }
}

#[test]
fn the_other_commands_take_givens() {
    let folder = folder();
    let board = "12..\n34..\n....\n2..3\n";
    let json = |args: &[&str], code: i32| {
        let ran = run(&folder, args);
        assert_eq!(ran.code, Some(code), "{args:?}: {}{}", ran.out, ran.err);
        lines(&ran)
    };
    let given = ["--given", "r1c1=1", "--given", "r1c2=2", "--format", "json"];
    let with = |args: &[&'static str]| [args, &given[..]].concat();
    let rows = json(&with(&["compare", "latin:3", "--engines", "native,sat:batsat", "--all"]), 0);
    for row in &rows {
        assert_eq!((&row["count"], &row["verdict"]), (&2.into(), &"agree".into()), "{row}");
        assert_eq!(row["givens"], serde_json::json!(["r1c1=1", "r1c2=2"]));
    }
    assert_eq!(rows.len(), 2);
    let drawn = json(&with(&["sample", "latin:3", "--number", "2", "--distinct"]), 10);
    assert!(drawn.iter().all(|line| line["solutions"] == 2 && line["givens"][1] == "r1c2=2"));
    let hint = &json(&with(&["hint", "latin:3"]), 0)[0];
    assert_eq!(hint["givens"][0], "r1c1=1");
    assert!(hint.to_string().contains("r1c3"), "{hint}");
    let none = ["why", "latin:3", "--given", "r1c1=1", "--given", "r1c2=1", "--quiet"];
    let why = run(&folder, &none);
    assert_eq!(why.code, Some(20));
    assert!(why.out.contains("clue r1c1 = 1") && why.out.contains("clue r1c2 = 1"), "{}", why.out);
    let unique = ["solve", "s.sudoku", "--unique", "--given", "r4c1=2", "--format", "json"];
    let row = &json(&unique, 11)[0];
    fs::write(folder.path().join("written.sudoku"), board).expect("a file");
    let written = &json(&["solve", "written.sudoku", "--unique", "--format", "json"], 11)[0];
    assert_eq!(row["solutions"], written["solutions"]);
    let common = ["solve", "latin:3", "--propagate", "--given", "r1c1=1", "--format", "json"];
    assert_eq!(json(&common, 10)[0]["givens"][0], "r1c1=1");
}

#[test]
fn what_does_not_fit_is_an_error() {
    let folder = folder();
    let board = "1234341221434321";
    for (args, expected) in [
        (
            ["solve", "s.sudoku", "r4c11=2"],
            "--given: there is no variable 'r4c11' (did you mean 'r4c1'?)",
        ),
        (["solve", "s.sudoku", "r4c1=7"], "--given: 'r4c1=7': the values of r4c1 are 1..4"),
        (["solve", "s.sudoku", "r1c1=2"], "--given: 'r1c1=2': r1c1 is given as 1"),
        (["solve", "s.sudoku", "r4c1"], "'r4c1'; expected a variable and a value"),
        (
            ["compare", "m.model.json", "ann=mlik"],
            "(did you mean 'milk'?); expected one of tea, milk, ale",
        ),
        (
            ["sample", "m.model.json", "anne=tea"],
            "there is no variable 'anne' (did you mean 'ann'?)",
        ),
        (["hint", "latin:3", "r1c1=9"], "the values of r1c1 are 1..3"),
        (["why", "latin:3", "r1c1=9"], "the values of r1c1 are 1..3"),
        (["solve", "t.md", "Fee=1.255"], "expected one of {-1.25, 0.5, 3}"),
        (["hint", "set:12@7", "card1=1"], "hints of this puzzle take no givens"),
    ] {
        let ran = run(&folder, &[args[0], args[1], "--given", args[2]]);
        assert_eq!(ran.code, Some(2), "{args:?}: {}{}", ran.out, ran.err);
        assert!(ran.err.contains(expected), "{args:?}: {}", ran.err);
    }
    let twice = ["solve", "latin:3", "--given", "r1c1=1", "--given", "r1c1=2"];
    assert!(run(&folder, &twice).err.contains("'r1c1=2': r1c1 is given as 1"));
    for (option, file) in
        [("--certify", None), ("--certificate", Some("c")), ("--resume", Some("r"))]
    {
        let mut args = vec!["solve", "latin:3", "--count", "--given", "r1c1=1", option];
        args.extend(file);
        let ran = run(&folder, &args);
        assert_eq!(ran.code, Some(2), "{option}: {}{}", ran.out, ran.err);
        assert!(ran.err.contains("does not go with --given"), "{option}: {}", ran.err);
    }
    let orbits = ["solve", "latin:3", "--model", "cells+symmetry", "--given", "r1c1=2"];
    assert!(run(&folder, &orbits).err.contains("drops solutions"));
    // One of two instances has the cell; the other is an error in its place.
    fs::write(folder.path().join("two.sudoku"), format!("{board}\n{}\n", "1".repeat(81)))
        .expect("a file");
    let two = run(&folder, &["solve", "two.sudoku", "--given", "r9c9=1", "--format", "json"]);
    let answers: Vec<Json> = lines(&two).iter().map(|row| row["answer"].clone()).collect();
    assert_eq!((two.code, answers), (Some(2), vec!["error".into(), "unsat".into()]), "{}", two.err);
}
