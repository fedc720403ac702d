//! MiniZinc's Gecode on random models, against brute force.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_model::engine_api::{Answer, Control, Engine, Task};
use parallax_model::{Model, Value, sample};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::Spec;

/// Returns the answer and the shown values of all solutions.
fn solutions(spec: &Spec, model: &Arc<Model>, task: Task) -> (Answer, BTreeSet<Vec<Value>>) {
    let control = Control::unlimited();
    let mut session = match spec.prepare(model, 0, &control) {
        Ok(session) => session,
        Err(refusal) => return (refusal.into(), BTreeSet::new()),
    };
    let mut found = BTreeSet::new();
    let outcome = session.ask(&[], task, &control, &mut |values| {
        model.check(&[], values).unwrap_or_else(|why| panic!("{spec}: {why}\n{model}"));
        let shown = model.shown().iter().map(|v| values[v.index()]).collect();
        assert!(found.insert(shown) || task == Task::Optimise, "a solution twice");
        ControlFlow::Continue(())
    });
    (outcome.answer, found)
}

/// Returns the engine, if it is installed.
fn engine() -> Option<Spec> {
    let spec: Spec = "mzn+std:gecode".parse().expect("a spec");
    match spec.find_program() {
        Ok(()) => Some(spec),
        Err(missing) => {
            eprintln!("skipped: {missing}");
            None
        }
    }
}

#[test]
fn random_models_have_the_solutions_of_brute_force() {
    let Some(spec) = engine() else { return };
    let mut satisfiable = 0;
    for seed in 0..8 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = Arc::new(sample::model_with_globals(&mut rng).expect("a model"));
        let found = solutions(&spec, &model, Task::All);
        let expected = solutions(&Spec::brute(), &model, Task::All);
        assert_eq!(found, expected, "{spec}, seed {seed}\n{model}");
        satisfiable += usize::from(!found.1.is_empty());
    }
    assert!(satisfiable > 1, "{satisfiable} models with solutions");
}

#[test]
fn best_solutions_are_those_of_brute_force() {
    let Some(spec) = engine() else { return };
    for seed in 0..6 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = Arc::new(sample::model_with_objective(&mut rng).expect("a model"));
        let found = solutions(&spec, &model, Task::Optimise).0;
        let expected = solutions(&Spec::brute(), &model, Task::Optimise).0;
        assert_eq!(found, expected, "{spec}, seed {seed}\n{model}");
    }
}
