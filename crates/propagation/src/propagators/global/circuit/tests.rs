//! Compares circuits with brute force, and components with reachability.

use parallax_model::{Circuit, Domain, Global, Model, Value, VarId};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::CircuitNodes;
use super::arcs::{CircuitArcs, set_members};
use super::components::CircuitComponents;
use crate::propagators::global::case_models::{self, assert_exact, count_by, prepared};
use crate::propagators::tests::by_brute_force;
use crate::store::DomainStore;

fn model_of(domains: &[Domain], first: Value, may_be_empty: bool) -> Model {
    case_models::model_of(domains, |all| {
        Global::Circuit(Circuit { successors: all.to_vec(), first, may_be_empty })
    })
}

#[test]
fn edge_cases_have_exactly_their_solutions() {
    const FAR: Value = 1_000_000_000;
    let cases: [(&[&[Value]], Value); 8] = [
        (&[], 0),
        (&[&[0, 1]], 0),
        (&[&[1]], 0),
        (&[&[0, 1], &[0, 1]], 0),
        (&[&[-FAR, FAR], &[-FAR, FAR]], FAR),
        (&[&[-FAR, -FAR + 1, FAR], &[-FAR, -FAR + 1]], -FAR),
        (&[&[1, 2], &[0, 1, 2], &[0, 1, 2, 9]], 0),
        (&[&[6], &[5, 6, 7], &[5, 6, 7], &[5, 8]], 5),
    ];
    for (domains, first) in cases {
        let domains: Vec<Domain> =
            domains.iter().map(|values| Domain::from_values(values.iter().copied())).collect();
        for may_be_empty in [false, true] {
            assert_exact(&model_of(&domains, first, may_be_empty));
        }
    }
    // One variable for two nodes.
    let model = case_models::model_of(&[Domain::from_range(0, 2)], |all| {
        Global::Circuit(Circuit { successors: all.repeat(2), first: 0, may_be_empty: true })
    });
    assert!(by_brute_force(&model).is_empty());
    assert_exact(&model);
}

/// Counts the cycles of all nodes, and of at least two, of complete graphs.
#[test]
fn complete_graphs_have_as_many_cycles_as_expected() {
    let count = |model: &Model, level: &str| count_by(model, level);
    let all = |n: Value, own: bool| -> Vec<Domain> {
        let values = |node| (0..n).filter(move |&value| own || value != node);
        (0..n).map(|node| Domain::from_values(values(node))).collect()
    };
    for level in [",ac", ",singles"] {
        assert_eq!(count(&model_of(&all(7, false), 0, false), level), 720);
        // Of each size k: 6! / (k (6 - k)!).
        let cycles = 15 + 40 + 90 + 144 + 120;
        assert_eq!(count(&model_of(&all(6, true), 0, false), level), cycles);
        assert_eq!(count(&model_of(&all(6, true), 0, true), level), cycles + 1);
    }
}

/// Two halves of a graph, the first with one arc to the second or with none, and a node before and
/// after both.
#[test]
fn halves_are_passed_in_order_over_the_only_bridge() {
    let halves = |bridge: bool| -> Vec<Domain> {
        let all = |low: Value, high: Value, node: Value, extra: &[Value]| {
            let values = (low..high).filter(|&value| value != node);
            Domain::from_values(values.chain(extra.iter().copied()).collect::<Vec<Value>>())
        };
        let domain = |node: Value| match node {
            0 => all(1, 50, 0, &[60]),
            7 if bridge => all(0, 50, node, &[90]),
            ..50 => all(0, 50, node, &[]),
            _ => all(50, 100, node, &[0]),
        };
        (0..100).map(domain).collect()
    };
    let search = prepared(&model_of(&halves(true), 0, false));
    assert!(!search.is_refuted());
    assert_eq!(search.store.fixed_value(VarId::new(7)), Some(90));
    assert!(!search.store.contains(VarId::new(0), 60), "it would skip the first half");
    assert!(!search.store.contains(VarId::new(10), 0), "it would skip the second half");
    assert!(search.store.contains(VarId::new(70), 0));
    assert!(prepared(&model_of(&halves(false), 0, false)).is_refuted());
}

#[test]
fn components_are_nodes_that_reach_each_other() {
    for seed in 0..300 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let count = rng.random_range(2..=70);
        let some = |rng: &mut ChaCha8Rng| {
            let values = (0..rng.random_range(1..=3)).map(|_| rng.random_range(0..count as Value));
            Domain::from_values(values.collect::<Vec<Value>>())
        };
        let domains: Vec<Domain> = (0..count).map(|_| some(&mut rng)).collect();
        let model = model_of(&domains, 0, false);
        let mut store = DomainStore::new(&model).unwrap();
        let successors = (0..count).map(VarId::new).collect();
        let nodes = CircuitNodes::new(&Circuit { successors, first: 0, may_be_empty: false });
        let mut arcs = CircuitArcs::new(count);
        arcs.read_domains(&nodes, &mut store).unwrap();
        let (root, mut components) = (rng.random_range(0..count), CircuitComponents::new(count));
        components.find_components(&arcs, root);
        let counts = |node: &usize| *node != root && !arcs.stays[*node];
        let reach = |from: usize| {
            let (mut seen, mut stack) = (vec![false; count], vec![from]);
            seen[from] = true;
            while let Some(node) = stack.pop() {
                for to in set_members(arcs.successor_words(node)).filter(counts) {
                    if !std::mem::replace(&mut seen[to], true) {
                        stack.push(to);
                    }
                }
            }
            seen
        };
        let reached: Vec<Vec<bool>> = (0..count).map(reach).collect();
        for one in (0..count).filter(counts) {
            for other in (0..count).filter(counts) {
                let (a, b) = (components.of[one], components.of[other]);
                let mutual = reached[one][other] && reached[other][one];
                assert_eq!(a == b, mutual, "seed {seed}: {one} {other}");
                assert!(!reached[one][other] || a >= b, "seed {seed}: {one} {other}");
            }
        }
    }
}
