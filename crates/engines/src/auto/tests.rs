//! Answers are those of native search and brute force, even if the work moves between engines; no
//! candidate is reported twice.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_encodings::IntEncoding;
use parallax_model::Model;
use parallax_model::engine_api::Control;
use parallax_model::engine_api::Engine;
use parallax_model::engine_api::PreparationError;
use parallax_model::engine_api::{Answer, QuestionOutcome, Task};
use parallax_model::{AllDifferent, Constraint, Domain, Value, VarId, sample};
use parallax_search::parallel::Cutting;
use parallax_solvers::SatKind;
use parallax_solvers::smt::SmtKind;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::Spec;

/// Slices so small that small models take several.
const SMALL: Cutting = Cutting { slice: 30, subtree: 20, breadth: 2, width: 3, values: 8 };

const TASKS: [Task; 6] =
    [Task::First, Task::Limit(2), Task::Limit(3), Task::All, Task::Count, Task::Optimise];

/// Chooses BatSat for every model.
fn batsat(_: &ModelFeatures, _: SearchTask) -> EngineChoice {
    let then = Spec::sat(SatKind::Batsat, IntEncoding::Direct);
    EngineChoice { then: Some(then), trial: false, why: "it is a test".into() }
}

/// Chooses an engine that refuses every model.
fn refused(_: &ModelFeatures, _: SearchTask) -> EngineChoice {
    EngineChoice {
        then: Some("native:set-paper".parse().unwrap()),
        trial: false,
        why: "it is a test".into(),
    }
}

fn stays(_: &ModelFeatures, _: SearchTask) -> EngineChoice {
    EngineChoice { then: None, trial: false, why: "it is a test".into() }
}

fn tries(_: &ModelFeatures, _: SearchTask) -> EngineChoice {
    EngineChoice { then: None, trial: true, why: "it is a test".into() }
}

fn ask(engine: &dyn Engine, model: &Arc<Model>, task: Task) -> (QuestionOutcome, Vec<Vec<Value>>) {
    let control = Control::unlimited();
    let mut session = engine.prepare(model, 0, &control).unwrap();
    let mut found = Vec::new();
    let outcome = session.ask(&[], task, &control, &mut |values| {
        found.push(values.to_vec());
        ControlFlow::Continue(())
    });
    (outcome, found)
}

/// Returns the shown values of candidates, each of which must be a solution and found once.
fn shown(model: &Model, found: &[Vec<Value>]) -> BTreeSet<Vec<Value>> {
    let mut all = BTreeSet::new();
    for values in found {
        model.check(&[], values).unwrap();
        let shown = model.shown().iter().map(|v| values[v.index()]).collect();
        assert!(all.insert(shown), "twice");
    }
    all
}

#[test]
fn answers_are_those_of_brute_force_wherever_the_work_changes_hands() {
    let mut handed = 0;
    for seed in 0..120 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = if seed % 3 == 0 {
            sample::model_with_objective(&mut rng)
        } else {
            sample::random_model(&mut rng)
        };
        let model = Arc::new(model.unwrap());
        for task in TASKS {
            let (expected, solutions) = ask(&Spec::brute(), &model, task);
            for (rule, threads) in [
                (batsat as fn(&_, _) -> _, Some(1)),
                (refused, Some(1)),
                (stays, Some(3)),
                (stays, None),
                (tries, Some(1)),
                (tries, None),
            ] {
                let auto =
                    EngineChooser { cutting: SMALL, rule, threads, ..EngineChooser::default() };
                let (outcome, found) = ask(&auto, &model, task);
                assert!(ask(&auto, &model, Task::Limit(0)).1.is_empty());
                assert_eq!(outcome.find_contradiction(found.len() as u128), None, "{seed} {task}");
                assert_eq!(outcome.answer, expected.answer, "{seed} {task}");
                assert_eq!(outcome.complete, expected.complete, "{seed} {task}");
                match task {
                    Task::All => {
                        let own = shown(&model, &found);
                        assert_eq!(own, shown(&model, &solutions), "{seed}");
                    }
                    Task::Count => {
                        let number = |outcome: &QuestionOutcome, found: &[Vec<Value>]| {
                            outcome.counted.clone().unwrap_or(found.len().into())
                        };
                        assert_eq!(number(&outcome, &found), number(&expected, &solutions));
                    }
                    // Hidden variables may make the same shown values better.
                    Task::Optimise => {
                        let values: Vec<i64> = found
                            .iter()
                            .map(|values| {
                                model.check(&[], values).unwrap();
                                let objective = model.objective().expect("it has candidates");
                                objective.convert_cost(objective.value_under(values))
                            })
                            .collect();
                        assert!(values.is_sorted_by(|one, next| one > next), "{values:?}");
                    }
                    _ => assert_eq!(shown(&model, &found).len(), solutions.len(), "{seed} {task}"),
                }
                let by = outcome.by.expect("someone answers");
                assert_eq!(by.family, by.engine.parse::<Spec>().unwrap().family());
                handed += u64::from(by.engine.starts_with("sat:batsat"));
            }
        }
    }
    assert!(handed > 0, "{handed} answers of the other engine");
}

