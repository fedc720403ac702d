//! Races of engines with prescribed behaviour.

mod agreement;
mod optimisation;

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use parallax_model::Model;
use parallax_model::engine_api::Control;
use parallax_model::engine_api::Engine;
use parallax_model::engine_api::EngineAbilities;
use parallax_model::engine_api::EngineFamily;
use parallax_model::engine_api::PreparationError;
use parallax_model::engine_api::Session;
use parallax_model::engine_api::{
    Answer, CandidateCallback, CountingMethod, EffortCounters, EnumerationEnd, QuestionOutcome,
    SolverLineage, StopReason, Task,
};
use parallax_model::{
    AllDifferent, Constraint, Domain, Given, LinearTerm, Objective, ObjectiveSense, Value, VarId,
};

use super::*;
use crate::Spec;

type Act = dyn Fn(&Control, CandidateCallback<'_>) -> QuestionOutcome + Send + Sync;

/// An engine whose answers come from a function.
#[derive(Clone)]
struct Fake {
    name: &'static str,
    solver: SolverLineage,
    uses_rivals: bool,
    refuses: Option<PreparationError>,
    act: Arc<Act>,
    /// The number of questions in progress.
    works: Arc<AtomicUsize>,
    asked: Arc<AtomicUsize>,
}

struct FakeSession(Fake);

impl Engine for Fake {
    fn spec(&self) -> String {
        self.name.to_owned()
    }

    fn family(&self) -> EngineFamily {
        EngineFamily::from_solver(self.solver)
    }

    fn abilities(&self) -> EngineAbilities {
        EngineAbilities { uses_rivals: self.uses_rivals, ..EngineAbilities::default() }
    }

    fn prepare(
        &self,
        _: &Arc<Model>,
        _: u64,
        _: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        match &self.refuses {
            Some(refusal) => Err(refusal.clone()),
            None => Ok(Box::new(FakeSession(self.clone()))),
        }
    }
}

impl Session for FakeSession {
    fn ask(
        &mut self,
        _: &[Given],
        _: Task,
        control: &Control,
        on: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        struct Works<'a>(&'a AtomicUsize);
        impl Drop for Works<'_> {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Ordering::SeqCst);
            }
        }
        self.0.works.fetch_add(1, Ordering::SeqCst);
        self.0.asked.fetch_add(1, Ordering::SeqCst);
        let _works = Works(&self.0.works);
        (self.0.act)(control, on)
    }
}

