//! Nothing is lost: unreadable inputs, missing programs, exit codes.

use std::fs;
use std::path::Path;

use serde_json::Value as Json;

use crate::common::{Ran, fed, script};

const MODEL: &str =
    r#"{"format": "parallax-model-1", "variables": [{"name": "x", "domain": "1..3"}]}"#;
const NONE: &str = "p cnf 1 2\n1 0\n-1 0\n";
const GOOD: &str = "14.......1.4....\n";

/// Makes a folder with good and bad files, and a script that claims that there is no solution.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write =
        |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write("a.sudoku", GOOD);
    write("b.txt", "Dear reader,\n");
    write("c.model.json", MODEL);
    write("d.cnf", "p cnf 1 1\n7 0\n");
    write("none.cnf", NONE);
    write("some.cnf", "p cnf 1 1\n1 0\n");
    script(&folder.path().join("s.sh"), "echo s UNSATISFIABLE; exit 20");
    folder
}

fn run(folder: &Path, args: &[&str]) -> (Option<i32>, Vec<Json>, Ran) {
    let ran = fed(folder, args, b"");
    let objects = ran.out.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    (ran.code, objects, ran)
}

fn texts(objects: &[Json], field: &str) -> Vec<String> {
    objects.iter().map(|object| object[field].as_str().unwrap_or("").to_owned()).collect()
}

#[test]
fn what_cannot_be_read_is_a_row_and_the_rest_goes_on() {
    let folder = folder();
    let files = ["a.sudoku", "b.txt", "c.model.json", "none.txt", "d.cnf", "some.cnf"];
    let engines = ["--engines", "native,sat:batsat", "--format", "json"];
    for jobs in ["-j1", "-j3"] {
        let args = [&["compare", jobs][..], &files, &engines].concat();
        let (code, rows, ran) = run(folder.path(), &args);
        assert_eq!(code, Some(2), "{}", ran.err);
        let answers = ["sat", "sat", "error", "sat", "sat", "error", "error", "sat", "sat"];
        assert_eq!(texts(&rows, "answer"), answers);
        assert_eq!(texts(&rows, "verdict")[..3], ["agree", "agree", "error"]);
        assert_eq!((&rows[2]["instance"], ran.err.lines().count()), (&"b.txt".into(), 3));
        let why = rows[2]["reason"].as_str().expect("a reason");
        assert!(why.starts_with("b.txt:1: no known form"), "{why}");
        assert!(ran.err.contains(why), "{}", ran.err);
    }
    let args = [&["solve"][..], &files].concat();
    let (code, _, ran) = run(folder.path(), &args);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!((code, lines.len()), (Some(2), 6), "{}", ran.out);
    assert!(lines[0].starts_with("a.sudoku sat 1+"), "{}", ran.out);
    assert!(lines[1].starts_with("b.txt error (b.txt:1: no known form"), "{}", ran.out);
    assert!(lines[5].starts_with("some.cnf sat 1+"), "{}", ran.out);
    for (format, row) in [
        ("text", "error: b.txt:1: no known form"),
        ("csv", "b.txt,,,,,,error,"),
        ("markdown", "| error |"),
    ] {
        let args = ["compare", "--rows", "--engines", "native,sat:batsat", "--format", format];
        let ran = run(folder.path(), &[&args[..], &files].concat()).2;
        assert!(ran.out.contains(row) && ran.out.contains("some.cnf"), "{}", ran.out);
        assert_eq!(ran.code, Some(2));
    }
}

#[test]
fn inputs_of_which_none_can_be_read_are_named() {
    let ran = run(folder().path(), &["compare", "b.txt", "none.txt"]).2;
    assert_eq!(ran.code, Some(2));
    for name in ["error: b.txt:1: ", "error: none.txt: "] {
        assert_eq!(ran.out.matches(name).count(), 1, "{}", ran.out);
    }
    assert!(ran.out.ends_with("(0 instances, 0 results; 2 inputs not read)\n"), "{}", ran.out);
}

