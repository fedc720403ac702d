use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use parallax_model::engine_api::{Answer, Control, Session, StepEnd, Task};
use parallax_model::{
    AllDifferent, Compare, ComparisonOperator, Constraint, ConstraintKind, Domain, Given, Implies,
    Linear, LinearTerm, Model, Objective, ObjectiveSense, Value, VarId, sample,
};
use parallax_propagation::explain::DomainClaim;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::meaning_tests::for_each_assignment;
use crate::{SearchSettings, SearchState};

thread_local! {
    /// The nogoods learned since the last [`learned`].
    static LEARNED: RefCell<Vec<Vec<DomainClaim>>> = const { RefCell::new(Vec::new()) };
}

/// Records a nogood.
pub(super) fn record(nogood: Vec<DomainClaim>) {
    LEARNED.with_borrow_mut(|all| all.push(nogood));
}

fn learned() -> Vec<Vec<DomainClaim>> {
    LEARNED.take()
}

fn settings() -> Vec<SearchSettings> {
    let texts = [
        ",learn",
        ",gac,learn",
        ",fc,learn,restarts=luby:1",
        ",ac,learn,restarts=never",
        ",none,learn=1",
        ",bounds,learn,restarts=luby:2",
        ",singles,learn,restarts=geometric:1",
        ",gac,alldiff=singles,learn",
    ];
    texts.iter().map(|text| text.parse().expect("settings of this program")).collect()
}

/// Returns all solutions of a model, in full.
fn solutions(model: &Model) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    for_each_assignment(model, &mut |values| {
        if model.check(&[], values).is_ok() {
            all.push(values.to_vec());
        }
    });
    all
}

fn shown(model: &Model, values: &[Value]) -> Vec<Value> {
    model.shown().iter().map(|v| values[v.index()]).collect()
}

/// Asks for one solution, for all by blocking, and, with an objective, for the best one; compares
/// the answers and every nogood with the solutions of a model. Returns the number of nogoods.
fn check(model: &Model, all: &[Vec<Value>], settings: &SearchSettings, about: &str) -> usize {
    let about = format!("{about} native{settings}\n{model}");
    let control = Control::unlimited();
    let Ok(mut search) = SearchState::new(model, settings, 0, &control) else { return 0 };
    learned();
    let outcome = search.ask(&[], Task::First, &control, &mut |values| {
        assert!(model.check(&[], values).is_ok(), "{values:?} {about}");
        ControlFlow::Continue(())
    });
    assert_eq!(outcome.answer == Answer::Unsatisfiable, all.is_empty(), "{about}");
    let mut nogoods = none_loses(all, |_| false, &about);
    let expected: BTreeSet<Vec<Value>> = all.iter().map(|values| shown(model, values)).collect();
    let mut found = BTreeSet::new();
    let outcome = search.ask(&[], Task::Limit(u64::MAX), &control, &mut |values| {
        assert!(model.check(&[], values).is_ok(), "{values:?} {about}");
        // Solutions that were found must not come again.
        nogoods += none_loses(all, |other| found.contains(&shown(model, other)), &about);
        assert!(found.insert(shown(model, values)), "twice: {values:?} {about}");
        ControlFlow::Continue(())
    });
    assert!(outcome.complete, "{about}");
    assert_eq!(found, expected, "{about}");
    nogoods += none_loses(all, |other| found.contains(&shown(model, other)), &about);
    if let Some(objective) = model.objective() {
        let cost = |values: &[Value]| objective.convert_cost(objective.value_under(values));
        let best = all.iter().map(|values| cost(values)).min();
        let mut last = None;
        search.ask(&[], Task::Optimise, &control, &mut |values| {
            assert!(model.check(&[], values).is_ok(), "{values:?} {about}");
            assert!(last.is_none_or(|last| cost(values) < last), "{about}");
            // Solutions that are no better than the last one may go.
            nogoods +=
                none_loses(all, |other| last.is_some_and(|last| cost(other) >= last), &about);
            last = Some(cost(values));
            ControlFlow::Continue(())
        });
        assert_eq!(last, best, "{about}");
        nogoods += none_loses(all, |other| last.is_some_and(|last| cost(other) >= last), &about);
    }
    nogoods
}

/// Tests that no nogood learned since the last call excludes a solution, except those that may go.
/// Returns their number.
fn none_loses(all: &[Vec<Value>], may_go: impl Fn(&[Value]) -> bool, about: &str) -> usize {
    let nogoods = learned();
    for nogood in &nogoods {
        let broken = |values: &&Vec<Value>| {
            nogood.iter().all(|claim| claim.admits_value(values[claim.variable.index()]))
        };
        let lost = all.iter().filter(|values| !may_go(values)).find(broken);
        assert!(lost.is_none(), "{nogood:?} excludes {lost:?} {about}");
    }
    nogoods.len()
}

