use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use parallax_model::ask::{Answer, Control, Session, Task};
use parallax_model::{
    AllDifferent, Constraint, ConstraintKind, Domain, Given, Model, Value, VarId, sample,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::explain::Claim;
use crate::propagators::tests::for_each_assignment;
use crate::{Search, Settings};

thread_local! {
    /// The nogoods learned since the last [`learned`].
    static LEARNED: RefCell<Vec<Vec<Claim>>> = const { RefCell::new(Vec::new()) };
}

/// Records a nogood.
pub(super) fn record(nogood: Vec<Claim>) {
    LEARNED.with_borrow_mut(|all| all.push(nogood));
}

fn learned() -> Vec<Vec<Claim>> {
    LEARNED.take()
}

fn settings() -> Vec<Settings> {
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
/// with the solutions of a model, and every nogood with them too. Returns the number of nogoods.
fn check(model: &Model, all: &[Vec<Value>], settings: &Settings, about: &str) -> usize {
    let about = format!("{about} native{settings}\n{model}");
    let control = Control::unlimited();
    let Ok(mut search) = Search::new(model, settings, 0, &control) else { return 0 };
    learned();
    let outcome = search.ask(&[], Task::First, &control, &mut |values| {
        assert!(model.check(&[], values).is_ok(), "{values:?} {about}");
        ControlFlow::Continue(())
    });
    assert_eq!(outcome.answer == Answer::Unsatisfiable, all.is_empty(), "{about}");
    let nogoods = learned();
    for nogood in &nogoods {
        let broken = |values: &&Vec<Value>| {
            nogood.iter().all(|claim| claim.holds(values[claim.variable.index()]))
        };
        let lost = all.iter().find(broken);
        assert!(lost.is_none(), "{nogood:?} excludes {lost:?} {about}");
    }
    let expected: BTreeSet<Vec<Value>> = all.iter().map(|values| shown(model, values)).collect();
    let mut found = BTreeSet::new();
    let outcome = search.ask(&[], Task::Limit(u64::MAX), &control, &mut |values| {
        assert!(model.check(&[], values).is_ok(), "{values:?} {about}");
        assert!(found.insert(shown(model, values)), "twice: {values:?} {about}");
        ControlFlow::Continue(())
    });
    assert!(outcome.complete, "{about}");
    assert_eq!(found, expected, "{about}");
    if let Some(objective) = model.objective() {
        let cost = |values: &[Value]| objective.signed(objective.value(values));
        let best = all.iter().map(|values| cost(values)).min();
        let mut last = None;
        search.ask(&[], Task::Optimise, &control, &mut |values| {
            assert!(model.check(&[], values).is_ok(), "{values:?} {about}");
            assert!(last.is_none_or(|last| cost(values) < last), "{about}");
            last = Some(cost(values));
            ControlFlow::Continue(())
        });
        assert_eq!(last, best, "{about}");
    }
    nogoods.len() + learned().len()
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
        .map(|i| model.add_shown(&cell(i), Domain::range(1, order as Value)).unwrap())
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
    let mut search = Search::new(&model, &settings, 0, &control).unwrap();
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
    let settings: Settings = ",learn".parse().unwrap();
    let mut search = Search::new(&model, &settings, 0, &control).unwrap();
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
    let settings: Settings = ",learn,limit=3".parse().unwrap();
    let mut search = Search::new(&model, &settings, 0, &control).unwrap();
    let outcome = search.ask(&[], Task::First, &control, &mut |_| ControlFlow::Continue(()));
    assert!(matches!(outcome.answer, Answer::Unknown(_)), "{:?}", outcome.answer);
    assert_eq!(outcome.counters.get("nodes"), Some(3));
}

#[test]
fn domains_with_too_many_values_are_refused() {
    let mut model = Model::new("wide");
    model.add_shown("x", Domain::range(0, 1_200_000)).unwrap();
    let control = Control::unlimited();
    let settings: Settings = ",learn".parse().unwrap();
    let mut search = Search::new(&model, &settings, 0, &control).unwrap();
    let outcome = search.ask(&[], Task::First, &control, &mut |_| ControlFlow::Continue(()));
    assert!(matches!(outcome.answer, Answer::Unsupported(_)), "{:?}", outcome.answer);
}
