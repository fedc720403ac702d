//! FlatZinc: the written models, and installed solvers against brute force.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use parallax_engines::Spec;
use parallax_model::engine_api::{Answer, Control, Engine, Task};
use parallax_model::{ConstraintKind, Model, Value, sample};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::common::{fed, script};

/// Returns the answer and the shown values of all solutions.
fn solutions(spec: &Spec, model: &Arc<Model>) -> (Answer, BTreeSet<Vec<Value>>) {
    let control = Control::unlimited();
    let mut session = match spec.prepare(model, 0, &control) {
        Ok(session) => session,
        Err(refusal) => return (refusal.into(), BTreeSet::new()),
    };
    let mut found = BTreeSet::new();
    let outcome = session.ask(&[], Task::All, &control, &mut |values| {
        model.check(&[], values).expect("a solution");
        let shown = model.shown().iter().map(|v| values[v.index()]).collect();
        assert!(found.insert(shown), "a solution twice");
        ControlFlow::Continue(())
    });
    (outcome.answer, found)
}

#[test]
fn installed_solvers_find_all_solutions_of_random_models() {
    for (name, least) in [("fzn+std:fzn-gecode", 200), ("fzn+gecode:fzn-gecode", 200)] {
        let spec: Spec = name.parse().expect("a spec");
        if let Err(missing) = spec.find_program() {
            crate::common::skipped(&missing.to_string());
            return;
        }
        let (mut answered, mut kinds) = (0, BTreeSet::new());
        for seed in 0..300 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let model = Arc::new(sample::random_model(&mut rng).expect("a model"));
            let found = solutions(&spec, &model);
            if !matches!(found.0, Answer::Unsupported(_)) {
                assert_eq!(
                    found,
                    solutions(&Spec::brute(), &model),
                    "{name}: seed {seed}\n{model}"
                );
                answered += 1;
                kinds.extend(model.constraints().iter().map(|p| p.constraint.kind()));
            }
        }
        let all = ConstraintKind::CORE.iter().copied().collect();
        assert!(answered >= least, "{answered} models");
        assert_eq!(kinds, all);
    }
}

#[test]
fn models_are_written_with_their_names_and_objective() {
    let text = r#"{"format": "parallax-model-1", "name": "small",
        "variables": [{"name": "a", "domain": "0..3"}, {"name": "b", "domain": "{1, 4}"}],
        "constraints": [{"kind": "compare", "left": "a", "relation": "<", "right": "b"},
            {"kind": "clause", "atoms": [
                {"variable": "a", "relation": "=", "value": 2},
                {"variable": "b", "relation": "=", "value": 1}]}],
        "maximize": [{"coefficient": 2, "variable": "a"}]}"#;
    let ran = fed(".", &["encode", "-", "--puzzle", "model", "--to", "flatzinc"], text.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    insta::assert_snapshot!(ran.out, @r"
    % <stdin>: small, 2 variables, 2 constraints
    % model small
    % x0 is a
    % x1 is b
    var 0..3: x0 :: output_var;
    var {1,4}: x1 :: output_var;
    var bool: b0;
    var bool: b1;
    var 0..6: objective;
    constraint int_lin_le([1,-1],[x0,x1],-1);
    constraint int_eq_reif(x0,2,b0);
    constraint int_eq_reif(x1,1,b1);
    constraint bool_clause([b0,b1],[]);
    constraint int_lin_eq([2,-1],[x0,objective],0);
    solve maximize objective;
    ");
}

#[test]
fn a_solver_that_lies_is_found_out() {
    let folder = tempfile::tempdir().expect("a folder");
    for (text, code, expected) in [
        ("echo =====UNSATISFIABLE=====", 5, "contradiction"),
        (
            "for i in 0 1 2 3 4 5 6 7 8; do echo \"x$i = 1;\"; done; echo ----------",
            5,
            "wrong solution",
        ),
        ("echo =====UNKNOWN=====", 3, "the solver gave up"),
        ("exit 1", 3, "crash: exit code 1"),
    ] {
        script(&folder.path().join("solver"), text);
        let args = ["compare", "magic:3", "--engines", "native,mine=fzn:./solver"];
        let ran = fed(&folder, &args, b"");
        assert_eq!(ran.code, Some(code), "{text}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains(expected), "{text}: {}", ran.out);
    }
}

/// Writes a program that prints `replies[n]` in its n-th run.
fn one_by_one(folder: &Path, replies: &[&str]) {
    let cases = replies.iter().enumerate();
    let cases: String =
        cases.map(|(n, reply)| format!("{}) printf '{reply}\\n';;\n", n + 1)).collect();
    let text = format!("echo . >>runs\ncase $(wc -l <runs | tr -d ' ') in\n{cases}esac");
    script(&folder.join("solver"), &text);
}

const LEFT: &str = "x0 = 1;\\nx1 = 2;\\nx2 = 2;\\nx3 = 1;\\n----------";
const RIGHT: &str = "x0 = 2;\\nx1 = 1;\\nx2 = 1;\\nx3 = 2;\\n----------";

/// Returns the last answer of `solve latin:2` for these replies, and the number of runs of the
/// solver.
fn counted(replies: &[&str]) -> (String, usize) {
    let folder = tempfile::tempdir().expect("a folder");
    one_by_one(folder.path(), replies);
    let ran = fed(&folder, &["solve", "latin:2", "--count", "--engine", "fzn:./solver"], b"");
    let runs = std::fs::read_to_string(folder.path().join("runs")).unwrap_or_default();
    (ran.out.lines().rev().nth(1).unwrap_or_default().to_owned(), runs.lines().count())
}

#[test]
fn a_solver_that_stops_early_runs_again() {
    let both = format!("{LEFT}\\n{RIGHT}");
    let all = format!("{both}\\n==========");
    let none = "=====UNSATISFIABLE=====";
    for (replies, expected, runs) in [
        (vec![all.as_str()], "satisfiable: 2 solutions, no others", 1),
        (vec![LEFT, RIGHT, none], "satisfiable: 2 solutions, no others", 3),
        (vec![RIGHT, "==========", none], "satisfiable: exactly one solution", 2),
        (vec![&both], "there may be other solutions", 1),
        (vec![LEFT, LEFT, none], "is one that the question excludes", 2),
        (vec![LEFT, ""], "it printed no answer", 2),
    ] {
        let (said, ran) = counted(&replies);
        assert!(said.contains(expected) && ran == runs, "{replies:?}: {said}, {ran} runs");
    }
}

#[test]
fn solutions_of_a_solver_are_decoded_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    for (text, code, expected) in [
        ("x0=1;\nx1=2;\nx2=2;\nx3=1;\n----------\n", 10, "satisfiable: 1 solution, checked"),
        ("x0=1;\nx1=2;\nx2=2;\nx3=2;\n----------\n", 1, "WRONG: "),
        ("=====UNSATISFIABLE=====\n", 20, "unsatisfiable, as the solver says"),
        ("=====UNKNOWN=====", 0, "unknown, as the solver says"),
    ] {
        std::fs::write(folder.path().join("out"), text).expect("a file");
        let ran = fed(&folder, &["decode", "latin:2", "--assignment", "out"], b"");
        assert_eq!(ran.code, Some(code), "{text}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains(expected), "{text}: {}", ran.out);
    }
    std::fs::write(folder.path().join("out"), "x0=1;\n----------\n").expect("a file");
    let ran = fed(&folder, &["decode", "latin:2", "--assignment", "out"], b"");
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (Some(2), "parallax: out: its solution has no value of x1\n")
    );
}