#[test]
fn learning_finds_exactly_the_solutions_of_each_kind() {
    let (settings, mut nogoods) = (settings(), 0);
    for &kind in ConstraintKind::ALL {
        for seed in 0..60 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let model = sample::model_of_kind(&mut rng, kind).unwrap();
            let all = solutions(&model);
            for settings in &settings {
                nogoods += check(&model, &all, settings, &format!("kind {kind} seed {seed}"));
            }
        }
    }
    assert!(nogoods > 1000, "only {nogoods} nogoods");
}

#[test]
fn learning_finds_exactly_the_solutions_of_mixed_models() {
    let (settings, mut nogoods) = (settings(), 0);
    for seed in 0..600 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = sample::model_with_globals(&mut rng).unwrap();
        let all = solutions(&model);
        for settings in &settings {
            nogoods += check(&model, &all, settings, &format!("seed {seed}"));
        }
    }
    assert!(nogoods > 1000, "only {nogoods} nogoods");
}

/// Returns the model of quasigroups of an order, and its cells row by row.
fn quasigroup(order: usize) -> (Model, Vec<VarId>) {
    let mut model = Model::new("quasigroup");
    let cell = |i: usize| format!("c{i}");
    let cells: Vec<VarId> = (0..order * order)
        .map(|i| model.add_shown(cell(i), Domain::from_range(1, order as Value)).unwrap())
        .collect();
    for i in 0..order {
        let row: Vec<VarId> = (0..order).map(|j| cells[i * order + j]).collect();
        let column: Vec<VarId> = (0..order).map(|j| cells[j * order + i]).collect();
        for scope in [row, column] {
            let different = AllDifferent { scope };
            model.post("line", Constraint::AllDifferent(different)).unwrap();
        }
    }
    (model, cells)
}

/// Givens that no quasigroup of order 7 extends: the first six cells of row 1 take 1 to 6, and
/// column 7 has 7 in another row.
fn impossible(cells: &[VarId]) -> Vec<Given> {
    let mut givens: Vec<Given> =
        (0..6).map(|i| Given { variable: cells[i], value: i as Value + 1 }).collect();
    givens.push(Given { variable: cells[6 + 7], value: 7 });
    givens
}

#[test]
fn questions_of_one_session_start_alike() {
    let (model, cells) = quasigroup(7);
    let control = Control::unlimited();
    let settings = ",learn,restarts=luby:1".parse().unwrap();
    let mut search = SearchState::new(&model, &settings, 0, &control).unwrap();
    let mut ask = |givens: &[Given], task| {
        let mut found = Vec::new();
        let outcome = search.ask(givens, task, &control, &mut |values| {
            assert!(model.check(givens, values).is_ok());
            found.push(values.to_vec());
            ControlFlow::Continue(())
        });
        (outcome.answer, outcome.counters, found)
    };
    let first = ask(&[], Task::Limit(20));
    assert_eq!(first.2.len(), 20);
    let none = ask(&impossible(&cells), Task::First);
    assert_eq!(none.0, Answer::Unsatisfiable);
    // Nogoods of the givens are gone, and every counter is that of a first question.
    assert_eq!(ask(&[], Task::Limit(20)), first);
    let distinct: BTreeSet<Vec<Value>> = first.2.into_iter().collect();
    assert_eq!(distinct.len(), 20);
}

#[test]
fn learning_refuses_to_list_and_to_count() {
    let (model, _) = quasigroup(3);
    let control = Control::unlimited();
    let settings: SearchSettings = ",learn".parse().unwrap();
    let mut search = SearchState::new(&model, &settings, 0, &control).unwrap();
    for task in [Task::All, Task::Count] {
        let outcome = search.ask(&[], task, &control, &mut |_| ControlFlow::Continue(()));
        let Answer::Unsupported(why) = outcome.answer else { panic!("{:?}", outcome.answer) };
        assert!(why.contains("not for all"), "{why}");
    }
    let outcome = search.ask(&[], Task::Optimise, &control, &mut |_| ControlFlow::Continue(()));
    assert!(matches!(outcome.answer, Answer::Unsupported(_)));
    let outcome = search.ask(&[], Task::Limit(0), &control, &mut |_| unreachable!());
    assert!(!outcome.complete);
}