fn fake(
    name: &'static str,
    solver: SolverLineage,
    act: impl Fn(&Control, CandidateCallback<'_>) -> QuestionOutcome + Send + Sync + 'static,
) -> Fake {
    let [works, asked] = [(); 2].map(|()| Arc::default());
    Fake { name, solver, uses_rivals: false, refuses: None, act: Arc::new(act), works, asked }
}

fn ended(found: u64, ended: EnumerationEnd) -> QuestionOutcome {
    QuestionOutcome::from_enumeration(found, ended, EffortCounters::new(), Duration::ZERO)
}

/// Gives these candidates and ends with `end`.
fn gives(
    candidates: Vec<Vec<Value>>,
    end: EnumerationEnd,
) -> impl Fn(&Control, CandidateCallback<'_>) -> QuestionOutcome {
    move |_, on| {
        for (place, values) in candidates.iter().enumerate() {
            if on(values).is_break() {
                return ended(place as u64 + 1, EnumerationEnd::Enough);
            }
        }
        ended(candidates.len() as u64, end.clone())
    }
}

/// Waits until it is stopped.
fn waits(control: &Control, _: CandidateCallback<'_>) -> QuestionOutcome {
    loop {
        if let Some(stop) = control.stop_reason() {
            return ended(0, EnumerationEnd::Stopped(stop));
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Waits for other engines, then acts.
fn later(
    act: impl Fn(&Control, CandidateCallback<'_>) -> QuestionOutcome,
) -> impl Fn(&Control, CandidateCallback<'_>) -> QuestionOutcome {
    move |control, on| {
        let since = Instant::now();
        while since.elapsed() < Duration::from_millis(60) {
            if let Some(stop) = control.stop_reason() {
                return ended(0, EnumerationEnd::Stopped(stop));
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        act(control, on)
    }
}

fn optimum(values: Vec<Vec<Value>>) -> impl Fn(&Control, CandidateCallback<'_>) -> QuestionOutcome {
    move |_, on| {
        let mut best = None;
        for one in &values {
            best = Some(i64::from(one[0]));
            if on(one).is_break() {
                break;
            }
        }
        QuestionOutcome::from_optimisation(
            best,
            EnumerationEnd::Exhausted,
            EffortCounters::new(),
            Duration::ZERO,
        )
    }
}

/// Makes a model of two different variables of three values, with six solutions; the first variable
/// is minimised.
fn model() -> Arc<Model> {
    let mut model = Model::new("two");
    for name in ["x", "y"] {
        model.add_shown(name, Domain::from_range(0, 2)).unwrap();
    }
    let scope = vec![VarId::new(0), VarId::new(1)];
    model.post("", Constraint::AllDifferent(AllDifferent { scope })).unwrap();
    let terms = vec![LinearTerm { coefficient: 1, variable: VarId::new(0) }];
    model.set_objective(Objective::new(ObjectiveSense::Minimize, terms)).unwrap();
    Arc::new(model)
}

fn all() -> Vec<Vec<Value>> {
    vec![vec![0, 1], vec![0, 2], vec![1, 0], vec![1, 2], vec![2, 0], vec![2, 1]]
}

fn racing(members: &[&Fake], cores: usize) -> RacingEngine {
    RacingEngine {
        name: "portfolio[fakes]".into(),
        members: members.iter().map(|&fake| Arc::new(fake.clone()) as Arc<dyn Engine>).collect(),
        head: None,
        cores,
        agree: 1,
        abilities: EngineAbilities { chooses: true, ..EngineAbilities::default() },
    }
}

/// Returns the outcome of a race and its solutions, after every engine has stopped.
fn run(race: &RacingEngine, task: Task, control: &Control) -> (QuestionOutcome, Vec<Vec<Value>>) {
    let mut session = race.prepare(&model(), 0, control).unwrap();
    let mut given = Vec::new();
    let outcome = session.ask(&[], task, control, &mut |values| {
        given.push(values.to_vec());
        ControlFlow::Continue(())
    });
    assert_eq!(outcome.find_contradiction(given.len() as u128), None, "{outcome:?}");
    (outcome, given)
}

fn answer(members: &[&Fake], task: Task) -> (QuestionOutcome, Vec<Vec<Value>>) {
    let mut last = None;
    // On one core the engines run in turns.
    for cores in [1, 2, 5] {
        let (outcome, given) = run(&racing(members, cores), task, &Control::unlimited());
        for fake in members {
            assert_eq!(fake.works.load(Ordering::SeqCst), 0, "{} works on", fake.name);
        }
        let seen = (outcome.answer.clone(), outcome.complete, given.len());
        assert_eq!(*last.get_or_insert_with(|| seen.clone()), seen, "{cores} cores");
        if cores == 5 {
            return (outcome, given);
        }
    }
    unreachable!("the last number of cores returns")
}

fn by(outcome: &QuestionOutcome) -> (&str, &str) {
    outcome.by.as_ref().map_or(("", ""), |by| (&by.engine, &by.why))
}

fn agreed(outcome: &QuestionOutcome) -> Vec<&str> {
    outcome.agreed.iter().map(|other| &*other.engine).collect()
}

#[test]
fn the_first_answer_counts_and_the_others_stop() {
    let slow = fake("slow", SolverLineage::Z3, waits);
    let quick =
        fake("quick", SolverLineage::Native, gives(vec![vec![2, 1]], EnumerationEnd::Enough));
    for members in [[&slow, &quick], [&quick, &slow]] {
        let (outcome, given) = answer(&members, Task::First);
        assert_eq!((outcome.answer.clone(), given), (Answer::Satisfiable, vec![vec![2, 1]]));
        assert_eq!(
            (by(&outcome).0, outcome.answering_family(EngineFamily::default())),
            ("quick", quick.family())
        );
    }
    let none = fake("none", SolverLineage::Native, gives(vec![], EnumerationEnd::Exhausted));
    let (outcome, given) = answer(&[&slow, &none], Task::All);
    assert_eq!((outcome.answer.clone(), given.len()), (Answer::Unsatisfiable, 0));
    assert_eq!(by(&outcome).0, "none");
}

#[test]
fn solutions_of_different_engines_do_not_mix() {
    let some = fake("some", SolverLineage::Z3, |control: &Control, on: CandidateCallback<'_>| {
        gives(vec![vec![2, 1], vec![2, 0]], EnumerationEnd::Enough)(control, on);
        waits(control, on)
    });
    let every =
        fake("every", SolverLineage::Native, later(gives(all(), EnumerationEnd::Exhausted)));
    for task in [Task::All, Task::Limit(7), Task::Count] {
        let (outcome, given) = answer(&[&some, &every], task);
        assert_eq!((given, outcome.complete, by(&outcome).0), (all(), true, "every"), "{task}");
    }
    let (outcome, given) = answer(&[&some, &every], Task::Limit(6));
    assert_eq!((given, by(&outcome).0), (all(), "every"));
}

#[test]
fn an_engine_that_counts_gives_one_solution() {
    let counts =
        fake("counts", SolverLineage::Native, |control: &Control, on: CandidateCallback<'_>| {
            gives(vec![vec![0, 1]], EnumerationEnd::Exhausted)(control, on)
                .with_count(6u64.into(), CountingMethod::Parts)
        });
    let (outcome, given) = answer(&[&fake("slow", SolverLineage::Z3, waits), &counts], Task::Count);
    assert_eq!((outcome.counted, given.len(), outcome.complete), (Some(6u64.into()), 1, true));
}

#[test]
fn who_does_not_know_leaves_the_race_to_the_others() {
    let tired =
        fake("tired", SolverLineage::Z3, gives(vec![], EnumerationEnd::GaveUp("tired".into())));
    let breaks = fake("breaks", SolverLineage::Varisat, |_: &Control, _: CandidateCallback<'_>| {
        panic!("oh")
    });
    let mut small = fake("small", SolverLineage::Pumpkin, waits);
    small.refuses = Some(PreparationError::Unsupported("too large".into()));
    let mut fails = fake("fails", SolverLineage::Cadical, waits);
    fails.refuses = Some(PreparationError::Failed("no such program".into()));
    let right =
        fake("right", SolverLineage::Native, later(gives(all(), EnumerationEnd::Exhausted)));
    let (outcome, given) = answer(&[&tired, &breaks, &small, &fails, &right], Task::All);
    assert_eq!((given, by(&outcome).0), (all(), "right"));
    assert!(by(&outcome).1.contains("breaks is out: crash: oh"), "{outcome:?}");

    let (outcome, given) = answer(&[&tired, &breaks, &small, &fails], Task::All);
    let Answer::Unknown(why) = &outcome.answer else { panic!("{outcome:?}") };
    assert_eq!((given.len(), outcome.complete), (0, false));
    for reason in ["tired: tired", "breaks: crash: oh", "small: too large", "fails: no such"] {
        assert!(why.as_str().contains(reason), "{why}");
    }
    let mut other = fake("other", SolverLineage::Z3, waits);
    other.refuses = Some(PreparationError::Unsupported("no tables".into()));
    let (outcome, _) = answer(&[&small, &other], Task::First);
    let expected = "small: too large; other: no tables";
    assert_eq!(outcome.answer, Answer::Unsupported(expected.into()));
}

#[test]
fn who_is_wrong_is_out_and_the_answer_says_so() {
    let wrongs: [(Vec<Vec<Value>>, EnumerationEnd, &str); 4] = [
        (vec![vec![1, 1]], EnumerationEnd::Enough, "wrong solution"),
        (vec![vec![0, 7]], EnumerationEnd::Exhausted, "wrong solution"),
        (vec![vec![0, 1], vec![0, 1]], EnumerationEnd::Exhausted, "the same solution twice"),
        (vec![vec![0]], EnumerationEnd::Enough, "wrong solution"),
    ];
    let right =
        fake("right", SolverLineage::Native, later(gives(all(), EnumerationEnd::Exhausted)));
    for (candidates, end, how) in wrongs {
        let liar = fake("liar", SolverLineage::Z3, gives(candidates, end));
        let (outcome, given) = answer(&[&liar, &right], Task::All);
        assert_eq!((given, by(&outcome).0), (all(), "right"));
        assert!(by(&outcome).1.contains(&format!("liar is out: {how}")), "{outcome:?}");
        // If no engine is right, the answer is unknown.
        let (outcome, given) = answer(&[&liar], Task::All);
        assert!(outcome.answer == Answer::Satisfiable || given.is_empty());
        assert!(!outcome.complete && outcome.stopped.as_ref().unwrap().as_str().contains(how));
    }
    let more = fake("more", SolverLineage::Z3, gives(all(), EnumerationEnd::Enough));
    let two = fake(
        "two",
        SolverLineage::Native,
        later(gives(all()[..2].to_vec(), EnumerationEnd::Enough)),
    );
    let (outcome, given) = answer(&[&more, &two], Task::Limit(2));
    // The first two solutions are correct; only a third is wrong.
    assert_eq!((given, by(&outcome).0), (all()[..2].to_vec(), "two"));
    let denies = fake("denies", SolverLineage::Z3, |_: &Control, on: CandidateCallback<'_>| {
        let _ = on(&[0, 1]);
        ended(0, EnumerationEnd::Exhausted)
    });
    let (outcome, _) = answer(&[&denies, &right], Task::All);
    assert_eq!(by(&outcome).0, "right");
}

#[test]
fn a_solution_refutes_who_claims_that_there_is_none() {
    let has = fake("has", SolverLineage::Native, |control: &Control, on: CandidateCallback<'_>| {
        let _ = on(&[0, 1]);
        waits(control, on)
    });
    let denies = fake("denies", SolverLineage::Z3, later(gives(vec![], EnumerationEnd::Exhausted)));
    let late = Control::unlimited().with_timeout(Some(Duration::from_millis(500)));
    let (outcome, given) = run(&racing(&[&has, &denies], 2), Task::All, &late);
    assert_eq!((outcome.answer, given), (Answer::Satisfiable, vec![vec![0, 1]]));
    let expected = "denies is out: it claims that there is no solution, but has has one";
    assert!(outcome.stopped.unwrap().as_str().contains(expected));
}

#[test]
fn limits_and_cancellation_end_a_race() {
    let slow = fake("slow", SolverLineage::Z3, waits);
    let some =
        fake("some", SolverLineage::Native, |control: &Control, on: CandidateCallback<'_>| {
            let _ = on(&[2, 1]);
            waits(control, on)
        });
    for cores in [1, 2] {
        let race = racing(&[&slow, &some], cores);
        let late = Control::unlimited().with_timeout(Some(Duration::from_millis(300)));
        let (outcome, given) = run(&race, Task::All, &late);
        assert_eq!((outcome.answer, given), (Answer::Satisfiable, vec![vec![2, 1]]));
        assert_eq!((outcome.stopped, outcome.complete), (Some(StopReason::Timeout.into()), false));
        let control = Control::unlimited();
        let other = control.clone();
        let cancels = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(30));
            other.cancel_work();
        });
        let (outcome, _) = run(&racing(&[&slow, &slow], cores), Task::First, &control);
        assert_eq!(outcome.answer, Answer::from(StopReason::Cancelled));
        cancels.join().unwrap();
        assert_eq!((slow.works.load(Ordering::SeqCst), some.works.load(Ordering::SeqCst)), (0, 0));
    }
    let (outcome, given) = answer(&[&some], Task::Limit(0));
    assert_eq!((outcome.complete, given.len(), some.asked.load(Ordering::SeqCst)), (false, 0, 2));
}

