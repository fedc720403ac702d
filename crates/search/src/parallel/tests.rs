//! Compares subtrees with whole trees and brute force, on any number of threads.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parallax_model::engine_api::{
    Answer, Control, EffortCounters, QuestionOutcome, Session, SolutionCount, Task,
};
use parallax_model::{
    AllDifferent, ComparisonOperator, Constraint, Domain, Given, Linear, LinearTerm, Model,
    Objective, ObjectiveSense, SearchPlan, SearchStep, Value, ValueChoice, VarId, VariableChoice,
    sample,
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Cutting, ParallelSession};
use crate::heuristics::plan::sampled;
use crate::{ByTask, SearchSettings};

/// Sizes of cuts that small models reach often.
const SMALL: Cutting = Cutting { slice: 30, subtree: 20, breadth: 2, width: 3, values: 8 };

const SETTINGS: [&str; 7] = [
    "",
    ":mid+sval,ac",
    ":first+middle,fc,d-way",
    ":random+random,fc,d-way",
    ":chs+random,ac,restarts=luby:1",
    ":activity+saved,ac,lc",
    ":domwdeg+middle,ac,restarts=geometric:2",
];

const TASKS: [Task; 5] = [Task::All, Task::Count, Task::First, Task::Limit(3), Task::Optimise];

/// The answer of a session.
#[derive(Debug, PartialEq)]
struct Said {
    answer: Answer,
    complete: bool,
    counted: Option<SolutionCount>,
    counters: EffortCounters,
    candidates: Vec<Vec<Value>>,
}

fn said(session: &mut dyn Session, givens: &[Given], task: Task) -> Said {
    let mut candidates = Vec::new();
    let outcome = session.ask(givens, task, &Control::unlimited(), &mut |values| {
        candidates.push(values.to_vec());
        ControlFlow::Continue(())
    });
    let QuestionOutcome { answer, complete, counted, counters, .. } = outcome;
    Said { answer, complete, counted, counters, candidates }
}

fn parallel(
    model: &Arc<Model>,
    settings: &str,
    threads: usize,
    cutting: Cutting,
) -> ParallelSession {
    let settings: SearchSettings = settings.parse().unwrap();
    let session = ParallelSession::new(model, &settings, 7, threads, &Control::unlimited());
    session.unwrap().cut_at(cutting)
}

/// Returns the shown values of all solutions, by brute force.
fn brute(model: &Model, givens: &[Given]) -> BTreeSet<Vec<Value>> {
    let domains: Vec<Vec<Value>> =
        model.variables().iter().map(|v| v.domain.iter().collect()).collect();
    let mut all = BTreeSet::new();
    let mut places = vec![0; domains.len()];
    if domains.iter().any(Vec::is_empty) {
        return all;
    }
    loop {
        let values: Vec<Value> = places.iter().zip(&domains).map(|(&p, d)| d[p]).collect();
        if model.check(givens, &values).is_ok() {
            all.insert(shown(model, &values));
        }
        let next = (0..places.len()).find(|&i| places[i] + 1 < domains[i].len());
        let Some(next) = next else { return all };
        places[next] += 1;
        places[..next].fill(0);
    }
}

fn shown(model: &Model, values: &[Value]) -> Vec<Value> {
    let all = model.variables().iter().zip(values);
    all.filter(|(variable, _)| variable.shown).map(|(_, &value)| value).collect()
}

/// Checks an answer against brute force.
fn judge(model: &Model, givens: &[Given], task: Task, said: &Said, all: &BTreeSet<Vec<Value>>) {
    for values in &said.candidates {
        model.check(givens, values).unwrap();
    }
    let seen: Vec<Vec<Value>> = said.candidates.iter().map(|v| shown(model, v)).collect();
    let set: BTreeSet<Vec<Value>> = seen.iter().cloned().collect();
    if all.is_empty() {
        assert_eq!((&said.answer, said.complete), (&Answer::Unsatisfiable, true));
        assert!(set.is_empty());
        return;
    }
    match task {
        Task::All => {
            assert_eq!((seen.len(), &set, said.complete), (all.len(), all, true));
        }
        Task::Count => {
            let number = said.counted.clone().unwrap_or_else(|| seen.len().into());
            assert_eq!((number, said.complete), (all.len().into(), true));
            assert!(!set.is_empty() && set.is_subset(all) && set.len() == seen.len());
        }
        Task::First => assert_eq!((seen.len(), set.is_subset(all)), (1, true)),
        Task::Limit(limit) => {
            assert_eq!(seen.len(), all.len().min(limit as usize));
            assert!(set.len() == seen.len() && set.is_subset(all));
        }
        Task::Optimise => {
            let objective = model.objective().unwrap();
            let values: Vec<i64> =
                said.candidates.iter().map(|v| objective.value_under(v)).collect();
            assert!(values.windows(2).all(|pair| objective.is_better(pair[1], pair[0])));
            assert_eq!(Some(&said.answer), values.last().map(|&v| Answer::Optimal(v)).as_ref());
        }
    }
}

