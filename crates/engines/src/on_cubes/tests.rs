use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use parallax_model::Given;
use parallax_model::Model;
use parallax_model::Value;
use parallax_model::engine_api::Answer;
use parallax_model::engine_api::CandidateCallback;
use parallax_model::engine_api::Control;
use parallax_model::engine_api::Engine;
use parallax_model::engine_api::PreparationError;
use parallax_model::engine_api::QuestionOutcome;
use parallax_model::engine_api::Session;
use parallax_model::engine_api::Task;
use parallax_model::engine_api::{EffortCounters, EnumerationEnd};
use parallax_model::{Domain, VarId, sample};
use parallax_search::parallel::CubeMeasure;
use parallax_search::parallel::divide_model;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::cube_questions::CubeQuestion;
use super::cube_questions::cube_questions;
use super::*;
use crate::Spec;

/// Returns the outcome without its time, and the candidates in order.
fn asked(
    engine: &dyn Engine,
    model: &Arc<Model>,
    task: Task,
) -> (QuestionOutcome, Vec<Vec<Value>>) {
    let control = Control::unlimited();
    let mut candidates = Vec::new();
    let mut session = engine.prepare(model, 3, &control).unwrap();
    let mut outcome = session.ask(&[], task, &control, &mut |values| {
        candidates.push(values.to_vec());
        ControlFlow::Continue(())
    });
    outcome.solve = Duration::ZERO;
    (outcome, candidates)
}

fn shown(model: &Model, candidates: &[Vec<Value>]) -> Vec<Vec<Value>> {
    let part = |values: &Vec<Value>| model.shown().iter().map(|v| values[v.index()]).collect();
    let mut all: Vec<Vec<Value>> = candidates.iter().map(part).collect();
    all.sort();
    all
}

fn cubed(spec: &str, threads: usize) -> CubedEngine {
    CubedEngine::new(Arc::new(spec.parse::<Spec>().unwrap()), threads).unwrap()
}

#[test]
fn cubes_find_what_brute_force_finds_for_any_number_of_threads() {
    let (mut several, mut none) = (0, 0);
    for seed in 0..60 {
        let model = Arc::new(sample::random_model(&mut ChaCha8Rng::seed_from_u64(seed)).unwrap());
        let (_, all) = asked(&Spec::brute(), &model, Task::All);
        let all = shown(&model, &all);
        several += usize::from(all.len() > 1);
        none += usize::from(all.is_empty());
        for spec in ["sat:batsat", "sat:varisat+order", "native"] {
            for task in [Task::All, Task::Count, Task::First, Task::Limit(3)] {
                let one = asked(&cubed(spec, 1), &model, task);
                for threads in [2, 5] {
                    assert_eq!(one, asked(&cubed(spec, threads), &model, task), "{spec} {seed}");
                }
                let (outcome, found) = one;
                let found = shown(&model, &found);
                let wanted =
                    task.solution_limit().map_or(all.len(), |limit| all.len().min(limit as usize));
                assert_eq!(found.len(), wanted, "{spec} {seed} {task}");
                assert!(found.windows(2).all(|pair| pair[0] != pair[1]), "{spec} {seed} {task}");
                assert!(found.iter().all(|own| all.binary_search(own).is_ok()), "{spec} {seed}");
                assert_eq!(
                    outcome.answer == Answer::Unsatisfiable,
                    all.is_empty(),
                    "{spec} {seed}"
                );
                assert_eq!(
                    outcome.complete,
                    task.solution_limit().is_none()
                        || wanted < task.solution_limit().unwrap_or(0) as usize,
                    "{spec} {seed} {task}"
                );
            }
        }
    }
    assert!(several > 20 && none > 3, "{several} {none}");
}

/// Every assignment of the shown variables belongs to exactly one question.
#[test]
fn questions_partition_the_model() {
    let mut wide = 0;
    for seed in 0..100 {
        let model = sample::random_model(&mut ChaCha8Rng::seed_from_u64(seed)).unwrap();
        let cubes =
            divide_model(&model, 20, CubeMeasure::Volume, 0, &Control::unlimited()).unwrap();
        let parts = cube_questions(&cubes);
        let all = Arc::new(model.with_constraints(&[]));
        let (_, points) = asked(&Spec::brute(), &all, Task::All);
        for point in points {
            let holds = |part: &&CubeQuestion| {
                part.givens.iter().all(|given| point[given.variable.index()] == given.value)
                    && part.within.iter().all(|(v, domain)| domain.contains(point[v.index()]))
            };
            assert_eq!(parts.iter().filter(holds).count(), 1, "seed {seed}");
        }
        wide += usize::from(parts.len() > cubes.len());
    }
    assert!(wide > 3, "{wide}");
}

/// Values that propagation removes are asked; many of them in a session of their own.
#[test]
fn removed_values_are_questions() {
    let whole =
        divide_model(&Model::new("m"), 1, CubeMeasure::Volume, 0, &Control::unlimited()).unwrap();
    let cut = |from: Value, to: Value| {
        let path = vec![(VarId::new(0), Domain::from_range(from, to))];
        let mut cube = whole[0].clone();
        cube.path = path;
        cube_questions(&[cube])
    };
    let few = cut(3, 5);
    assert_eq!(few.iter().map(|part| part.givens[0].value).collect::<Vec<_>>(), [3, 4, 5]);
    let many = cut(3, 90);
    assert_eq!(many[0].within, Some((VarId::new(0), Domain::from_range(3, 90))));
    assert_eq!((many.len(), many[0].givens.len()), (1, 0));
}

