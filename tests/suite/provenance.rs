//! Exported formulas describe their meaning, and a solver's reply becomes a checked solution.

use std::fs;

use insta::assert_snapshot;
use serde_json::Value as Json;

use crate::common::{Ran, fed};

const HOME: &str = env!("CARGO_MANIFEST_DIR");

fn parallax(line: &str, input: &str) -> Ran {
    fed(HOME, &line.split(' ').collect::<Vec<_>>(), input.as_bytes())
}

/// Returns the output of a competition solver for this formula.
fn solved(formula: &str) -> String {
    let ran = parallax("solve - --engine sat:batsat --format json", formula);
    let row: Json = serde_json::from_str(&ran.out).expect("a row");
    match row["solutions"].get(0) {
        None => "s UNSATISFIABLE\n".to_owned(),
        Some(values) => format!("c hello\ns SATISFIABLE\n{}\n", values.as_str().expect("a text")),
    }
}

/// Returns the exit code and the whole output.
fn output(line: &str, input: &str) -> String {
    let ran = parallax(line, input);
    format!("{} {}{}", ran.code.expect("a code"), ran.out, ran.err)
}

#[test]
fn what_is_encoded_is_decoded() {
    let instances = [
        "instances/latin-5.pls",
        "instances/magic-3.dat",
        "instances/set-12.set",
        "instances/set-4-values.set",
        "instances/talks.model.json",
        "instances/petersen.cnf",
        "instances/sudoku-4.sudoku --index 1",
        "latin:4 --model cells+symmetry",
        "instances/set-12.set --model selected",
    ];
    for instance in instances {
        for encoding in ["direct", "order,amo=ladder", "log", "channelled,sum=adder"] {
            let what = format!("{instance} --encoding {encoding}");
            let formula = parallax(&format!("encode {what}"), "").out;
            let assignment = solved(&formula);
            let decoded =
                parallax(&format!("decode {what} --assignment - --format json"), &assignment);
            assert_eq!((decoded.code, &*decoded.err), (Some(10), ""), "{what}");
            let row: Json = serde_json::from_str(&decoded.out).expect("an object");
            assert_eq!(row["checked"], true);
            // The puzzle's rules accept the result.
            let file = instance.split(' ').next().unwrap_or(instance);
            let solution = row["solutions"][0].as_str().expect("a solution");
            if !instance.contains("--index") {
                let args = ["check", file, solution];
                assert_eq!(fed(HOME, &args, b"").code, Some(0), "{what}: {solution}");
            }
            decodes_by_its_comments(&what, &formula, &assignment);
        }
    }
}

/// Checks that the exported formula alone determines the values, in both formats.
fn decodes_by_its_comments(what: &str, formula: &str, assignment: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let said = folder.path().join("said");
    fs::write(&said, assignment).expect("written");
    let said = said.to_str().expect("a name");
    let ran = parallax(&format!("decode - --format json --assignment {said}"), formula);
    assert_eq!((ran.code, &*ran.err), (Some(10), ""), "{what}");
    let row: Json = serde_json::from_str(&ran.out).expect("an object");
    let meaning = row["meanings"][0].as_str().expect("a meaning");
    let shown = formula.lines().filter(|line| line.starts_with("c int shown ")).count();
    assert_eq!(meaning.split(", ").count(), shown, "{what}: {meaning}");
}

#[test]
fn unsatisfiable_and_unknown_are_reported() {
    let decode = "decode instances/latin-4-none.pls --assignment -";
    let formula = parallax("encode instances/latin-4-none.pls", "").out;
    assert_eq!(solved(&formula), "s UNSATISFIABLE\n");
    for unsatisfiable in ["s UNSATISFIABLE\n", "UNSAT\n", "c\ns UNSATISFIABLE\n"] {
        let expected = "20 instances/latin-4-none.pls: latin square 4x4, 10 holes\n\
                        unsatisfiable, as the solver says\n";
        assert_eq!(output(decode, unsatisfiable), expected);
    }
    assert_eq!(parallax(decode, "s UNKNOWN\n").code, Some(0));
    assert_eq!(parallax(decode, "INDET\n").code, Some(0));
    assert_snapshot!(output(decode, "s UNSATISFIABLE\nv 1 0\n"), @"2 parallax: <stdin>: an assignment, but the answer is not 'satisfiable'");
    assert_snapshot!(output(decode, ""), @"2 parallax: <stdin>: neither an answer nor an assignment; expected 's' and 'v' lines");
    assert_snapshot!(output(decode, "s SATISFIABLE\nv 1 -2"), @"2 parallax: <stdin>:2:7: the assignment ends without its 0");
    assert_snapshot!(output(decode, "hello"), @"2 parallax: <stdin>:1:1: 'hello'; expected literals such as 1 -2 3 0");
}

