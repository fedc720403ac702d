use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_model::engine_api::{Answer, Control, EffortCounters, QuestionOutcome, Session, Task};
use parallax_model::{
    AllDifferent, ComparisonOperator, Constraint, ConstraintKind, Domain, Given, Linear, Model,
    Value, VarId, sample,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::meaning_tests::for_each_assignment;
use crate::parallel::{Cutting, ParallelSession};
use crate::{ByTask, SearchSettings};

fn session(model: &Model, settings: &str) -> ByTask {
    let settings = settings.parse().unwrap();
    ByTask::new(&Arc::new(model.clone()), &settings, 0, &Control::unlimited()).unwrap()
}

/// Returns a session on one thread whose slices end at once.
fn small_slices(model: &Model, cuts: bool) -> ParallelSession {
    let cutting = Cutting { slice: 10, subtree: 40, breadth: 2, width: 3, values: 5 };
    let control = Control::unlimited();
    let model = Arc::new(model.clone());
    let session = ParallelSession::new(&model, &SearchSettings::default(), 0, 2, &control).unwrap();
    let session = session.cut_at(cutting);
    if cuts { session } else { session.without_cuts() }
}

/// Asks a question and checks each solution.
fn ask(
    session: &mut dyn Session,
    model: &Model,
    givens: &[Given],
    task: Task,
) -> (QuestionOutcome, Vec<Vec<Value>>) {
    let mut found = Vec::new();
    let outcome = session.ask(givens, task, &Control::unlimited(), &mut |values| {
        assert!(model.check(givens, values).is_ok(), "{values:?}\n{model}");
        found.push(values.to_vec());
        ControlFlow::Continue(())
    });
    (outcome, found)
}

fn shown(model: &Model, values: &[Value]) -> Vec<Value> {
    model.shown().iter().map(|v| values[v.index()]).collect()
}

/// Compares all tasks for few solutions with the solutions of a model. Returns the conflicts.
fn check(session: &mut dyn Session, model: &Model, all: &[Vec<Value>], about: &str) -> u64 {
    let about = format!("{about}\n{model}");
    let every: BTreeSet<Vec<Value>> = all.iter().map(|values| shown(model, values)).collect();
    let mut conflicts = 0;
    for limit in [1, 2, 3, 10] {
        let (outcome, found) = ask(session, model, &[], Task::Limit(limit));
        let found: Vec<Vec<Value>> = found.iter().map(|values| shown(model, values)).collect();
        let distinct: BTreeSet<Vec<Value>> = found.iter().cloned().collect();
        assert_eq!(distinct.len(), found.len(), "a solution twice: {about}");
        assert!(distinct.is_subset(&every), "{about}");
        assert_eq!(found.len(), every.len().min(limit as usize), "limit {limit}: {about}");
        assert_eq!(outcome.answer == Answer::Unsatisfiable, every.is_empty(), "{about}");
        if every.len() < limit as usize {
            assert!(outcome.complete, "{about}");
        }
        conflicts += outcome.counters.get("conflicts").unwrap_or(0);
    }
    if let Some(objective) = model.objective() {
        let cost = |values: &Vec<Value>| objective.convert_cost(objective.value_under(values));
        let (outcome, found) = ask(session, model, &[], Task::Optimise);
        assert!(found.iter().is_sorted_by(|a, b| cost(a) > cost(b)), "{about}");
        let expected = match all.iter().min_by_key(|values| cost(values)) {
            Some(best) => Answer::Optimal(objective.value_under(best)),
            None => Answer::Unsatisfiable,
        };
        assert_eq!(outcome.answer, expected, "{about}");
        conflicts += outcome.counters.get("conflicts").unwrap_or(0);
    }
    conflicts
}

const SETTINGS: [&str; 5] = [
    ",learn=after:0",
    ",free,learn=after:1",
    ",bounds,learn=after:3",
    ":mid+gval,d-way,learn=after:2",
    ",fc,restarts=luby:1,learn=after:2",
];

fn solutions(model: &Model) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    for_each_assignment(model, &mut |values| {
        if model.check(&[], values).is_ok() {
            all.push(values.to_vec());
        }
    });
    all
}

/// Compares sessions whose first slices end after a few failures with definitions.
fn compare(models: impl Iterator<Item = (String, Model)>) -> u64 {
    let mut conflicts = 0;
    for (name, model) in models {
        let all = solutions(&model);
        for settings in SETTINGS {
            let about = format!("{name} native{settings}");
            let mut session = session(&model, settings);
            conflicts += check(&mut session, &model, &all, &about);
        }
        for cuts in [false, true] {
            let mut session = small_slices(&model, cuts);
            conflicts += check(&mut session, &model, &all, &format!("{name} cuts {cuts}"));
        }
    }
    conflicts
}

#[test]
fn turns_find_exactly_the_solutions_of_each_kind() {
    let seeds = ConstraintKind::ALL.iter().flat_map(|&kind| (0..25).map(move |seed| (kind, seed)));
    let conflicts = compare(seeds.map(|(kind, seed)| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        (format!("{kind} {seed}"), sample::model_of_kind(&mut rng, kind).unwrap())
    }));
    assert!(conflicts > 50, "only {conflicts} conflicts");
}

#[test]
fn turns_find_exactly_the_solutions_of_mixed_models() {
    let conflicts = compare((0..400).map(|seed| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = if seed % 2 == 0 {
            sample::model_with_globals(&mut rng)
        } else {
            sample::model_with_objective(&mut rng)
        };
        (format!("seed {seed}"), model.unwrap())
    }));
    assert!(conflicts > 200, "only {conflicts} conflicts");
}

fn post(model: &mut Model, constraint: Constraint) {
    model.post("", constraint).unwrap();
}

