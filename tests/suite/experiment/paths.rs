//! Paths of a specification start from its folder, those in commands too; and what it generates.

use std::fs;

use parallax_model::engine_api::Task;

use super::{experiment, records};
use crate::common::script;

/// Makes a folder `sub` with this specification and a solver that reads a file beside it.
fn folder(spec: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let sub = folder.path().join("sub");
    fs::create_dir(&sub).expect("a folder");
    fs::write(sub.join("e.toml"), spec).expect("a file");
    fs::write(sub.join("answer"), "s SATISFIABLE\nv 1 0\n").expect("a file");
    fs::write(sub.join("one.cnf"), "p cnf 1 1\n1 0\n").expect("a file");
    script(&sub.join("solver"), "cat answer");
    folder
}

#[test]
fn programs_run_in_the_folder_of_the_specification() {
    for place in ["", "in-process = true\n"] {
        let folder = folder(&format!(
            "{place}instances = 'one.cnf'\nengines = ['one', 'two', 'three']\ntask = 'first'\n\
             [programs]\none = 'dimacs:./solver {{cnf}}'\ntwo = 'dimacs:sh solver {{cnf}}'\n\
             three = 'three=opb:../sub/./solver {{opb}}'\n[limits]\nwall = 10\n"
        ));
        let ran = experiment(folder.path(), &["run", "sub/e.toml"]);
        let found = records(&folder.path().join("sub"), "e.results.jsonl");
        assert_eq!(found.len(), 3, "{}{}", ran.out, ran.err);
        let reasons: Vec<_> = found.iter().filter_map(|record| record.reason.clone()).collect();
        for reason in reasons {
            assert!(!reason.contains("cannot run") && !reason.contains("No such"), "{reason}");
        }
        // The answer is no line of the third one's form, so it is read and refused.
        let solved = found.iter().filter(|record| record.is_solved(Some(Task::First))).count();
        assert_eq!(solved, 2, "{}", ran.out);
        // The manifest has the specs as the user writes them.
        let text = fs::read_to_string(folder.path().join("sub/e.results.jsonl")).expect("results");
        assert!(text.contains("\"spec\":\"dimacs+direct:./solver {cnf}\""), "{text}");
    }
}

#[test]
fn a_program_that_is_not_there_is_named_with_the_folder() {
    let folder = folder(
        "instances = 'one.cnf'\nengines = ['mine']\n[programs]\nmine = 'dimacs:./none {cnf}'\n",
    );
    let ran = experiment(folder.path(), &["plan", "sub/e.toml"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("cannot run './none': there is no such program in "), "{}", ran.err);
    assert!(ran.err.trim_end().ends_with("/sub"), "{}", ran.err);
}

#[test]
fn generated_instances_are_several_of_any_kind() {
    let plan = |generate: &str| {
        let folder = folder(&format!("generate = {generate}\nengines = 'native'\n"));
        let ran = experiment(folder.path(), &["plan", "sub/e.toml"]);
        let line = ran.out.lines().nth(1).unwrap_or_default().to_owned();
        (ran.code, line, ran.err)
    };
    let all = "['cnf --variables 5 --clauses 6 --number 12', 'sudoku --order 4 --number 3', \
               'cnf --variables 3 --clauses 2']";
    let (code, line, err) = plan(all);
    assert_eq!((code, line.as_str()), (Some(0), "instances: 16 from 14 sources"), "{err}");
    let one = |generate: &str| {
        let (code, _, err) = plan(generate);
        assert_eq!(code, Some(2));
        err.trim_end().to_owned()
    };
    insta::assert_snapshot!(one("['sudoku', '--order', '4', '--number', '3']"), @r#"parallax: sub/e.toml: generate: '--order' is no kind of instance; the arguments of one source are one text: generate = "sudoku --order 4 --number 3""#);
    insta::assert_snapshot!(one("'cnf --number 3 --out here'"), @r#"parallax: sub/e.toml: generate: 'cnf --number 3 --out here': leave out --out; an experiment reads instances in their own form"#);
    insta::assert_snapshot!(one("'cnf --format=json'"), @r#"parallax: sub/e.toml: generate: 'cnf --format=json': leave out --format; an experiment reads instances in their own form"#);
    insta::assert_snapshot!(one("'cnf --numbers 3'"), @r#"parallax: sub/e.toml: generate: 'cnf --numbers 3': unexpected argument '--numbers' found; tip: a similar argument exists: '--number'"#);
}
