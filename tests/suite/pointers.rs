//! Where an answer ends, a person learns what comes next: the command that explains, the variables
//! in which two solutions differ, the engine that was fastest.

use std::fs;

use insta::assert_snapshot;

use crate::common::{Ran, fed};

const HOME: &str = env!("CARGO_MANIFEST_DIR");

const NONE: &str =
    "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Runs a command, and the command to which it points.
fn pointed(folder: &std::path::Path, args: &[&str], input: &str) -> (Ran, String) {
    let ran = fed(folder, args, input.as_bytes());
    assert_eq!(ran.code, Some(20), "{args:?}: {}{}", ran.out, ran.err);
    let command = ran.err.lines().last().unwrap_or("").to_owned();
    let words = shlex::split(&command).unwrap_or_default();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let end = words.iter().position(|word| *word == "shows" || *word == "with").unwrap_or(0);
    assert_eq!(words[..2], ["parallax:", "parallax"], "{command}");
    let why = fed(folder, &words[2..end], input.as_bytes());
    assert_eq!(why.code, Some(20), "{command}: {}{}", why.out, why.err);
    assert!(why.out.contains("there is no solution"), "{command}: {}", why.out);
    (ran, command)
}

#[test]
fn no_solution_points_to_the_command_that_explains() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["none.sudoku", "my board's.sudoku", "-q", "--model"] {
        fs::write(folder.path().join(name), NONE).expect("written");
    }
    let at = |args: &[&str]| pointed(folder.path(), args, "").1;
    assert_snapshot!(at(&["solve", "none.sudoku"]), @"parallax: parallax why none.sudoku --repair shows what cannot hold together, and what to change");
    assert_snapshot!(at(&["count", "my board's.sudoku"]), @r#"parallax: parallax why "my board's.sudoku" --repair shows what cannot hold together, and what to change"#);
    assert_snapshot!(at(&["solve", "--unique", "--", "-q"]), @"parallax: parallax why --repair -- -q shows what cannot hold together, and what to change");
    at(&["solve", "--all", "--puzzle", "sudoku", "--", "--model"]);
    assert_snapshot!(at(&["solve", NONE]), @"parallax: parallax why 55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 --repair shows what cannot hold together, and what to change");
    assert_snapshot!(at(&["solve", "latin:3", "--given", "r1c1=1", "--given=r1c2=1", "--model", "cells"]), @"parallax: parallax why latin:3 --repair --given 'r1c1=1' --given 'r1c2=1' --model cells shows what cannot hold together, and what to change");
    assert_snapshot!(at(&["solve", "latin:3", "--propagate", "--given", "r1c1=1", "--given", "r1c2=1"]), @"parallax: parallax why latin:3 --repair --given 'r1c1=1' --given 'r1c2=1' shows what cannot hold together, and what to change");
    at(&["solve", "random:n=6,d=3,density=1,tightness=0.56@1"]);
    let input = pointed(folder.path(), &["solve", "-"], NONE).1;
    assert_snapshot!(input, @"parallax: parallax why - --repair with the same standard input shows what cannot hold together, and what to change");
}

#[test]
fn programs_and_several_instances_get_no_pointer() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("none.sudoku"), NONE).expect("written");
    for args in [
        &["solve", "none.sudoku", "-q"][..],
        &["solve", "none.sudoku", "--format", "json"],
        &["count", "none.sudoku", "--format", "json"],
        &["solve", "none.sudoku", "--format", "structure"],
        &["solve", "none.sudoku", "none.sudoku"],
        &["solve", "latin:3"],
    ] {
        let ran = fed(&folder, args, b"");
        assert_eq!(ran.err, "", "{args:?}");
    }
    // Where a model keeps only some solutions, the instance may have others.
    let part =
        fed(HOME, &["solve", "magic:3", "--model", "cells+corners", "--given", "r1c1=8"], b"");
    assert!(!part.err.contains("why"), "{}{}", part.out, part.err);
}

