//! Each answer of a search that learns that there is no solution, or none better, is compared with
//! a certified one of plain search and of a SAT solver.

use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_model::engine_api::{Answer, Control, Engine, QuestionOutcome, Task};
use parallax_model::{Compare, ComparisonOperator, Constraint, Domain, Model, VarId, sample};
use parallax_solvers::SatKind;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::CertifyingEngine;
use crate::Spec;

/// Search that learns, from the start or in turns.
const LEARNING: [&str; 4] = [
    "native,learn",
    "native,gac,learn,restarts=luby:1",
    "native,learn=after:1",
    "native:mid+gval,fc,learn=after:3",
];

fn ask(engine: &dyn Engine, model: &Arc<Model>, task: Task) -> QuestionOutcome {
    let control = Control::unlimited();
    let mut session = engine.prepare(model, 0, &control).unwrap();
    session.ask(&[], task, &control, &mut |_| ControlFlow::Continue(()))
}

/// Returns the certified answer of plain search, after that of a SAT solver.
fn certified(model: &Arc<Model>, task: Task, about: &str) -> Answer {
    let mut engines = vec![Spec::native()];
    // SAT proofs are about solutions, not about the best one.
    if SatKind::Varisat.is_built() && task != Task::Optimise {
        engines.push("sat:varisat".parse().unwrap());
    }
    let answers: Vec<Answer> = engines
        .iter()
        .map(|spec| {
            let outcome = ask(&CertifyingEngine::new(spec).unwrap(), model, task);
            let proof = outcome.proof.unwrap();
            // A formula with auxiliary variables has no certificate.
            let is_none = *spec != Spec::native() && proof.accepted.is_none();
            assert!(is_none || proof.accepted == Some(true), "{about}, {spec}: {}", proof.words);
            outcome.answer
        })
        .collect();
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{about}: {answers:?}");
    answers[0].clone()
}

/// Compares what learning proves of a model with certificates. Returns whether it proves something.
fn check(model: Model, about: &str) -> bool {
    let model = Arc::new(model);
    let task = if model.objective().is_some() { Task::Optimise } else { Task::First };
    let mut known = None;
    for name in LEARNING {
        let outcome = ask(&name.parse::<Spec>().unwrap(), &model, task);
        if outcome.complete {
            let answer = known.get_or_insert_with(|| certified(&model, task, about));
            assert_eq!(outcome.answer, *answer, "{about}: {name}\n{model}");
        } else {
            assert_eq!(outcome.answer, Answer::Satisfiable, "{about}: {name}");
            assert_eq!(known, None, "{about}: {name}\n{model}");
        }
    }
    known.is_some()
}

#[test]
fn refutations_of_random_models_are_certified() {
    let mut proved = 0;
    for seed in 0..500 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = if seed % 4 == 0 {
            sample::model_with_objective(&mut rng)
        } else {
            sample::random_model(&mut rng)
        };
        proved += usize::from(check(model.unwrap(), &format!("seed {seed}")));
    }
    assert!(proved > 100, "only {proved} answers");
}

/// Colours of random graphs at the density where half of them have none.
#[test]
fn refutations_of_colourings_are_certified() {
    let mut proved = 0;
    for seed in 0..40 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut model = Model::new("colours");
        let all: Vec<VarId> = (0..16)
            .map(|i| model.add_shown(format!("c{i}"), Domain::from_range(1, 3)).unwrap())
            .collect();
        for (i, &left) in all.iter().enumerate() {
            for &right in &all[..i] {
                if rng.random_bool(0.3) {
                    let differ =
                        Compare { left, relation: ComparisonOperator::Ne, right, offset: 0 };
                    model.post("", Constraint::Compare(differ)).unwrap();
                }
            }
        }
        proved += usize::from(check(model, &format!("graph {seed}")));
    }
    assert!((10..=40).contains(&proved), "{proved} graphs");
}