/// On any number of threads, sessions agree with brute force and have equal counters and orders,
/// when asked once or twice, with givens or without.
#[test]
fn any_number_of_threads_says_the_same_as_brute_force() {
    let mut cut = [0; 5];
    for seed in 0..150 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = Arc::new(sample::model_with_objective(&mut rng).unwrap());
        let settings = SETTINGS[rng.random_range(0..SETTINGS.len())];
        let given = Given { variable: VarId::new(0), value: rng.random_range(0..3) };
        for (place, task) in TASKS.into_iter().enumerate() {
            let mut sessions =
                [1, 2, 3, 8].map(|threads| parallel(&model, settings, threads, SMALL));
            for givens in [&[][..], &[given], &[]] {
                let all = brute(&model, givens);
                let said = sessions.each_mut().map(|session| said(session, givens, task));
                let best = match task {
                    Task::Optimise => best(&model, givens),
                    _ => None,
                };
                for other in &said {
                    assert_eq!(&said[0], other, "seed {seed}, native{settings}, {task}");
                }
                judge(&model, givens, task, &said[0], &all);
                if let Some(best) = best {
                    assert_eq!(said[0].answer, Answer::Optimal(best), "seed {seed}");
                }
                cut[place] += usize::from(said[0].counters.get("cubes").is_some());
            }
        }
    }
    assert!(cut.iter().all(|&number| number > 5), "too few trees were cut: {cut:?}");
}

/// Returns the best value of the objective, by brute force.
fn best(model: &Model, givens: &[Given]) -> Option<i64> {
    let objective = model.objective()?;
    let mut open = Model::clone(model);
    // Hidden variables affect the objective.
    open = shown_all(&open);
    let all = brute(&open, givens);
    let cost = |values: &Vec<Value>| objective.convert_cost(objective.value_under(values));
    all.iter().map(cost).min().map(|cost| objective.convert_cost(cost))
}

/// Returns the model with every variable shown.
fn shown_all(model: &Model) -> Model {
    let mut all = Model::new("all");
    for variable in model.variables() {
        all.add_shown(variable.name.clone(), variable.domain.clone()).unwrap();
    }
    for dimension in model.dimensions() {
        all.add_dimension(dimension.clone()).unwrap();
    }
    for posted in model.constraints() {
        all.post(posted.label.clone(), posted.constraint.clone()).unwrap();
    }
    all
}

/// Returns an n x n grid of values 1 to n, different in rows and columns.
fn latin(n: usize) -> Arc<Model> {
    let mut model = Model::new("latin");
    let domain = Domain::from_range(1, n as Value);
    let cells: Vec<VarId> =
        (0..n * n).map(|i| model.add_shown(format!("x{i}"), domain.clone()).unwrap()).collect();
    for i in 0..n {
        let row = cells[i * n..][..n].to_vec();
        let column = cells.iter().copied().skip(i).step_by(n).collect();
        for scope in [row, column] {
            model.post("", Constraint::AllDifferent(AllDifferent { scope })).unwrap();
        }
    }
    Arc::new(model)
}

/// Cuts preserve the solutions and, without learning, the nodes of the tree.
#[test]
fn cuts_of_a_tree_add_up_to_it() {
    let model = latin(4);
    for settings in [":mid+sval,ac", ":first+middle,fc,d-way", ":mid+gval,fc"] {
        let whole = {
            let settings = settings.parse().unwrap();
            let mut session = ByTask::new(&model, &settings, 7, &Control::unlimited()).unwrap();
            said(&mut session, &[], Task::All)
        };
        assert_eq!(whole.candidates.len(), 576);
        for (slice, subtree, breadth) in [(0, 1, 1), (100, 50, 2), (1000, 700, 100)] {
            let cutting = Cutting { slice, subtree, breadth, ..Cutting::default() };
            let cut = said(&mut parallel(&model, settings, 3, cutting), &[], Task::All);
            assert_eq!(whole.candidates, cut.candidates, "native{settings}");
            for counter in ["nodes", "enumerations", "assignments", "children", "depth"] {
                let values = [&whole, &cut].map(|said| said.counters.get(counter));
                assert_eq!(values[0], values[1], "native{settings}: {counter}");
            }
            assert!(cut.counters.get("cubes").unwrap() > 2, "native{settings}");
        }
    }
}