#[test]
fn a_model_that_an_instance_does_not_offer_costs_that_instance_only() {
    let folder = folder();
    let args = ["compare", "c.model.json", "latin:3", "magic:3", "--models", "cells"];
    let more = ["--engines", "native,sat:batsat", "--format", "json"];
    let (code, rows, _) = run(folder.path(), &[&args[..], &more].concat());
    assert_eq!(code, Some(2));
    assert_eq!(texts(&rows, "answer"), ["error", "sat", "sat", "sat", "sat"]);
}

#[test]
fn the_worst_exit_code_wins() {
    let folder = folder();
    let code = |args: &str| {
        let words: Vec<&str> = args.split(' ').collect();
        run(folder.path(), &words).0
    };
    let lie = "--engines native,dimacs:./s.sh";
    for (expected, args) in [
        (0, "compare some.cnf --engines native,sat:batsat".to_owned()),
        (5, format!("compare some.cnf {lie}")),
        (5, format!("compare b.txt some.cnf d.cnf {lie}")),
        (2, "compare b.txt none.cnf --engines native".into()),
        (3, "compare none.cnf --engines native".into()),
        (3, "compare none.cnf --engines native,native".into()),
        (3, "compare none.cnf --engines native,reform:paper".into()),
        (2, "solve none.cnf b.txt".into()),
        (20, "solve none.cnf".into()),
        (2, "solve some.cnf none.txt".into()),
    ] {
        assert_eq!(code(&args), Some(expected), "{args}");
    }
}

#[test]
fn one_script_under_several_spellings_supports_nothing() {
    let folder = folder();
    let list = "dimacs:./s.sh,dimacs:sh s.sh,dimacs:timeout 5 ./s.sh";
    let json = ["--format", "json"];
    let args = [&["compare", "none.cnf", "--engines", list][..], &json].concat();
    let (code, rows, _) = run(folder.path(), &args);
    assert_eq!((code, texts(&rows, "standing")), (Some(3), vec!["claimed".to_owned(); 3]));
    assert_eq!(texts(&rows, "verdict"), vec!["answered by one engine only"; 3]);
    // Nor does a script with the name of a solver.
    script(&folder.path().join("cadical"), "echo s UNSATISFIABLE; exit 20");
    let list = "sat:batsat,dimacs:./cadical";
    let args = [&["compare", "none.cnf", "--engines", list][..], &json].concat();
    let (code, rows, _) = run(folder.path(), &args);
    assert_eq!((code, texts(&rows, "standing")), (Some(0), vec!["claimed".to_owned(); 2]));
    // If there is a solution, the script is wrong, and the report states this.
    let args = [&["compare", "some.cnf", "--engines", "native,dimacs:./s.sh"][..], &json].concat();
    let (code, rows, _) = run(folder.path(), &args);
    assert_eq!(
        (code, texts(&rows, "wrong")),
        (Some(5), vec![String::new(), "wrong answer: native has a checked solution".into()])
    );
    let ran = run(folder.path(), &args[..4]).2;
    assert!(ran.out.contains("contradiction (wrong: dimacs+direct:./s.sh)"), "{}", ran.out);
    assert!(ran.out.contains("unsat, wrong"), "{}", ran.out);
}

#[test]
fn a_program_that_is_not_there_is_an_error_before_anything_runs() {
    let folder = folder();
    for engine in
        ["dimacs:no-such-solver -q", "smtlib:./s2.sh", "reform:leaf=dimacs:no-such-solver"]
    {
        for args in [
            vec!["compare", "a.sudoku", "--engines", engine],
            vec!["solve", "a.sudoku", "--engine", engine],
        ] {
            let ran = run(folder.path(), &args).2;
            assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{args:?}");
            assert!(ran.err.starts_with("parallax: cannot run '"), "{}", ran.err);
        }
    }
    let args = ["compare", "a.sudoku", "--engines", "native,sat:batsat,dimacs:no-such-solver"];
    assert_eq!(run(folder.path(), &args).0, Some(2));
}