#[test]
fn two_solutions_name_the_variables_that_differ() {
    let folder = tempfile::tempdir().expect("a folder");
    let solved = "1234341221434321";
    let line = |args: &[&str], start: &str| {
        let ran = fed(&folder, args, b"");
        let line = ran.out.lines().find(|line| line.starts_with(start));
        line.unwrap_or_else(|| panic!("{args:?}: {}{}", ran.out, ran.err)).to_owned()
    };
    // The upper rows are open.
    let board = format!("........{}", &solved[8..]);
    let both = line(&["solve", &board, "--unique"], "they differ in");
    assert_snapshot!(both, @"they differ in r1c2 (2 or 4), r1c4 (4 or 2), r2c2 (4 or 2) and r2c4 (2 or 4)");
    let compared = line(&["compare", &board, "--engines", "native,brute"], "they differ in");
    assert_eq!(compared, both);
    // Twelve variables that are all equal.
    let names: Vec<String> = (1..=12).map(|place| format!("x{place}")).collect();
    let equal = |name: &String| {
        format!(
            r#"{{"kind": "linear", "relation": "=", "constant": 0,
              "terms": [{{"variable": "x1"}}, {{"coefficient": -1, "variable": "{name}"}}]}}"#
        )
    };
    let variable = |name: &String| format!(r#"{{"name": "{name}", "domain": "0..1"}}"#);
    let list = |of: &dyn Fn(&String) -> String, from: usize| {
        names[from..].iter().map(of).collect::<Vec<_>>().join(",")
    };
    let (variables, constraints) = (list(&variable, 0), list(&equal, 1));
    let model = format!(
        r#"{{"format": "parallax-model-1", "variables": [{variables}],
          "constraints": [{constraints}]}}"#
    );
    fs::write(folder.path().join("equal.model.json"), model).expect("written");
    let many = line(&["solve", "equal.model.json", "--unique"], "they differ in");
    assert!(many.starts_with("they differ in x1 (0 or 1), x2 (0 or 1), "), "{many}");
    assert!(many.ends_with(", x8 (0 or 1) and 4 more"), "{many}");
    let file = folder.path().join("drinks.model.json");
    let model = r#"{"format": "parallax-model-1", "values": {"tea": 1, "milk": 2},
      "variables": [{"name": "ann", "domain": ["tea", "milk"]}, {"name": "n", "domain": "5..5"}],
      "constraints": []}"#;
    fs::write(file, model).expect("written");
    let words = line(&["solve", "drinks.model.json", "--unique"], "they differ in");
    assert!(
        ["they differ in ann (tea or milk)", "they differ in ann (milk or tea)"].contains(&&*words),
        "{words}"
    );
}

#[test]
fn a_comparison_ends_with_the_fastest_engine() {
    let last = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let ran = fed(HOME, &words, b"");
        let text = ran.out.split("overall: ").last().unwrap_or("").replace("\n  ", " ");
        text.lines().last().unwrap_or("").to_owned()
    };
    let one = last("compare instances/latin-5.pls --engines native,sat:batsat");
    assert!(one.contains(" was fastest: ") && one.contains(" times faster than "), "{one}");
    assert!(one.ends_with("(one run; --repeat 5 shows how much this varies)"), "{one}");
    let many =
        last("compare instances/latin-5.pls instances/latin-8.pls --engines native,sat:batsat");
    assert!(many.ends_with("(geometric means over the instances, and their range)"), "{many}");
    let runs = last("compare instances/latin-5.pls --engines native,sat:batsat --runs 3");
    assert!(runs.contains(" ± ") && runs.contains(" times faster than "), "{runs}");
    let alone = last("compare instances/latin-5.pls --engines native");
    assert!(!alone.contains("fastest"), "{alone}");
    let object =
        last("compare instances/latin-5.pls --engines native,sat:batsat --format json --summary");
    let object: serde_json::Value = serde_json::from_str(&object).expect("an object");
    assert!(
        object["fastest_engine"]["others"][0]["ratio"].as_f64().is_some_and(|ratio| ratio >= 1.0)
    );
    assert_eq!(object["fastest_engine"]["answered"], 1);
}

#[test]
fn lint_reports_on_each_of_several_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = "## Type\n\n| Name | Type | Values |\n|---|---|---|\n| Age | Int | [0..20] |\n\
        | Price | Int | [0..9] |\n\n## Constant\n\n| Name | Type |\n|---|---|\n| age | Age |\n\
        | price | Price |\n\n## T\n\n| U | age | price |\n|---|---|---|\n| 1 | [3..5] | 1 |\n";
    let good = tables.replace("[3..5]", "-");
    for (name, text) in [("gap.md", tables), ("good.md", good.as_str()), ("board.sudoku", NONE)] {
        fs::write(folder.path().join(name), text).expect("written");
    }
    let lint = |args: &[&str]| fed(&folder, &[&["lint"], args].concat(), b"");
    let both = lint(&["gap.md", "good.md"]);
    assert_eq!((both.code, both.err.as_str()), (Some(1), ""));
    assert_snapshot!(both.out, @r"
    gap.md: T: gap: no rule applies where age: 0..2, for example age = 0
    gap.md: T: gap: no rule applies where age: 6..20, for example age = 11
    gap.md: 2 faults, 1 decision table, 4 questions answered
    good.md: 0 faults, 1 decision table, 2 questions answered
    ");
    assert_eq!(lint(&["good.md", "good.md"]).code, Some(0));
    assert_eq!(
        (lint(&["-q", "good.md"]).out, lint(&["-q", "gap.md"]).out.lines().count()),
        (String::new(), 2)
    );
    // A file that cannot be read stops no other, and is the worst.
    let ran = lint(&["none.md", "gap.md", "board.sudoku", "good.md"]);
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.out.contains("gap.md: 2 faults") && ran.out.contains("good.md: 0 faults"),
        "{}",
        ran.out
    );
    assert_eq!(ran.err.lines().count(), 2, "{}", ran.err);
    let json = lint(&["gap.md", "good.md", "--format", "json"]);
    let line: serde_json::Value =
        serde_json::from_str(json.out.lines().next().expect("a line")).expect("JSON");
    assert_eq!((&line["file"], &line["inputs"][0][1]), (&"gap.md".into(), &"0..2".into()));
}
