//! Every engine finds the same sorted set of all solutions as brute force, and takes the kinds
//! of constraints that it should take.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_engines::paper::Paper;
use parallax_engines::reform::Reform;
use parallax_engines::{Counter, PumpkinEngine, Spec};
use parallax_model::engine_api::{Answer, Control, Engine, PreparationError, Session, Task};
use parallax_model::{Constraint, ConstraintKind, Given, Model, Objective, Value, sample};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

type Set = BTreeSet<Vec<Value>>;

/// A session for a model; prints the reason and returns `None` if the engine does not take the
/// model. An engine that fails or stops without a limit fails the test.
fn prepared(spec: &Spec, model: &Arc<Model>) -> Option<Box<dyn Session>> {
    match spec.prepare(model, 0, &Control::unlimited()) {
        Ok(session) => Some(session),
        Err(PreparationError::Unsupported(why)) => {
            println!("{spec}: {why}");
            None
        }
        Err(refusal) => panic!("{spec}: {refusal:?}\n{model}"),
    }
}

/// Returns all solutions under givens, each checked; `None` if unsupported.
fn solutions(spec: &Spec, model: &Arc<Model>, questions: &[Vec<Given>]) -> Option<Vec<Set>> {
    let control = Control::unlimited();
    let mut session = prepared(spec, model)?;
    let mut sets = Vec::new();
    for givens in questions {
        let mut set = Set::new();
        let outcome = session.ask(givens, Task::All, &control, &mut |values| {
            let solution = model.check(givens, values).unwrap_or_else(|why| {
                panic!("{spec} gives a wrong solution: {why}\n{values:?}\n{model}")
            });
            let shown = model.shown().iter().map(|&v| solution.value(v)).collect();
            assert!(set.insert(shown), "{spec} gives a solution twice\n{values:?}\n{model}");
            ControlFlow::Continue(())
        });
        if matches!(outcome.answer, Answer::Unsupported(_)) {
            return None;
        }
        assert!(outcome.complete, "{spec}: {outcome:?}\n{model}");
        assert_eq!(outcome.answer == Answer::Unsatisfiable, set.is_empty());
        sets.push(set);
    }
    Some(sets)
}

/// Whether an engine is compared with brute force. Local search is incomplete, and engines that
/// only count list no solutions; both have tests of their own.
fn is_compared(spec: &Spec) -> bool {
    let counts = spec.is_engine::<Counter>();
    spec.is_built() && *spec != Spec::brute() && !spec.family().is_incomplete() && !counts
}

fn engines() -> Vec<Spec> {
    let mut all: Vec<Spec> = Spec::all_variants().into_iter().filter(is_compared).collect();
    all.push("sat:batsat+order,amo=ladder,sum=adder,card=totalizer".parse().unwrap());
    all.push("sat:batsat+direct,amo=bitwise,sum=mdd,card=diagram".parse().unwrap());
    for choices in ["split=always,leaf=sat:batsat", "split=never,agenda=first-in,leaf=brute"] {
        all.push(format!("reform:{choices}").parse().unwrap());
    }
    for steps in ["none", "values", "parts", "abstract+parts", "values+parts"] {
        all.push(format!("reform:use={steps}").parse().unwrap());
    }
    for settings in [
        ":mid+aval,gac",
        ":mad+gval,bounds,d-way",
        ":random+random,fc,lc",
        ":chs+gav,ac,restarts=luby:3",
        ":activity+middle,none,restarts=geometric:5",
    ] {
        all.push(format!("native{settings}").parse().unwrap());
    }
    all
}

/// Returns a question without givens, one with a value given, and the first again: sessions answer
/// several questions.
fn questions(model: &Model, rng: &mut ChaCha8Rng) -> Vec<Vec<Given>> {
    let variable = *model.shown().choose(rng).expect("samples have shown variables");
    let value = *model.domain(variable).to_vec().choose(rng).expect("no empty domain");
    vec![vec![], vec![Given { variable, value }], vec![]]
}

/// The number of models that each engine answers.
type Answered = BTreeMap<String, usize>;