#[test]
fn the_limit_of_enumerations_ends_learning() {
    let (model, _) = quasigroup(9);
    let control = Control::unlimited();
    let settings: SearchSettings = ",learn,limit=3".parse().unwrap();
    let mut search = SearchState::new(&model, &settings, 0, &control).unwrap();
    let outcome = search.ask(&[], Task::First, &control, &mut |_| ControlFlow::Continue(()));
    assert!(matches!(outcome.answer, Answer::Unknown(_)), "{:?}", outcome.answer);
    assert_eq!(outcome.counters.get("nodes"), Some(3));
}

#[test]
fn domains_with_too_many_values_are_refused() {
    let mut model = Model::new("wide");
    model.add_shown("x", Domain::from_range(0, 1_200_000)).unwrap();
    let control = Control::unlimited();
    let settings: SearchSettings = ",learn".parse().unwrap();
    let mut search = SearchState::new(&model, &settings, 0, &control).unwrap();
    let outcome = search.ask(&[], Task::First, &control, &mut |_| ControlFlow::Continue(()));
    assert!(matches!(outcome.answer, Answer::Unsupported(_)), "{:?}", outcome.answer);
}

/// Returns the answer of a first solution or the best one, and its conflicts.
fn answer(model: &Model, settings: &str, givens: &[Given], task: Task) -> (Answer, u64) {
    let control = Control::unlimited();
    let settings: SearchSettings = settings.parse().unwrap();
    let mut search = SearchState::new(model, &settings, 0, &control).unwrap();
    let outcome = search.ask(givens, task, &control, &mut |values| {
        assert!(model.check(givens, values).is_ok());
        ControlFlow::Continue(())
    });
    (outcome.answer, outcome.counters.get("conflicts").unwrap_or(0))
}

/// Compares with search without learning; returns the conflicts of learning.
fn agrees(model: &Model, givens: &[Given], task: Task, levels: &str) -> u64 {
    let (expected, _) = answer(model, "", givens, task);
    let learning = format!("{levels},learn,restarts=luby:5");
    let (own, conflicts) = answer(model, &learning, givens, task);
    assert_eq!(own, expected, "{learning}\n{model}");
    conflicts
}

#[test]
fn learning_agrees_on_quasigroups_with_random_givens() {
    let (model, cells) = quasigroup(9);
    let (mut rng, mut conflicts) = (ChaCha8Rng::seed_from_u64(1), 0);
    for _ in 0..60 {
        let mut left: Vec<Vec<bool>> = vec![vec![true; 10]; 18];
        let mut order: Vec<usize> = (0..81).collect();
        order.shuffle(&mut rng);
        let mut givens = Vec::new();
        for i in order.into_iter().take(38) {
            let (row, column) = (i / 9, 9 + i % 9);
            let value = rng.random_range(1..=9_usize);
            if left[row][value] && left[column][value] {
                (left[row][value], left[column][value]) = (false, false);
                givens.push(Given { variable: cells[i], value: value as Value });
            }
        }
        for levels in ["", ",ac", ",gac", ",bounds"] {
            conflicts += agrees(&model, &givens, Task::First, levels);
        }
    }
    assert!(conflicts > 30, "only {conflicts} conflicts");
}

/// Returns a shop of jobs whose operations each need one of three machines: orders are booleans
/// that switch comparisons, and the last end is least.
fn shop(rng: &mut ChaCha8Rng, jobs: usize) -> Model {
    let mut model = Model::new("shop");
    let end = model.add_shown("end", Domain::from_range(0, 60)).unwrap();
    let before = |left, right, by: i64| {
        Constraint::Compare(Compare { left, relation: ComparisonOperator::Le, right, offset: -by })
    };
    let mut on: Vec<Vec<(VarId, i64)>> = vec![Vec::new(); 3];
    for job in 0..jobs {
        let mut machines = [0, 1, 2];
        machines.shuffle(rng);
        let mut last: Option<(VarId, i64)> = None;
        for machine in machines {
            let name = format!("s{job}_{machine}");
            let start = model.add_shown(&name, Domain::from_range(0, 60)).unwrap();
            let length = rng.random_range(1..6);
            if let Some((earlier, by)) = last {
                model.post("job", before(earlier, start, by)).unwrap();
            }
            on[machine].push((start, length));
            last = Some((start, length));
        }
        let (start, by) = last.unwrap();
        model.post("end", before(start, end, by)).unwrap();
    }
    let mut number = 0;
    for machine in &on {
        for (i, &(a, long)) in machine.iter().enumerate() {
            for &(b, other) in &machine[..i] {
                number += 1;
                let first =
                    model.add_hidden(format!("f{number}"), Domain::from_range(0, 1)).unwrap();
                let second =
                    model.add_hidden(format!("g{number}"), Domain::from_range(0, 1)).unwrap();
                let one = Compare {
                    left: first,
                    relation: ComparisonOperator::Ne,
                    right: second,
                    offset: 0,
                };
                model.post("one", Constraint::Compare(one)).unwrap();
                for (condition, then) in
                    [(first, before(a, b, long)), (second, before(b, a, other))]
                {
                    let implies = Implies { condition, then: Box::new(then) };
                    model.post("order", Constraint::Implies(implies)).unwrap();
                }
            }
        }
    }
    let terms = vec![LinearTerm { coefficient: 1, variable: end }];
    model.set_objective(Objective { sense: ObjectiveSense::Minimize, terms, digits: 0 }).unwrap();
    model
}

