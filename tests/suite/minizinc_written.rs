//! MiniZinc: the written models, the program `minizinc` if it is installed, and scripts in its
//! place.

use std::path::Path;
use std::process::Command;

use crate::common::{fed, script, skipped};

/// A model with a name that MiniZinc does not allow, and a hidden variable.
const SMALL: &str = r#"{"format": "parallax-model-1", "name": "small",
    "variables": [{"name": "a", "domain": "0..3"}, {"name": "c[1]", "domain": "{1, 4}"},
        {"name": "p", "domain": "0..1"}, {"name": "max", "domain": "0..9", "shown": false}],
    "constraints": [
        {"kind": "linear", "terms": [{"coefficient": 2, "variable": "a"}, {"variable": "p"}],
            "relation": "<=", "constant": 5, "label": "the \"sum\""},
        {"kind": "reify", "truth": "p", "atom": {"variable": "c[1]", "relation": ">=", "value": 2}},
        {"kind": "clause", "atoms": [{"variable": "p", "relation": "=", "value": 0},
            {"variable": "a", "relation": "!=", "value": 2}]},
        {"kind": "implies", "condition": "p",
            "then": {"kind": "compare", "left": "a", "relation": "<", "right": "max", "offset": -5}},
        {"kind": "all_different", "scope": ["a", "c[1]", "max"], "label": "no two alike"},
        {"kind": "element", "index": "a", "array": ["c[1]", "max", "a", "a"], "result": "max"}],
    "maximize": [{"coefficient": 2, "variable": "a"}, {"variable": "c[1]"}]}"#;