/// Returns latin squares of this order; with `sums`, some pairs on the diagonal exclude a sum.
fn latin(order: usize, sums: bool) -> Model {
    let mut model = Model::new("latin");
    let domain = Domain::from_range(1, order as Value);
    let cells: Vec<VarId> = (0..order * order)
        .map(|i| model.add_shown(format!("x{i}"), domain.clone()).unwrap())
        .collect();
    for i in 0..order {
        let row = cells[i * order..][..order].to_vec();
        let column = cells.iter().copied().skip(i).step_by(order).collect();
        for scope in [row, column] {
            post(&mut model, Constraint::AllDifferent(AllDifferent { scope }));
        }
    }
    if sums {
        for i in 1..order {
            let terms = [cells[0], cells[i * (order + 1)]];
            let sum =
                Linear::unweighted_sum(terms.to_vec(), ComparisonOperator::Ne, 2 * i as i64 + 1);
            post(&mut model, Constraint::Linear(sum));
        }
    }
    model
}

/// Seven variables and six values, in pairs only: search has to try.
fn pairs_of_pigeons() -> Model {
    let mut model = Model::new("pigeons");
    let all: Vec<VarId> = (0..7)
        .map(|i| model.add_shown(format!("x{i}"), Domain::from_range(1, 6)).unwrap())
        .collect();
    for (i, &a) in all.iter().enumerate() {
        for &b in &all[..i] {
            post(&mut model, Constraint::AllDifferent(AllDifferent { scope: vec![a, b] }));
        }
    }
    model
}

fn counter(counters: &EffortCounters, name: &str) -> u64 {
    counters.get(name).unwrap_or(0)
}

/// Both searches work, and the counters of one question are equal each time.
#[test]
fn searches_take_turns_and_count_alike() {
    let model = pairs_of_pigeons();
    let mut session = session(&model, ",learn=after:20");
    let (first, _) = ask(&mut session, &model, &[], Task::First);
    assert_eq!(first.answer, Answer::Unsatisfiable);
    let (failures, conflicts) =
        (counter(&first.counters, "backtracks"), counter(&first.counters, "conflicts"));
    assert!(conflicts > 5 && failures > conflicts + 20, "{:?}", first.counters);
    let (again, _) = ask(&mut session, &model, &[], Task::First);
    assert_eq!(again.counters, first.counters);
}

/// Within the first slice nothing differs from plain search, whose counters are the only ones.
#[test]
fn the_first_slice_is_plain_search() {
    let model = latin(7, true);
    for task in [Task::First, Task::Limit(2)] {
        let mut own = session(&model, "");
        let mut plain = session(&model, ",learn=never");
        let (own, plain) = (ask(&mut own, &model, &[], task), ask(&mut plain, &model, &[], task));
        assert_eq!(own.0.counters, plain.0.counters);
        assert_eq!(own.1, plain.1);
        assert_eq!(own.0.counters.get("conflicts"), None);
    }
}

/// Named choices about the tree, a limit of its nodes, listing and counting keep plain search.
#[test]
fn what_describes_one_tree_stays_plain() {
    let model = pairs_of_pigeons();
    let choices = [",restarts=never", ",restarts=luby", ",lc", ",d-way", ":mid+sval", ",limit=9"];
    for settings in choices {
        assert_eq!(settings.parse::<SearchSettings>().unwrap().learns_after(&model), None);
    }
    assert_eq!(SearchSettings::default().learns_after(&model), Some(10_000));
    let (outcome, _) = ask(&mut session(&model, ",learn=never"), &model, &[], Task::First);
    assert_eq!(outcome.counters.get("conflicts"), None);
    let mut by_default = session(&model, ",learn=after:0");
    for task in [Task::All, Task::Count, Task::Limit(11)] {
        let (outcome, _) = ask(&mut by_default, &model, &[], task);
        assert_eq!(outcome.counters.get("conflicts"), None, "{task:?}");
    }
}

/// Givens hold in both searches, and questions of one session do not depend on each other.
#[test]
fn givens_hold_in_all_turns() {
    let model = latin(5, false);
    let mut session = session(&model, ",learn=after:0");
    let given = |cell: usize, value| Given { variable: VarId::new(cell), value };
    let givens = [given(0, 1), given(6, 1), given(12, 2), given(18, 3)];
    let (first, found) = ask(&mut session, &model, &givens, Task::Limit(10));
    assert_eq!(found.len(), 10);
    let impossible = [given(0, 1), given(1, 2), given(2, 3), given(3, 4), given(9, 5)];
    let (none, _) = ask(&mut session, &model, &impossible, Task::First);
    assert_eq!(none.answer, Answer::Unsatisfiable);
    let (again, same) = ask(&mut session, &model, &givens, Task::Limit(10));
    assert_eq!((again.counters, same), (first.counters, found));
}

/// Domains that learning does not take leave the question to plain search.
#[test]
fn plain_search_goes_on_where_learning_is_refused() {
    let mut model = pairs_of_pigeons();
    model.add_shown("wide", Domain::from_range(0, 1_200_000)).unwrap();
    let mut session = session(&model, ",learn=after:5");
    let (outcome, _) = ask(&mut session, &model, &[], Task::First);
    assert_eq!(outcome.answer, Answer::Unsatisfiable);
    assert_eq!(outcome.counters.get("conflicts"), None);
}

/// A deadline holds over all turns.
#[test]
fn a_limit_in_a_turn_is_unknown() {
    let model = pairs_of_pigeons();
    let mut session = session(&model, ",learn=after:5");
    let control = Control::unlimited();
    control.cancel_work();
    let outcome = session.ask(&[], Task::First, &control, &mut |_| ControlFlow::Continue(()));
    assert!(matches!(outcome.answer, Answer::Unknown(_)), "{:?}", outcome.answer);
}
