//! Compares single choices with their definitions.

use parallax_model::VariableChoice;
use parallax_model::{
    ComparisonOperator, Constraint, Domain, Linear, Model, Value, ValueChoice, VarId,
};
use parallax_propagation::ValueTest;
use parallax_propagation::store::DomainStore;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{degrees, domains, plain_first_side, plain_variable};
use crate::heuristics::plan::{PlanState, sampled};
use crate::heuristics::variable::VariableChooser;
use crate::heuristics::{ValueHeuristic, VariableHeuristic};

/// Every choice of a variable among random domains is that of the definition.
#[test]
fn variables_are_chosen_by_their_definitions() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut chosen = [0; VariableChoice::ALL.len()];
    for _ in 0..400 {
        let mut model = Model::new("domains");
        let ids: Vec<VarId> = (0..6)
            .map(|i| {
                let values = (0..rng.random_range(1..=4)).map(|_| rng.random_range(-40..90));
                model.add_shown(format!("x{i}"), Domain::from_values(values)).unwrap()
            })
            .collect();
        for _ in 0..6 {
            let scope = [0, 1].map(|_| ids[rng.random_range(0..6)]);
            let sum = Linear::unweighted_sum(scope, ComparisonOperator::Le, 1000);
            model.post("", Constraint::Linear(sum)).unwrap();
        }
        for (place, variable) in VariableChoice::ALL.into_iter().enumerate() {
            let plan = sampled::covering(&mut rng, &model, variable, ValueChoice::Min);
            let mut store = DomainStore::new(&model).unwrap();
            let mut own = PlanState::new(&plan, &model, &mut store);
            store.queue.build_watch_lists();
            let chooser = VariableChooser::new(VariableHeuristic::SmallestDomain, &model, &[]);
            own.reset(true);
            let part = own.plan_segments(0).next().unwrap();
            // Later choices follow decisions, and some are undone.
            for round in 0..8 {
                let domains = domains(&model, &store);
                let mut steps = plan.steps.iter();
                let is_open = |v: &VarId| domains[v.index()].len() > 1;
                let step = steps.find(|step| step.variables.iter().any(is_open));
                let picked = own.choose_variable(&part, &chooser, None, &mut store);
                let Some(step) = step else {
                    assert_eq!(picked, None);
                    break;
                };
                let picked = picked.unwrap();
                assert!(step.variables.contains(&picked) && is_open(&picked));
                if let Some(expected) = plain_variable(step, &domains, &degrees(&model)) {
                    assert_eq!(
                        picked, expected,
                        "{variable} of {:?} in {domains:?}",
                        step.variables
                    );
                    chosen[place] += 1;
                }
                if round % 3 == 2 {
                    store.undo_level();
                } else {
                    store.open_level();
                    store.fix_value(picked, domains[picked.index()][0]).unwrap();
                }
            }
        }
    }
    assert_eq!(chosen.iter().filter(|&&number| number > 500).count(), 8, "{chosen:?}");
}

/// Every decision on random domains, narrow and wide, keeps the values of the definition.
#[test]
fn values_are_chosen_by_their_definitions() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    for round in 0..600 {
        let low = rng.random_range(-200..200);
        let number = rng.random_range(2..=if round % 2 == 0 { 6 } else { 300 });
        let mut own: Vec<Value> = (low..low + number).collect();
        if round % 3 > 0 {
            let gaps = rng.random_range(0..=4);
            (0..gaps).for_each(|_| own.retain(|_| own_is_kept(&mut rng)));
        }
        if own.len() < 2 {
            continue;
        }
        let mut model = Model::new("one variable");
        let x = model.add_shown("x", Domain::from_values(own.iter().copied())).unwrap();
        let mut store = DomainStore::new(&model).unwrap();
        store.queue.build_watch_lists();
        for choice in ValueChoice::ALL {
            let heuristic = ValueHeuristic::from(choice);
            let decision = heuristic.first_decision(x, &store, false, &mut rng);
            assert!(decision.is_possible(&store) && decision.opposite().is_possible(&store));
            store.open_level();
            decision.apply(&mut store).unwrap();
            let kept: Vec<Value> = store.values(x).collect();
            store.undo_level();
            match plain_first_side(choice, &own) {
                Some(expected) => assert_eq!(kept, expected, "{choice} of {own:?}"),
                None => assert_eq!(
                    kept.len(),
                    match decision.test {
                        ValueTest::Is => 1,
                        _ => own.len() - 1,
                    }
                ),
            }
            let single = heuristic.first_decision(x, &store, true, &mut rng);
            assert!(single.is_assignment() && own.contains(&single.value));
        }
    }
}

fn own_is_kept(rng: &mut impl Rng) -> bool {
    rng.random_bool(0.9)
}

/// D-way branching tries the values in the order in which the decisions reach them.
#[test]
fn orders_of_values_are_those_of_the_decisions() {
    let reached = |choice: ValueChoice, own: &[Value]| {
        let mut open = vec![own.to_vec()];
        let mut order = Vec::new();
        while let Some(own) = open.pop() {
            if let [value] = own[..] {
                order.push(value);
                continue;
            }
            let first = plain_first_side(choice, &own).unwrap();
            open.push(own.iter().copied().filter(|value| !first.contains(value)).collect());
            open.push(first);
        }
        order
    };
    for own in [vec![1, 2], vec![0, 3, 4, 5, 9], vec![-3, -2, -1, 0, 4, 5], vec![1, 2, 4, 8, 16]] {
        let mut model = Model::new("one variable");
        let x = model.add_shown("x", Domain::from_values(own.iter().copied())).unwrap();
        let store = DomainStore::new(&model).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        for choice in ValueChoice::ALL {
            let mut order = vec![77];
            ValueHeuristic::from(choice).order_values(x, &store, &mut rng, &mut order);
            order.reverse();
            assert_eq!(order.pop(), Some(77));
            if plain_first_side(choice, &own).is_some() {
                assert_eq!(order, reached(choice, &own), "{choice} of {own:?}");
            }
            order.sort_unstable();
            assert_eq!(order, own);
        }
    }
}