fn encoded(model: &str) -> String {
    let args = ["encode", "-", "--puzzle", "model", "--to", "minizinc"];
    let ran = fed(".", &args, model.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    ran.out
}

#[test]
#[allow(clippy::too_many_lines, reason = "a list of cases")]
fn models_are_written_for_people() {
    insta::assert_snapshot!(encoded(SMALL), @r#"
    % <stdin>: small, 4 variables, 6 constraints
    % model small
    include "all_different.mzn";
    var 0..3: a;
    var {1, 4}: c_1; % c[1]
    var bool: p;
    var 0..9: max_v; % max
    constraint :: "the 'sum'" 2*a + bool2int(p) <= 5;
    constraint p <-> c_1 >= 2;
    constraint not p \/ a != 2;
    constraint p -> a < max_v - 5;
    constraint :: "no two alike" all_different([a, c_1, max_v]);
    constraint array1d(0..3, [c_1, max_v, a, a])[a] = max_v;
    solve :: seq_search([
      int_search([a, c_1, max_v], first_fail, indomain_min, complete),
      bool_search([p], input_order, indomain_min, complete)
    ]) maximize 2*a + c_1;
    output [
      "a = \(a)\n",
      "c[1] = \(c_1)\n",
      "p = \(bool2int(p))\n",
    ];
    "#);
    let globals = r#"{"format": "parallax-model-1", "name": "globals",
        "variables": [{"name": "a", "domain": "0..3"}, {"name": "b", "domain": "0..3"},
            {"name": "n", "domain": "0..3"}],
        "constraints": [
            {"kind": "regular", "scope": ["a", "b"], "automaton": {"start": 0, "finals": [1],
                "transitions": [[0, 0, 0], [0, 2, 1], [1, 0, 1]]}},
            {"kind": "count", "scope": ["a", "b"], "values": [0], "total": "n"},
            {"kind": "cumulative", "starts": ["a", "b"], "lengths": [2, "n"], "heights": [1, 2],
                "limit": 2},
            {"kind": "circuit", "successors": ["a", "b", "n"], "first": 1},
            {"kind": "bin_packing", "bins": ["a", "b"], "sizes": [2, 3], "loads": [3, 0, "n"]}]}"#;
    insta::assert_snapshot!(encoded(globals), @r#"
    % <stdin>: globals, 3 variables, 5 constraints
    % model globals
    include "bin_packing_load.mzn";
    include "count.mzn";
    include "regular.mzn";
    include "subcircuit.mzn";
    var 0..3: a;
    var 0..3: b;
    var 0..3: n;
    constraint regular([a + 1, b + 1], 2, 3, [| 1, 0, 2 | 2, 0, 0 |], 1, {2});
    constraint count([a, b], 0, n);
    constraint let {
        array[int] of var int: s_ = [a, b],
        array[int] of var int: d_ = [2, n],
        array[int] of var int: h_ = [1, 2]
      } in forall(i_ in index_set(s_))(d_[i_] = 0 \/ sum(j_ in index_set(s_))(h_[j_] * bool2int(s_[j_] <= s_[i_] /\ s_[i_] < s_[j_] + d_[j_])) <= 2);
    constraint subcircuit([a, b, n]) /\ (a != 1 \/ b != 2 \/ n != 3);
    constraint a in 0..2 /\ b in 0..2 /\ bin_packing_load(array1d(0..2, [3, 0, n]), [a, b], [2, 3]);
    solve satisfy;
    output [
      "a = \(a)\n",
      "b = \(b)\n",
      "n = \(n)\n",
    ];
    "#);
}

/// Runs the installed `minizinc` with Gecode on a model; `None` if it is not there.
fn minizinc(folder: &Path, model: &str) -> Option<String> {
    std::fs::write(folder.join("m.mzn"), model).expect("a file");
    let run = Command::new("minizinc")
        .args(["--solver", "gecode", "-G", "std", "-a", "m.mzn"])
        .current_dir(folder)
        .output();
    match run {
        Err(_) => {
            skipped("minizinc is not installed");
            None
        }
        Ok(ran) => {
            let err = String::from_utf8_lossy(&ran.stderr).into_owned();
            assert!(ran.status.success(), "{err}\n{model}");
            Some(String::from_utf8(ran.stdout).expect("UTF-8"))
        }
    }
}

#[test]
fn what_minizinc_finds_is_decoded_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let sudoku = std::fs::canonicalize("instances/sudoku-4.sudoku").expect("a file");
    std::fs::write(path.join("small.model.json"), SMALL).expect("a file");
    for (input, expected) in [
        (&["small.model.json"][..], "checked"),
        (&["latin:3"][..], "12 solutions, checked"),
        (&["magic:3"][..], "8 solutions, checked"),
        (&[sudoku.to_str().expect("UTF-8"), "--index", "0"][..], "1 solution, checked"),
    ] {
        let ran = fed(path, &[&["encode"][..], input, &["--to", "mzn"][..]].concat(), b"");
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{input:?}");
        let Some(printed) = minizinc(path, &ran.out) else { return };
        let args = [&["decode"][..], input, &["--assignment", "-"][..]].concat();
        let ran = fed(path, &args, printed.as_bytes());
        assert!(ran.code == Some(10) && ran.out.contains(expected), "{}{}", ran.out, ran.err);
    }
}

#[test]
fn printed_solutions_are_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    std::fs::write(path.join("m.model.json"), SMALL).expect("a file");
    for (text, code, expected) in [
        ("a = 0\nc[1] = 1\np = 0\n----------\n", 1, "WRONG: its values do not satisfy the model"),
        ("a = 1\nc[1] = 4\np = 1\n----------\n", 10, "1 solution, checked"),
        ("a = 9\nc[1] = 1\np = 0\n----------\n", 1, "a = 9 is outside its domain"),
        ("a = 1\np = 0\n----------\n", 1, "its solution has no value of c[1]"),
        ("a = 1\na = 2\n----------\n", 2, "'a' has two values"),
        ("a = 1\nb = 2\n----------\n", 2, "'b = 2' is not part of an answer"),
    ] {
        std::fs::write(path.join("out"), text).expect("a file");
        let ran = fed(path, &["decode", "m.model.json", "--assignment", "out"], b"");
        let said = ran.out + &ran.err;
        assert!(ran.code == Some(code) && said.contains(expected), "{text}: {:?} {said}", ran.code);
    }
    std::fs::write(path.join("out"), "a = 1\nc[1] = 4\np = 1\n----------\n==========\n").expect("");
    let ran = fed(path, &["check", "m.model.json", "out"], b"");
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
}

/// Runs the program with a script in place of `minizinc`.
fn with_script(text: &str, args: &[&str]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    script(&folder.path().join("minizinc"), text);
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::env::split_paths(&paths);
    let paths = std::env::join_paths([folder.path().to_owned()].into_iter().chain(paths));
    let ran = Command::new(env!("CARGO_BIN_EXE_parallax"))
        .args(args)
        .env("PATH", paths.expect("paths"))
        .output()
        .expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (ran.status.code(), text(&ran.stdout) + &text(&ran.stderr))
}

/// The answer of a script to `--solvers-json`.
const LISTS: &str = r#"if [ "$1" = --solvers-json ]; then
echo '[{"id": "org.good", "name": "Good", "version": "1.0"}]'; exit 0; fi
"#;