#[test]
fn assignments_that_are_no_solutions_are_reported() {
    let decode = "decode instances/latin-5.pls --assignment -";
    assert_snapshot!(output(decode, "v 1 2 0"), @r"
    1 instances/latin-5.pls: latin square 5x5, 17 holes
    WRONG: clause 2 (domains) has no true literal
    ");
    assert_snapshot!(output(decode, "v 126 0"), @r"
    1 instances/latin-5.pls: latin square 5x5, 17 holes
    WRONG: a value for variable 126, but this formula has 125; was another --model or --encoding encoded?
    ");
    assert_snapshot!(output(decode, "v 1 -1 0"), @r"
    1 instances/latin-5.pls: latin square 5x5, 17 holes
    WRONG: two values for variable 1
    ");
    // One literal of a solution negated, anywhere.
    let formula = parallax("encode instances/latin-5.pls", "").out;
    let assignment = solved(&formula);
    let literals: Vec<&str> = assignment.lines().last().unwrap().split(' ').skip(1).collect();
    for place in (0..125).step_by(13) {
        let mut turned: Vec<String> = literals.iter().map(|&l| l.to_owned()).collect();
        turned[place] = match turned[place].strip_prefix('-') {
            Some(positive) => positive.to_owned(),
            None => format!("-{}", turned[place]),
        };
        let text = format!("s SATISFIABLE\nv {}\n", turned.join(" "));
        let ran = parallax(decode, &text);
        assert_eq!(ran.code, Some(1), "{}", ran.out);
        assert!(ran.out.contains("WRONG: clause"), "{}", ran.out);
    }
}

#[test]
fn comments_describe_variables_clauses_and_encodings() {
    let lines = |format: &str, mark: &str| -> Vec<String> {
        let line = format!("encode instances/magic-3.dat --encoding order --to {format}");
        let text = parallax(&line, "").out;
        text.lines().filter(|line| line.starts_with(mark)).map(str::to_owned).collect()
    };
    let first_two = |all: &[String], starts: &str| {
        let found: Vec<&str> =
            all.iter().filter(|line| line.starts_with(starts)).map(String::as_str).collect();
        found[..2].join("\n")
    };
    let dimacs = lines("dimacs", "c");
    assert_snapshot!(dimacs[..5].join("\n"), @r"
    c instances/magic-3.dat: magic square 3x3, 0 clues
    c model magic 3x3
    c encoding order
    c int shown r1c1 in 1..9
    c int shown r1c2 in 1..9
    ");
    assert_snapshot!(first_two(&dimacs, "c var"), @r"
    c var 1 = r1c1 <= 1
    c var 2 = r1c1 <= 2
    ");
    let groups = first_two(&dimacs, "c group");
    assert!(groups.starts_with("c group clauses 1..63: domains [integers=order]\n"), "{groups}");
    assert!(groups.contains(": all cells differ [alldiff="), "{groups}");
    let opb = lines("opb", "*");
    assert_eq!(opb[1][1..], dimacs[0][1..]);
    assert_eq!(first_two(&opb, "* group"), groups.replace("c group", "* group"));
    assert_snapshot!(first_two(&opb, "* var"), @r"
    * var x1 = r1c1 <= 1
    * var x2 = r1c1 <= 2
    ");
    // Every clause is in exactly one group.
    let mut next = 1;
    for line in dimacs.iter().filter_map(|line| line.strip_prefix("c group clauses ")) {
        let (range, _) = line.split_once(':').expect("a label");
        let (first, last) = range.split_once("..").expect("a range");
        assert_eq!(first.parse(), Ok(next));
        next = last.parse::<usize>().expect("a number") + 1;
    }
    assert!(next > 100);
}

#[test]
fn encodings_are_checked_against_their_constraints() {
    for line in [
        "instances/set-12.set",
        "instances/set-12.set --model selected --encoding order",
        "instances/petersen.cnf",
        "instances/talks.model.json --encoding log,amo=bitwise",
        "instances/latin-5.pls --encoding channelled,amo=ladder",
    ] {
        let ran = parallax(&format!("encode {line} --check --format json"), "");
        assert_eq!((ran.code, &*ran.err), (Some(0), ""), "{line}");
        for group in ran.out.lines() {
            let group: Json = serde_json::from_str(group).expect("an object");
            let status = group["status"].as_str().expect("a status");
            assert!(["exhaustive", "equivalent"].contains(&status), "{line}: {group}");
        }
    }
    let table = parallax("encode instances/latin-5.pls --check", "").out;
    assert!(table.ends_with("12 groups: 12 exhaustive, 0 equivalent, 0 unchecked, 0 WRONG\n"));
}

#[test]
fn formats_are_known_by_the_ends_of_their_files() {
    for (name, other) in
        [("dimacs", "cnf"), ("smtlib", "smt2"), ("flatzinc", "fzn"), ("minizinc", "mzn")]
    {
        let written = |name| parallax(&format!("encode latin:2 --to {name}"), "").out;
        assert!(!written(name).is_empty());
        assert_eq!(written(name), written(other));
        let ran = parallax(&format!("encode latin:2 --check --format {other}"), "");
        let hint = format!("expected text or json; --to {other} chooses what is written");
        assert!(ran.code == Some(2) && ran.err.contains(&hint), "{}", ran.err);
    }
    let report = |option| parallax(&format!("encode latin:2 --check {option} json"), "").out;
    assert_eq!(report("--report"), report("--format"));
}