#[test]
fn an_engine_that_refuses_leaves_the_work_to_native_search() {
    let model = pigeons(6, 6);
    let auto = EngineChooser { cutting: SMALL, rule: refused, ..EngineChooser::default() };
    let (outcome, _) = ask(&auto, &pigeons(7, 6), Task::First);
    assert_eq!(outcome.answer, Answer::Unsatisfiable);
    let (outcome, found) = ask(&auto, &model, Task::First);
    assert_eq!((outcome.answer, found.len()), (Answer::Satisfiable, 1));
}

#[test]
fn a_trial_that_is_too_short_leaves_the_work_to_native_search() {
    let auto = EngineChooser { cutting: SMALL, rule: tries, ..EngineChooser::default() };
    let answered = |pigeons: &Arc<Model>| {
        let (outcome, _) = ask(&auto, pigeons, Task::First);
        assert_eq!(outcome.answer, Answer::Unsatisfiable);
        (outcome.counters.get("decisions"), outcome.by.expect("someone answers").engine)
    };
    assert_eq!(answered(&pigeons(7, 6)).1, "sat:batsat+direct");
    let (decisions, by) = answered(&pigeons(10, 9));
    // The solver counts more than decisions.
    assert!(decisions.is_some_and(|own| own >= rule::TRIAL_DECISIONS / 2), "{decisions:?}");
    assert_eq!(by, Spec::native().to_string());
}

/// Makes a model of pigeons that are pairwise in different holes, without all-different.
fn pigeons(pigeons: usize, holes: i32) -> Arc<Model> {
    let mut model = Model::new("pigeons");
    for i in 0..pigeons {
        model.add_shown(format!("p{i}"), Domain::from_range(1, holes)).unwrap();
    }
    for i in 0..pigeons {
        for j in 0..i {
            let scope = vec![VarId::new(i), VarId::new(j)];
            model.post("", Constraint::AllDifferent(AllDifferent { scope })).unwrap();
        }
    }
    Arc::new(model)
}

#[test]
fn the_same_seed_gives_the_same_outcome_for_any_number_of_threads() {
    for rule in [batsat as fn(&_, _) -> _, stays, tries, choose_engine] {
        let said = |threads: usize| {
            let auto = EngineChooser {
                cutting: SMALL,
                rule,
                threads: Some(threads),
                ..EngineChooser::default()
            };
            let (outcome, found) = ask(&auto, &pigeons(7, 6), Task::First);
            (outcome.answer, outcome.counters, outcome.by, found)
        };
        let once = said(1);
        assert_eq!(once.0, Answer::Unsatisfiable);
        assert_eq!(said(1), once);
        assert_eq!(said(3), once);
    }
}

#[test]
fn what_native_search_cannot_take_goes_elsewhere_or_is_unsupported() {
    let mut model = Model::new("wide");
    for name in ["a", "b"] {
        model.add_shown(name, Domain::from_range(-1_000_000_000, 1_000_000_000)).unwrap();
    }
    let scope = vec![VarId::new(0), VarId::new(1)];
    model.post("", Constraint::AllDifferent(AllDifferent { scope })).unwrap();
    let control = Control::unlimited();
    let model = Arc::new(model);
    assert!(Spec::native().prepare(&model, 0, &control).is_err());
    match EngineChooser::default().prepare(&model, 0, &control) {
        Ok(_) => {
            let (outcome, found) = ask(&EngineChooser::default(), &model, Task::First);
            let by = outcome.by.unwrap();
            assert!(by.why.starts_with("native search cannot take the model"), "{}", by.why);
            let engine: Spec = by.engine.parse().unwrap();
            assert!(engine.is_built() && by.family == engine.family());
            assert_eq!((outcome.answer, found.len()), (Answer::Satisfiable, 1));
        }
        Err(refusal) => {
            assert!(matches!(refusal, PreparationError::Unsupported(_)));
            assert!(!SmtKind::Z3.is_built(), "{refusal:?}");
        }
    }
}