fn compare(model: Model, rng: &mut ChaCha8Rng, label: &str, answered: &mut Answered) {
    let questions = questions(&model, rng);
    let model = Arc::new(model);
    let expected = solutions(&Spec::brute(), &model, &questions).expect("small models");
    for spec in engines() {
        let answered = answered.entry(spec.to_string()).or_default();
        if let Some(found) = solutions(&spec, &model, &questions) {
            assert_eq!(found, expected, "{spec}, {label}\n{model}");
            *answered += 1;
        }
    }
}

/// Every engine must answer all of `models`, unless it supports only part of them: reformulation
/// along dimensions must answer a third of those with relations along dimensions (it declines the
/// rest).
fn assert_answered(answered: &Answered, models: usize, of_dimensions: usize, label: &str) {
    for (engine, &number) in answered {
        let expected = match &**engine {
            "brute:paper" | "native:set-paper" | "reform:paper" => 0..=0,
            engine if engine.starts_with("reform:use=") => models..=models,
            "reform" => models..=models,
            engine if engine.starts_with("reform") => of_dimensions.div_ceil(3)..=of_dimensions,
            // The totalizer takes no scope in which a variable occurs twice.
            engine if engine.contains("card=totalizer") => models - 3..=models,
            _ => models..=models,
        };
        assert!(expected.contains(&number), "{engine}, {label}: {number} of {expected:?}");
    }
    assert!(answered.len() >= engines().len());
}

/// Returns the number of random models: `PARALLAX_CASES`, or `default`.
fn model_count(default: u64) -> u64 {
    let asked = std::env::var("PARALLAX_CASES").ok();
    asked.map_or(default, |number| number.parse().expect("PARALLAX_CASES is a number"))
}

#[test]
fn engines_agree_with_brute_force_on_each_kind() {
    let seeds = model_count(6);
    for (number, &kind) in (0u64..).zip(ConstraintKind::ALL) {
        let (mut answered, mut of_dimensions) = (Answered::new(), 0);
        for seed in 0..seeds {
            let mut rng = ChaCha8Rng::seed_from_u64(1000 * number + seed);
            let model = sample::model_of_kind(&mut rng, kind).unwrap();
            of_dimensions += usize::from(has_relation(&model));
            compare(model, &mut rng, &format!("kind {kind} seed {seed}"), &mut answered);
        }
        assert_answered(&answered, seeds as usize, of_dimensions, &format!("kind {kind}"));
    }
}

/// Whether a model has a relation along a dimension, which reformulation requires.
fn has_relation(model: &Model) -> bool {
    model.constraints().iter().any(|posted| matches!(posted.constraint, Constraint::Dimension(_)))
}

#[test]
fn pumpkin_takes_every_kind() {
    if !Spec::pumpkin().is_built() {
        crate::common::skipped("no Pumpkin");
        return;
    }
    for (number, &kind) in (0..).zip(ConstraintKind::ALL) {
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        let model = Arc::new(sample::model_of_kind(&mut rng, kind).unwrap());
        assert!(solutions(&Spec::pumpkin(), &model, &[vec![]]).is_some(), "{model}");
    }
}

#[test]
fn engines_agree_with_brute_force_on_mixed_models() {
    let seeds = model_count(40);
    let (mut answered, mut of_dimensions) = (Answered::new(), 0);
    for seed in 0..seeds {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = sample::model_with_globals(&mut rng).unwrap();
        of_dimensions += usize::from(has_relation(&model));
        compare(model, &mut rng, &format!("seed {seed}"), &mut answered);
    }
    assert_answered(&answered, seeds as usize, of_dimensions, "mixed");
}