#[test]
fn learning_finds_the_best_of_small_shops() {
    let (mut rng, mut conflicts) = (ChaCha8Rng::seed_from_u64(2), 0);
    for _ in 0..25 {
        let model = shop(&mut rng, 4);
        for levels in ["", ",bounds"] {
            conflicts += agrees(&model, &[], Task::Optimise, levels);
        }
    }
    assert!(conflicts > 300, "only {conflicts} conflicts");
}

#[test]
fn learning_agrees_on_sums_of_different_values() {
    let (mut rng, mut conflicts) = (ChaCha8Rng::seed_from_u64(3), 0);
    for _ in 0..60 {
        let mut model = Model::new("sums");
        let scope: Vec<VarId> = (0..9)
            .map(|i| model.add_shown(format!("x{i}"), Domain::from_range(1, 10)).unwrap())
            .collect();
        let different = AllDifferent { scope: scope.clone() };
        model.post("different", Constraint::AllDifferent(different)).unwrap();
        for _ in 0..6 {
            let mut some = scope.clone();
            some.shuffle(&mut rng);
            let terms: Vec<LinearTerm> = some[..3]
                .iter()
                .map(|&variable| LinearTerm { coefficient: rng.random_range(-3..=3), variable })
                .filter(|term| term.coefficient != 0)
                .collect();
            let relation =
                if rng.random_bool(0.7) { ComparisonOperator::Eq } else { ComparisonOperator::Le };
            let sum = Linear { terms, relation, constant: rng.random_range(-8..25) };
            if !sum.terms.is_empty() {
                model.post("sum", Constraint::Linear(sum)).unwrap();
            }
        }
        for levels in ["", ",gac", ",fc", ",ac"] {
            conflicts += agrees(&model, &[], Task::First, levels);
        }
    }
    assert!(conflicts > 300, "only {conflicts} conflicts");
}

/// Returns the ends of the failed steps of a traced search for all solutions.
fn failures(model: &Model, settings: &str) -> Vec<String> {
    let control = Control::unlimited();
    let mut search = SearchState::new(model, &settings.parse().unwrap(), 0, &control).unwrap();
    search.record_trace(model, 1000);
    search.ask(&[], Task::All, &control, &mut |_| ControlFlow::Continue(()));
    let steps = search.take_trace().unwrap().steps;
    let ends = steps.into_iter().filter_map(|step| match step.end {
        StepEnd::Failed(why) => Some(why),
        _ => None,
    });
    ends.collect()
}

#[test]
fn a_trace_has_the_reason_of_each_conflict() {
    let mut model = Model::new("sum");
    let scope: Vec<VarId> =
        ["a", "b", "c"].map(|name| model.add_shown(name, Domain::from_range(1, 3)).unwrap()).into();
    let different = AllDifferent { scope: scope.clone() };
    model.post("", Constraint::AllDifferent(different)).unwrap();
    let sum = Linear::unweighted_sum(scope[..2].to_vec(), ComparisonOperator::Eq, 2);
    model.post("total", Constraint::Linear(sum)).unwrap();
    let failures = failures(&model, ":first+sval,fc");
    assert!(!failures.is_empty());
    for why in failures {
        assert!(why.contains(", because a = "), "{why}");
    }
}

#[test]
fn conflicts_of_mixed_models_have_reasons() {
    let mut reasons = 0;
    for seed in 0..300 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = sample::model_with_globals(&mut rng).unwrap();
        for settings in ["", ",gac", ":mid+sval,fc,d-way", ",none"] {
            let all = failures(&model, settings);
            reasons += all.iter().filter(|why| why.contains(", because ")).count();
        }
    }
    assert!(reasons > 200, "only {reasons} reasons");
}