#[test]
fn the_callback_ends_a_race() {
    let every = fake("every", SolverLineage::Native, gives(all(), EnumerationEnd::Exhausted));
    for task in [Task::All, Task::Optimise] {
        let mut session = racing(&[&every], 1).prepare(&model(), 0, &Control::unlimited()).unwrap();
        let mut given = 0;
        let outcome = session.ask(&[], task, &Control::unlimited(), &mut |_| {
            given += 1;
            ControlFlow::Break(())
        });
        assert_eq!((given, outcome.complete, outcome.stopped), (1, false, None), "{task}");
        assert_eq!(outcome.answer, Answer::Satisfiable);
    }
}

/// For a model with very many solutions, the number that waits is bounded.
#[test]
fn many_solutions_come_from_one_engine_alone() {
    let mut model = Model::new("wide");
    let x = model.add_shown("x", Domain::from_range(0, 40_000)).unwrap();
    model.add_shown("y", Domain::from_range(0, 0)).unwrap();
    let model = Arc::new(model);
    let upwards = |from: Value, to: Value| {
        move |control: &Control, on: CandidateCallback<'_>| {
            let step = if from < to { 1 } else { -1 };
            let (mut value, mut found) = (from, 0);
            loop {
                if let Some(stop) = control.stop_reason() {
                    return ended(found, EnumerationEnd::Stopped(stop));
                }
                found += 1;
                if on(&[value, 0]).is_break() {
                    return ended(found, EnumerationEnd::Enough);
                }
                if value == to {
                    return ended(found, EnumerationEnd::Exhausted);
                }
                value += step;
            }
        }
    };
    let up = fake("up", SolverLineage::Native, upwards(0, 40_000));
    let down = fake("down", SolverLineage::Z3, upwards(40_000, 0));
    for (task, number) in [(Task::All, 40_001), (Task::Limit(20_000), 20_000), (Task::Count, 1)] {
        let mut session =
            racing(&[&up, &down], 2).prepare(&model, 0, &Control::unlimited()).unwrap();
        let mut given = BTreeSet::new();
        let mut twice = 0;
        let control = Control::unlimited();
        let outcome = session.ask(&[], task, &control, &mut |values| {
            twice += u32::from(!given.insert(values[x.index()]));
            if task.solution_limit() == Some(given.len() as u64) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!((given.len(), twice), (number, 0), "{task}: {outcome:?}");
        assert_eq!(outcome.complete, task != Task::Limit(20_000));
        assert_eq!(outcome.counted, (task == Task::Count).then_some(40_001u64.into()));
    }
}

/// Native search and SAT engines in races, against brute force, with one session for several
/// questions.
#[test]
fn real_engines_give_what_brute_force_gives() {
    let control = Control::unlimited();
    let list: Portfolio = "portfolio[native; sat:batsat; brute]".parse().unwrap();
    let here = |spec: Spec| -> Arc<dyn Engine> { Arc::new(spec) };
    for cores in [1, 2] {
        let race = RacingEngine::new(&list, cores, &here);
        let mut session = race.prepare(&model(), 0, &control).unwrap();
        for value in [None, Some(0), Some(1), None] {
            let variable = VarId::new(1);
            let givens: Vec<Given> =
                value.map(|value| Given { variable, value }).into_iter().collect();
            let mut given = BTreeSet::new();
            let outcome = session.ask(&givens, Task::All, &control, &mut |values| {
                assert!(given.insert(values.to_vec()));
                ControlFlow::Continue(())
            });
            let expected: BTreeSet<_> =
                all().into_iter().filter(|one| value.is_none_or(|value| one[1] == value)).collect();
            assert_eq!((given, outcome.complete), (expected, true));
            let outcome =
                session.ask(&givens, Task::Optimise, &control, &mut |_| ControlFlow::Continue(()));
            let best = i64::from(value == Some(0));
            assert_eq!(outcome.answer, Answer::Optimal(best));
        }
    }
}
