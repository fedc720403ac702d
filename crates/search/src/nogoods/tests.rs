//! Compares nogoods with all solutions.

use std::ops::ControlFlow;

use parallax_model::VarId;
use parallax_model::engine_api::Control;
use parallax_model::engine_api::{Answer, EnumerationEnd, Session, Task};
use parallax_model::{Compare, ComparisonOperator, Constraint, Domain, Model, Value, sample};
use parallax_propagation::SearchDecision;
use parallax_propagation::ValueTest;
use parallax_propagation::store::DomainStore;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::nogood_store::DecisionStatus;
use super::nogood_store::decision_status;
use super::*;
use crate::SearchState;
use crate::tree::SearchTree;

/// Values of all variables.
type Assignment = Vec<Value>;

fn all_solutions(model: &Model) -> Vec<Assignment> {
    let mut all: Vec<Assignment> = vec![Vec::new()];
    for variable in model.variables() {
        let extended = all.iter().flat_map(|start| {
            variable.domain.iter().map(|value| [start.as_slice(), &[value]].concat())
        });
        all = extended.collect();
    }
    all.retain(|values| model.check(&[], values).is_ok());
    all
}

fn allows(decision: SearchDecision, values: &[Value]) -> bool {
    let value = values[decision.variable.index()];
    match decision.test {
        ValueTest::Is => value == decision.value,
        ValueTest::Not => value != decision.value,
        ValueTest::AtMost => value <= decision.value,
        ValueTest::Above => value > decision.value,
    }
}

/// Searches with a small bound on the nogoods, and compares the answer and every nogood with
/// the solutions. Returns the number of nogoods at the end.
fn compare(model: &Model, settings: &str, seed: u64, most: usize) -> usize {
    let solutions = all_solutions(model);
    let control = Control::unlimited();
    let mut search = SearchState::new(model, &settings.parse().unwrap(), seed, &control).unwrap();
    if search.is_refuted() {
        assert!(solutions.is_empty(), "{model}");
        return 0;
    }
    search.begin_question(Task::First, &control);
    let mut given = None;
    let mut on_candidate = |values: &[Value]| {
        given = Some(values.to_vec());
        ControlFlow::Continue(())
    };
    search.store.open_level();
    let mut tree = SearchTree::new(&mut search, Task::First, None, &control, &mut on_candidate);
    let own = tree.nogoods.as_mut().expect("a search that restarts");
    (own.max_decisions, own.clean_at) = (most, most / 16);
    let ended = tree.walk_tree(&mut 0, true).expect("a walk without cuts");
    let own = tree.nogoods.take().unwrap();
    for range in own.starts.windows(2) {
        let nogood = &own.decisions[range[0] as usize..range[1] as usize];
        let holds = |values: &Assignment| nogood.iter().all(|&own| allows(own, values));
        assert!(!solutions.iter().any(holds), "{nogood:?} of {model}");
    }
    assert!(own.decisions.len() <= most.max(4) + 64, "{}", own.decisions.len());
    match ended {
        EnumerationEnd::Enough => assert!(solutions.contains(&given.unwrap()), "{model}"),
        _ => assert!(solutions.is_empty(), "native{settings}, {model}"),
    }
    own.starts.len() - 1
}

#[test]
fn nogoods_exclude_no_solution() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut nogoods = 0;
    for seed in 0..600 {
        let model = match seed % 3 {
            0 => sample::random_model(&mut rng).unwrap(),
            1 => sample::model_with_globals(&mut rng).unwrap(),
            _ => sample::model_with_objective(&mut rng).unwrap(),
        };
        for settings in [",none,restarts=luby:1", ":random+random,fc,restarts=luby:1"] {
            nogoods += compare(&model, settings, seed, 64);
        }
    }
    assert!(nogoods > 1000, "{nogoods}");
}

/// Variables that all differ, with one value fewer.
fn pigeons(count: usize) -> Model {
    let mut model = Model::new("pigeons");
    let domain = Domain::from_range(2, count as Value);
    let all: Vec<VarId> =
        (0..count).map(|i| model.add_shown(format!("x{i}"), domain.clone()).unwrap()).collect();
    for (place, &one) in all.iter().enumerate() {
        for &other in &all[..place] {
            let c = Compare::new(one, ComparisonOperator::Ne, other);
            model.post("", Constraint::Compare(c)).unwrap();
        }
    }
    model
}

#[test]
fn restarts_repeat_little_of_what_is_refuted() {
    let model = pigeons(8);
    let failures = |settings: &str| {
        let control = Control::unlimited();
        let mut search = SearchState::new(&model, &settings.parse().unwrap(), 0, &control).unwrap();
        let outcome = search.ask(&[], Task::First, &control, &mut |_| ControlFlow::Continue(()));
        assert_eq!(outcome.answer, Answer::Unsatisfiable);
        outcome.counters.get("backtracks").unwrap()
    };
    let (once, often) = (failures(",restarts=never,lc"), failures(""));
    assert!(10 * often <= 13 * once, "{often} {once}");
}

#[test]
fn a_small_bound_keeps_the_shortest() {
    for most in [0, 16, 40, 1000] {
        compare(&pigeons(6), ",none,restarts=luby:1", 0, most);
        compare(&pigeons(6), ":random+random,fc,restarts=luby:2", 5, most);
    }
}

/// Every kind of decision, in every order of changes.
#[test]
fn the_last_open_decision_is_excluded() {
    let tests = [ValueTest::Is, ValueTest::Not, ValueTest::AtMost, ValueTest::Above];
    for number in 0..tests.len().pow(3) {
        let decisions: Vec<SearchDecision> = (0..3)
            .map(|i| {
                let test = tests[number / tests.len().pow(i as u32) % tests.len()];
                SearchDecision { variable: VarId::new(i), value: 3, test }
            })
            .collect();
        for last in 0..3 {
            let mut model = Model::new("three");
            for i in 0..3 {
                model.add_shown(format!("x{i}"), Domain::from_range(1, 5)).unwrap();
            }
            let mut store = DomainStore::new(&model).unwrap();
            store.queue.build_watch_lists();
            store.open_level();
            let mut nogoods = RestartNogoods::new();
            nogoods.add_nogoods(vec![decisions.clone()], &mut store).unwrap();
            for i in (0..3).filter(|&i| i != last) {
                assert_eq!(nogoods.propagate_nogoods(&mut store), Ok(false));
                store.open_level();
                decisions[i].apply(&mut store).unwrap();
            }
            assert_eq!(nogoods.propagate_nogoods(&mut store), Ok(true));
            assert!(
                decision_status(decisions[last], &store) == DecisionStatus::Fails,
                "{decisions:?}"
            );
        }
    }
}
