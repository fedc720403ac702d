//! FlatZinc: what is written, and installed solvers against brute force.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax::ask::{Answer, Control, Engine, Task};
use parallax::engines::Spec;
use parallax::model::{Model, Value, sample};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::common::{fed, script};

/// The shown parts of all solutions.
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
    let spec: Spec = "fzn:fzn-gecode {fzn}".parse().expect("a spec");
    if let Err(missing) = spec.find_program() {
        println!("skipped: {missing}");
        return;
    }
    let (mut answered, mut kinds) = (0, BTreeSet::new());
    for seed in 0..300 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = Arc::new(sample::model(&mut rng).expect("a model"));
        let (expected, all) = solutions(&Spec::Brute, &model);
        // The program runs once for each solution.
        if all.len() > 25 {
            continue;
        }
        let found = solutions(&spec, &model);
        if !matches!(found.0, Answer::Unsupported(_)) {
            assert_eq!(found, (expected, all), "seed {seed}\n{model}");
            answered += 1;
            kinds.extend(model.constraints().iter().map(|p| p.constraint.kind().name()));
        }
    }
    assert!(answered > 60 && kinds.len() >= 12, "{answered} models, {kinds:?}");
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
    insta::assert_snapshot!(ran.out, @"");
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