/// The misbehaviours of an engine.
#[derive(Clone, Copy, PartialEq)]
enum Fault {
    IgnoresGivens,
    Panics,
    GivesUp,
    Refuses,
    Lies,
    Shortens,
}

struct Faulty(Fault);

struct FaultySession(Fault, Box<dyn Session>, u32);

impl Engine for Faulty {
    fn spec(&self) -> String {
        "faulty".into()
    }

    fn prepare(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        if self.0 == Fault::Refuses {
            return Err(PreparationError::Unsupported("no".into()));
        }
        let inner = Spec::brute().prepare(model, seed, control)?;
        Ok(Box::new(FaultySession(self.0, inner, 0)))
    }
}

impl Session for FaultySession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        self.2 += 1;
        match self.0 {
            Fault::IgnoresGivens => self.1.ask(&[], task, control, on_candidate),
            Fault::Panics if self.2 > 1 => panic!("a fault"),
            Fault::GivesUp if self.2 > 1 => QuestionOutcome::from_enumeration(
                0,
                EnumerationEnd::GaveUp("tired".into()),
                EffortCounters::new(),
                Duration::ZERO,
            ),
            Fault::Lies => {
                self.1.ask(givens, task, control, on_candidate);
                QuestionOutcome::at_once(Answer::Unsatisfiable)
            }
            Fault::Shortens => self.1.ask(givens, task, control, &mut |values| {
                on_candidate(&values[..values.len() - 1])
            }),
            _ => self.1.ask(givens, task, control, on_candidate),
        }
    }
}

#[test]
fn faults_are_seen() {
    let mut model = Model::new("free");
    for name in ["a", "b", "c"] {
        model.add_shown(name, Domain::from_range(0, 3)).unwrap();
    }
    let model = Arc::new(model);
    for (fault, why) in [
        (Fault::IgnoresGivens, "outside its cube"),
        (Fault::Panics, "crash: panic: a fault"),
        (Fault::GivesUp, "tired"),
        (Fault::Refuses, "no"),
        (Fault::Lies, "the number of solutions is"),
        (Fault::Shortens, "a solution has 2 values for 3 variables"),
    ] {
        for threads in [1, 3] {
            let engine = CubedEngine::new(Arc::new(Faulty(fault)), threads).unwrap();
            let (outcome, _) = asked(&engine, &model, Task::All);
            assert!(!outcome.complete, "{why}");
            let said = outcome.stopped.as_ref().map_or("", |said| said.as_str());
            assert!(said.contains(why), "{why}: {outcome:?}");
            let is_wrong = matches!(fault, Fault::IgnoresGivens | Fault::Lies | Fault::Shortens);
            assert_eq!(outcome.wrong.is_some(), is_wrong, "{outcome:?}");
            assert_eq!(
                matches!(outcome.answer, Answer::Unsupported(_)),
                fault == Fault::Refuses,
                "{outcome:?}"
            );
        }
    }
    let broken = cubed("brute", 2);
    let mut session = broken.prepare(&model, 0, &Control::unlimited()).unwrap();
    // The receiver may stop at any time, and a limit stops everything.
    let mut seen = 0;
    let outcome = session.ask(&[], Task::All, &Control::unlimited(), &mut |_| {
        seen += 1;
        if seen == 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((seen, outcome.complete, outcome.stopped), (7, false, None));
    let over = Control::unlimited().with_timeout(Some(Duration::ZERO));
    let outcome = session.ask(&[], Task::All, &over, &mut |_| ControlFlow::Continue(()));
    assert_eq!(outcome.answer, Answer::from(parallax_model::engine_api::StopReason::Timeout));
}

#[test]
fn models_at_the_edges() {
    let control = Control::unlimited();
    let model = |domains: &[Domain], is_shown: bool| {
        let mut model = Model::new("edge");
        for (place, domain) in domains.iter().enumerate() {
            let name = format!("v{place}");
            if is_shown {
                model.add_shown(name, domain.clone()).unwrap();
            } else {
                model.add_hidden(name, domain.clone()).unwrap();
            }
        }
        Arc::new(model)
    };
    for (domains, is_shown, count) in [
        (vec![], true, 1),
        (vec![Domain::from_range(0, 4)], true, 5),
        (vec![Domain::from_range(0, 4)], false, 1),
        (vec![Domain::from_values([])], true, 0),
        (vec![Domain::from_values([]), Domain::from_range(1, 2)], true, 0),
        (vec![Domain::from_values([-5, 0, 1_000_000])], true, 3),
        (vec![Domain::from_range(-7, 9_000)], true, 9_008),
    ] {
        let model = model(&domains, is_shown);
        // Each blocked solution makes a SAT engine's next question longer.
        let engines: &[&str] = if count > 1000 { &["brute"] } else { &["sat:batsat", "brute"] };
        for spec in engines {
            let (outcome, all) = asked(&cubed(spec, 3), &model, Task::All);
            assert_eq!((all.len(), outcome.complete), (count, true), "{spec} {domains:?}");
        }
        let mut session = cubed("brute", 2).prepare(&model, 0, &control).unwrap();
        let outcome =
            session.ask(&[], Task::Optimise, &control, &mut |_| ControlFlow::Continue(()));
        assert!(matches!(outcome.answer, Answer::Unsupported(_)));
    }
    let local = CubedEngine::new(Arc::new("local".parse::<Spec>().unwrap()), 2);
    assert!(local.err().unwrap().to_string().contains("no solution"));
}