#[test]
fn strange_programs_are_found_out() {
    let wrong = "for i in 0 1 2 3 4 5 6 7 8; do echo \"x$i = 1;\"; done; echo ----------";
    for (text, code, expected) in [
        ("echo =====UNSATISFIABLE=====", 5, "contradiction"),
        (wrong, 5, "wrong solution"),
        ("echo =====UNKNOWN=====", 3, "the solver gave up"),
        ("echo 'Warning: odd' >&2; echo =====UNBOUNDED=====", 3, "the solver gave up"),
        ("echo =====ERROR=====", 3, "the solver reports an error"),
        ("echo =====ERROR=====; echo 'type error: x' >&2; exit 1", 3, "type error: x"),
        ("echo 'x0 = true;'", 3, "part of an answer"),
        ("kill -SEGV $$", 3, "crash: signal 11"),
        ("exit 0", 3, "it printed no answer"),
        ("yes x", 3, "part of an answer"),
        ("yes %", 3, "without a solution"),
    ] {
        let args = ["compare", "magic:3", "--engines", "native,mzn:good"];
        let (ended, said) = with_script(&format!("{LISTS}{text}"), &args);
        assert!(ended == Some(code) && said.contains(expected), "{text}: {ended:?} {said}");
    }
}

#[test]
fn a_program_that_hangs_is_ended() {
    for text in [format!("{LISTS}sleep 600"), "sleep 600 & sleep 600".to_owned()] {
        let args = ["solve", "magic:3", "--engine", "mzn:good", "--timeout", "1"];
        let (code, said) = with_script(&text, &args);
        assert!(said.contains("timeout"), "{code:?} {said}");
    }
}

#[test]
fn flags_and_limits_are_passed_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let note = folder.path().join("note");
    let text = format!("{LISTS}echo \"$@\" >{}; echo =====UNKNOWN=====", note.display());
    for (engine, expected) in [
        ("mzn:good", "--solver good -r 7 -a -t "),
        ("mzn+std:org.good@1.0 -p 2", "--solver org.good@1.0 -p 2 -G std -r 7 -a -t "),
    ] {
        let args = ["solve", "magic:3", "--count", "--engine", engine, "--timeout", "50"];
        let (_, said) = with_script(&text, &[&args[..], &["--seed", "7"]].concat());
        let passed = std::fs::read_to_string(&note).unwrap_or_else(|_| panic!("{said}"));
        assert!(passed.starts_with(expected), "{passed}");
        let words: Vec<&str> = passed.split_whitespace().collect();
        let [.., limit, file] = words[..] else { panic!("{passed}") };
        assert!(file.ends_with(".mzn") && limit.parse::<u32>().is_ok_and(|ms| ms <= 51_000));
    }
}

#[test]
fn an_unknown_solver_is_refused_with_the_known_ones() {
    let args = ["solve", "magic:3", "--engine", "mzn:better"];
    let (code, said) = with_script(&format!("{LISTS}exit 1"), &args);
    let expected = "minizinc has no solver 'better'; it lists org.good (Good 1.0)";
    assert!(said.contains(expected), "{code:?} {said}");
}

/// An instance without solutions.
const NONE: &str = "instances/latin-4-none.pls";

#[test]
fn claims_through_the_compiler_are_named() {
    let unsat = format!("{LISTS}echo =====UNSATISFIABLE=====");
    let said = "mzn:good: the claim rests on MiniZinc's compiler too, which nothing checks\n";
    for (args, is_named) in [
        (&["solve", NONE, "--engine", "mzn:good"][..], true),
        (&["compare", NONE, "--engines", "native,mzn:good"][..], true),
        (&["compare", NONE, "--engines", "native,brute"][..], false),
    ] {
        let (_, out) = with_script(&unsat, args);
        assert_eq!(out.contains(said), is_named, "{args:?}: {out}");
    }
}

#[test]
fn programs_behind_minizinc_support_no_others() {
    let unsat = format!("{LISTS}echo =====UNSATISFIABLE=====");
    // Both may be one solver: nothing is compared.
    let engines = "mzn:good,mzn+std:good,fzn:minizinc";
    let args = ["compare", NONE, "--engines", engines];
    let (code, out) = with_script(&unsat, &args);
    assert!(code == Some(3) && out.contains("answered by one engine only"), "{code:?} {out}");
    assert!(!out.contains("cross-agreed"), "{out}");
}