/// Returns the best value under givens; every candidate is checked and must be better than the one
/// before. `None` if unsupported.
fn optimum(spec: &Spec, model: &Arc<Model>, questions: &[Vec<Given>]) -> Option<Vec<Answer>> {
    let control = Control::unlimited();
    let mut session = prepared(spec, model)?;
    let objective = model.objective().expect("samples with an objective");
    let mut answers = Vec::new();
    for givens in questions {
        let mut best = None;
        let outcome = session.ask(givens, Task::Optimise, &control, &mut |values| {
            model.check(givens, values).unwrap_or_else(|why| panic!("{spec}: {why}\n{model}"));
            let value = objective.value_under(values);
            let better = best.is_none_or(|before| objective.is_better(value, before));
            assert!(better, "{spec}: {value} after {best:?}\n{model}");
            best = Some(value);
            ControlFlow::Continue(())
        });
        if matches!(outcome.answer, Answer::Unsupported(_)) {
            return None;
        }
        assert!(outcome.complete, "{spec}: {outcome:?}\n{model}");
        let expected = best.map_or(Answer::Unsatisfiable, Answer::Optimal);
        assert_eq!(outcome.answer, expected, "{spec}\n{model}");
        answers.push(outcome.answer);
    }
    Some(answers)
}

#[test]
fn engines_agree_with_brute_force_on_the_best() {
    let mut answered = Answered::new();
    for seed in 0..120 {
        let mut rng = ChaCha8Rng::seed_from_u64(5000 + seed);
        let mut model = sample::model_with_objective(&mut rng).unwrap();
        if seed % 3 == 0 {
            // Values far apart, too many to count one by one.
            let Objective { sense, mut terms, .. } =
                model.objective().expect("an objective").clone();
            terms.iter_mut().enumerate().for_each(|(i, t)| t.coefficient *= 1000 + 77 * i as i64);
            model.set_objective(Objective::new(sense, terms)).unwrap();
        }
        let questions = questions(&model, &mut rng);
        let model = Arc::new(model);
        let expected = optimum(&Spec::brute(), &model, &questions).expect("small models");
        for spec in engines() {
            let answered = answered.entry(spec.to_string()).or_default();
            if let Some(found) = optimum(&spec, &model, &questions) {
                assert_eq!(found, expected, "{spec}, seed {seed}\n{model}");
                *answered += 1;
            }
        }
    }
    for spec in engines() {
        let number = answered[&spec.to_string()];
        // The totalizer refuses a variable that is listed twice.
        let few = spec.to_string().contains("totalizer");
        if finds_no_best(&spec) {
            assert_eq!(number, 0, "{spec}");
        } else {
            assert!(number == 120 || few && number > 110, "{spec}: {number}");
        }
    }
}

/// Whether an engine finds solutions, but no best ones.
fn finds_no_best(spec: &Spec) -> bool {
    spec.is_engine::<PumpkinEngine>() || spec.is_engine::<Paper>() || spec.is_engine::<Reform>()
}

#[test]
fn a_search_for_the_best_can_be_left_and_other_tasks_ask_for_no_objective() {
    let mut left = 0;
    for seed in 0..20 {
        let mut rng = ChaCha8Rng::seed_from_u64(7000 + seed);
        let model = Arc::new(sample::model_with_objective(&mut rng).unwrap());
        let plain = Arc::new(sample::random_model(&mut rng).unwrap());
        let control = Control::unlimited();
        let all = solutions(&Spec::brute(), &model, &[vec![]]).expect("small models");
        for spec in engines() {
            if let Some(found) = solutions(&spec, &model, &[vec![]]) {
                assert_eq!(found, all, "{spec}\n{model}");
            }
            let Ok(mut session) = spec.prepare(&model, 0, &control) else { continue };
            let first = session.ask(&[], Task::Optimise, &control, &mut |_| ControlFlow::Break(()));
            if finds_no_best(&spec) {
                assert!(matches!(first.answer, Answer::Unsupported(_)), "{first:?}");
                continue;
            }
            let expected = if all[0].is_empty() {
                (Answer::Unsatisfiable, true)
            } else {
                (Answer::Satisfiable, false)
            };
            assert_eq!((first.answer, first.complete), expected, "{spec}\n{model}");
            left += 1;
            let mut session = spec.prepare(&plain, 0, &control).expect("a small model");
            let answer =
                session.ask(&[], Task::Optimise, &control, &mut |_| ControlFlow::Continue(()));
            assert!(matches!(answer.answer, Answer::Unsupported(_)), "{spec}");
        }
    }
    assert!(left > 0);
}
