//! Tests automata against brute force and at the limits.

use std::collections::BTreeSet;
use std::sync::Arc;

use parallax_model::{
    Constraint, DeterministicAutomaton, Domain, Global, MAX_VALUE, Model, Regular, Value, VarId,
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::propagators::global::case_models::{count, prepared};
use crate::test_search::{TestSearch, levels};

fn post(model: &mut Model, scope: Vec<VarId>, automaton: DeterministicAutomaton) {
    let regular = Regular { scope, automaton: Arc::new(automaton) };
    model.post("word", Constraint::Global(Global::Regular(regular))).unwrap();
}

#[test]
fn without_variables_the_start_decides() {
    for (finals, expected) in [(vec![0], 1), (vec![1], 0), (vec![], 0)] {
        let mut model = Model::new("empty");
        model.add_shown("x", Domain::from_range(1, 1)).unwrap();
        post(
            &mut model,
            Vec::new(),
            DeterministicAutomaton::new(0, finals, vec![(0, 1, 1)]).unwrap(),
        );
        assert_eq!(count(&model), expected);
    }
}

#[test]
fn without_transitions_no_word_is_read() {
    let mut model = Model::new("stuck");
    let v = model.add_shown("x", Domain::from_range(1, 3)).unwrap();
    post(&mut model, vec![v], DeterministicAutomaton::new(0, vec![0], Vec::new()).unwrap());
    assert!(prepared(&model).is_refuted());
}

/// Words without two equal letters in a row, over far values, wide domains and domains with holes.
#[test]
fn values_may_be_far_and_domains_wide() {
    let letters = [-MAX_VALUE, -64, 0, 63, MAX_VALUE];
    let mut transitions = Vec::new();
    for (to, &letter) in (1..).zip(&letters) {
        for from in (0..=5).filter(|&from| from != to) {
            transitions.push((from, letter, to));
        }
    }
    let automaton = DeterministicAutomaton::new(0, (0..=5).collect(), transitions).unwrap();
    let mut model = Model::new("far");
    let mut scope = Vec::new();
    for i in 0..4 {
        let domain = match i {
            0 => Domain::from_intervals(vec![(-1_000_000, 1_000_000), (MAX_VALUE, MAX_VALUE)]),
            1 => Domain::from_values([-MAX_VALUE, 5, MAX_VALUE]),
            2 => Domain::from_values([-MAX_VALUE]),
            _ => Domain::from_values([-MAX_VALUE, -64, 1, 63, MAX_VALUE]),
        };
        scope.push(model.add_shown(format!("x{i}"), domain).unwrap());
    }
    post(&mut model, scope, automaton);
    let left = prepared(&model).domains();
    let expected = [vec![-64, 0, 63], vec![MAX_VALUE], vec![-MAX_VALUE], vec![-64, 63, MAX_VALUE]];
    assert_eq!(left, expected.map(Domain::from_values));
    assert_eq!(count(&model), 9);
}

#[test]
fn too_many_arcs_are_refused() {
    let mut model = Model::new("large");
    let v = model.add_shown("x", Domain::from_range(0, 3_999_999)).unwrap();
    let automaton = (0..3_000).map(|value| (0, value, 0)).collect();
    let automaton = DeterministicAutomaton::new(0, vec![0], automaton).unwrap();
    post(&mut model, vec![v; 8_000], automaton);
    let refused = TestSearch::new(&model, &levels(""));
    let why = refused.err().expect("24 million arcs").to_string();
    assert!(why.contains("more than 20000000 arcs"), "{why}");
}

fn random(rng: &mut impl Rng) -> Model {
    let mut model = Model::new("random");
    let number = rng.random_range(1..=5);
    for i in 0..number {
        let values = (0..4).filter(|_| rng.random_bool(0.8)).collect::<Vec<Value>>();
        model
            .add_shown(format!("x{i}"), Domain::from_values(values.into_iter().chain([4])))
            .unwrap();
    }
    let (states, density) = (rng.random_range(1..=5), rng.random_range(0.2..0.9));
    let mut transitions = Vec::new();
    for from in 0..states {
        for value in 0..=5 {
            if rng.random_bool(density) {
                transitions.push((from, value, rng.random_range(0..states)));
            }
        }
    }
    let finals = (0..states).filter(|_| rng.random_bool(0.5)).collect();
    let scope = (0..number).map(VarId::new).collect();
    post(&mut model, scope, DeterministicAutomaton::new(0, finals, transitions).unwrap());
    model
}

fn for_all(domains: &[Domain], values: &mut Vec<Value>, visit: &mut dyn FnMut(&[Value])) {
    let Some(domain) = domains.get(values.len()) else {
        return visit(values);
    };
    for value in domain.iter() {
        values.push(value);
        for_all(domains, values, visit);
        values.pop();
    }
}

/// After each of several decisions, exactly the supported values remain.
#[test]
fn exactly_the_supported_values_remain_on_every_branch() {
    let (mut compared, mut conflicts) = (0, 0);
    for seed in 0..300 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = random(&mut rng);
        let mut search = prepared(&model);
        for _ in 0..8 {
            if search.is_refuted() {
                break;
            }
            search.store.open_level();
            let open: Vec<VarId> = (0..search.variables)
                .map(VarId::new)
                .filter(|&v| !search.store.is_fixed(v))
                .collect();
            let Some(&v) = open.get(rng.random_range(0..open.len().max(1))) else {
                break;
            };
            let value = search
                .store
                .nth_value(v, rng.random_range(0..search.store.domain_size(v)))
                .unwrap();
            search.store.remove_value(v, value).unwrap();
            let before = search.domains();
            let consistent = search.propagate().is_ok();
            let mut supported = vec![BTreeSet::new(); before.len()];
            for_all(&before, &mut Vec::new(), &mut |values| {
                if model.check(&[], values).is_ok() {
                    supported.iter_mut().zip(values).for_each(|(s, &x)| _ = s.insert(x));
                }
            });
            assert_eq!(consistent, !supported[0].is_empty(), "seed {seed}\n{model}");
            if !consistent {
                conflicts += 1;
                search.store.undo_level();
                continue;
            }
            let expected: Vec<Domain> = supported.into_iter().map(Domain::from_values).collect();
            assert_eq!(search.domains(), expected, "seed {seed}\n{model}");
            compared += 1;
        }
    }
    assert!(compared > 500 && conflicts == 0, "{compared} {conflicts}");
}
