//! MiniZinc's Gecode on random models, against brute force.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_model::ask::{Answer, Control, Engine, Task};
use parallax_model::{ConstraintKind, Model, Value, sample};
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

/// Returns the engine with the library of Gecode or of MiniZinc, if it is installed.
fn engine(library: &str) -> Option<Spec> {
    let spec: Spec = format!("mzn{library}:gecode").parse().expect("a spec");
    match spec.find_program() {
        Ok(()) => Some(spec),
        Err(missing) => {
            eprintln!("skipped: {missing}");
            None
        }
    }
}

/// The seeds of the tests; more when an experiment asks for them.
fn seeds(few: u64) -> std::ops::Range<u64> {
    let from = std::env::var("PARALLAX_SEEDS").ok();
    let ends = from.and_then(|text| {
        let (from, to) = text.split_once("..")?;
        Some(from.parse().ok()?..to.parse().ok()?)
    });
    ends.unwrap_or(0..few)
}

#[test]
fn each_kind_has_the_solutions_of_brute_force() {
    for (library, few) in [("", 1), ("+std", 2)] {
        let Some(spec) = engine(library) else { return };
        let mut wrong = Vec::new();
        for &kind in ConstraintKind::ALL {
            for seed in seeds(few) {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let model = Arc::new(sample::model_of_kind(&mut rng, kind).expect("a model"));
                let found = solutions(&spec, &model, Task::All);
                let expected = solutions(&Spec::Brute, &model, Task::All);
                if found != expected {
                    let answers = format!("{} not {}", found.0, expected.0);
                    wrong.push(format!("{spec}, {kind}, seed {seed}: {answers}\n{model}"));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

#[test]
fn random_models_have_the_solutions_of_brute_force() {
    let Some(spec) = engine("+std") else { return };
    let mut satisfiable = 0;
    for seed in seeds(12) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = Arc::new(sample::model_with_globals(&mut rng).expect("a model"));
        let found = solutions(&spec, &model, Task::All);
        let expected = solutions(&Spec::Brute, &model, Task::All);
        assert_eq!(found, expected, "{spec}, seed {seed}\n{model}");
        satisfiable += usize::from(!found.1.is_empty());
    }
    assert!(satisfiable > 3, "{satisfiable} models with solutions");
}

#[test]
fn best_solutions_are_those_of_brute_force() {
    let Some(spec) = engine("+std") else { return };
    for seed in seeds(8) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = Arc::new(sample::model_with_objective(&mut rng).expect("a model"));
        let found = solutions(&spec, &model, Task::Optimise).0;
        let expected = solutions(&Spec::Brute, &model, Task::Optimise).0;
        assert_eq!(found, expected, "{spec}, seed {seed}\n{model}");
    }
}