/// Counting does not pass every solution on.
#[test]
fn counts_are_complete_and_one_solution_stands_for_them() {
    let model = latin(5);
    let cutting = Cutting { slice: 5000, subtree: 20_000, ..Cutting::default() };
    let counts =
        [1, 4].map(|threads| said(&mut parallel(&model, "", threads, cutting), &[], Task::Count));
    assert_eq!(counts[0], counts[1]);
    assert_eq!((counts[0].counted.clone(), counts[0].complete), (Some(161_280u64.into()), true));
    assert!((1..5000).contains(&counts[0].candidates.len()));
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let given = Given { variable: VarId::new(7), value: rng.random_range(1..=5) };
    let fixed = said(&mut parallel(&model, "", 2, cutting), &[given], Task::Count);
    assert_eq!(fixed.counted, Some((161_280u64 / 5).into()));
}

/// Covers hard problems without a solution, and best solutions far from the first.
#[test]
fn rounds_prove_that_there_is_nothing_better() {
    let mut model = Model::new("sum");
    let cells: Vec<VarId> = (0..7)
        .map(|i| model.add_shown(format!("x{i}"), Domain::from_range(0, 6)).unwrap())
        .collect();
    model.post("", Constraint::AllDifferent(AllDifferent { scope: cells.clone() })).unwrap();
    let row = Linear::unweighted_sum(cells[..3].iter().copied(), ComparisonOperator::Eq, 9);
    model.post("", Constraint::Linear(row)).unwrap();
    let terms = (1..)
        .zip(&cells)
        .map(|(coefficient, &variable)| LinearTerm { coefficient, variable })
        .collect();
    model.set_objective(Objective::new(ObjectiveSense::Minimize, terms)).unwrap();
    let model = Arc::new(model);
    let least = best(&model, &[]).unwrap();
    let all = [1, 2, 3, 8].map(|threads| {
        said(&mut parallel(&model, ",lc,restarts=luby:1", threads, SMALL), &[], Task::Optimise)
    });
    assert_eq!(all[0].answer, Answer::Optimal(least));
    assert!(all[0].counters.get("cubes").unwrap() > 3);
    assert!(all.iter().all(|other| *other == all[0]));
}

/// A stopped session reports that, keeps its solutions, and can be asked again.
#[test]
fn a_stopped_session_says_so_and_goes_on() {
    let model = latin(6);
    let cutting = Cutting { slice: 1000, subtree: 20_000, ..Cutting::default() };
    for task in [Task::All, Task::Count] {
        let mut session = parallel(&model, "", 2, cutting);
        let control = Control::unlimited();
        let stop = control.clone();
        let calls = Arc::new(AtomicU64::new(0));
        let seen = calls.clone();
        session = session.watched_by(Some(Arc::new(move |progress: super::ParallelProgress| {
            assert!(progress.done <= progress.known && (0.0..=1.0).contains(&progress.share));
            if seen.fetch_add(1, Ordering::Relaxed) == 20 {
                stop.cancel_work();
            }
        })));
        let mut found = 0;
        let outcome = session.ask(&[], task, &control, &mut |_| {
            found += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(outcome.stopped, Some(parallax_model::engine_api::StopReason::Cancelled.into()));
        assert_eq!((outcome.answer.clone(), outcome.complete), (Answer::Satisfiable, false));
        assert!(calls.load(Ordering::Relaxed) > 20);
        assert!(found > 0 || outcome.counted > Some(SolutionCount::zero()));
        let first = said(&mut session, &[], Task::First);
        assert_eq!(first.candidates.len(), 1);
    }
}

/// A callback that wants no more solutions ends the search without waiting for subtrees.
#[test]
fn a_callback_ends_the_search() {
    let model = latin(6);
    let cutting = Cutting { slice: 100, subtree: 5000, ..Cutting::default() };
    let mut session = parallel(&model, "", 3, cutting);
    let mut left = 1000;
    let outcome = session.ask(&[], Task::All, &Control::unlimited(), &mut |_| {
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((left, outcome.complete, outcome.stopped), (0, false, None));
}

#[test]
fn what_is_not_cut_says_the_same_as_brute_force() {
    let mut rng = ChaCha8Rng::seed_from_u64(21);
    let mut longer = 0;
    for _ in 0..100 {
        let model = Arc::new(sample::model_with_objective(&mut rng).unwrap());
        let (all, best) = (brute(&model, &[]), best(&model, &[]));
        for settings in SETTINGS {
            for task in TASKS {
                let mut session = parallel(&model, settings, 1, SMALL).without_cuts();
                let one = said(&mut session, &[], task);
                assert_eq!(one, said(&mut session, &[], task), "{settings} {task}\n{model}");
                judge(&model, &[], task, &one, &all);
                if let (Task::Optimise, Some(best)) = (task, best) {
                    assert_eq!(one.answer, Answer::Optimal(best), "{settings}\n{model}");
                }
                assert_eq!(one.counters.get("cubes"), None);
                longer += u64::from(one.counters.get("propagations") > Some(SMALL.slice));
            }
        }
    }
    assert!(longer > 200, "{longer}");
}

/// Plans have the solutions of brute force, on any number of threads, with every kind of decision.
#[test]
fn plans_say_the_same_as_brute_force_on_any_number_of_threads() {
    let mut cut = [0; 5];
    for seed in 0..200 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = sample::model_with_objective(&mut rng).unwrap();
        let plan = sampled::any(&mut rng, &model);
        let model = Arc::new(model.with_search_plan(plan));
        let settings = ["", ",ac", ",fc", ",none", ",d-way"][rng.random_range(0..5)];
        let given = Given { variable: VarId::new(0), value: rng.random_range(0..3) };
        for (place, task) in TASKS.into_iter().enumerate() {
            let mut sessions = [1, 3].map(|threads| parallel(&model, settings, threads, SMALL));
            for givens in [&[][..], &[given]] {
                let all = brute(&model, givens);
                let said = sessions.each_mut().map(|session| said(session, givens, task));
                assert_eq!(said[0], said[1], "seed {seed}, native{settings}, {task}");
                judge(&model, givens, task, &said[0], &all);
                if let (Task::Optimise, Some(best)) = (task, best(&model, givens)) {
                    assert_eq!(said[0].answer, Answer::Optimal(best), "seed {seed}");
                }
                cut[place] += usize::from(said[0].counters.get("cubes").is_some());
            }
        }
    }
    assert!(cut.iter().all(|&number| number > 5), "too few trees were cut: {cut:?}");
}

/// Cuts preserve the solutions, their order and the nodes of a tree with decisions of every kind.
#[test]
fn cuts_of_a_planned_tree_add_up_to_it() {
    let latin = latin(4);
    for value in ValueChoice::ALL {
        let variables = (0..16).map(|i| VarId::new(i * 5 % 16)).collect();
        let variable = VariableChoice::FirstFail;
        let steps = vec![SearchStep { variables, variable, value }];
        let plan = SearchPlan { steps, ..SearchPlan::default() };
        let model = Arc::new(Model::clone(&latin).with_search_plan(plan));
        let whole = {
            let settings = ",ac".parse().unwrap();
            let mut session = ByTask::new(&model, &settings, 7, &Control::unlimited()).unwrap();
            said(&mut session, &[], Task::All)
        };
        assert_eq!(whole.candidates.len(), 576);
        let is_random = matches!(value, ValueChoice::Random | ValueChoice::OutRandom);
        for (slice, subtree, breadth) in [(0, 1, 1), (100, 50, 2), (1000, 700, 100)] {
            let cutting = Cutting { slice, subtree, breadth, ..Cutting::default() };
            let mut cut = said(&mut parallel(&model, ",ac", 3, cutting), &[], Task::All);
            assert!(cut.counters.get("cubes").unwrap() > 2, "{value}");
            if is_random {
                // Each subtree draws again.
                cut.candidates.sort_unstable();
                let mut all = whole.candidates.clone();
                all.sort_unstable();
                assert_eq!(all, cut.candidates);
                continue;
            }
            assert_eq!(whole.candidates, cut.candidates, "{value}");
            for counter in ["nodes", "enumerations", "assignments"] {
                let values = [&whole, &cut].map(|said| said.counters.get(counter));
                assert_eq!(values[0], values[1], "{value}: {counter}");
            }
        }
    }
}
