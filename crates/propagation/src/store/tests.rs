//! Compares stores with ordered sets.

use std::collections::BTreeSet;

use parallax_model::{Domain, MAX_VALUE, Model, Value, VarId};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{DomainStore, PropagationConflict};

/// Returns values with gaps of every size, up to both ends of the allowed range.
fn values(rng: &mut impl Rng) -> BTreeSet<Value> {
    let count = rng.random_range(1..=30);
    let spread = *[3, 100, 70_000, 30_000_000].choose(rng).expect("not empty");
    let from = *[-MAX_VALUE, -64, 0, 63, MAX_VALUE - 30 * spread].choose(rng).expect("not empty");
    let mut value = from;
    let mut found = BTreeSet::from([value]);
    for _ in 1..count {
        value += rng.random_range(1..=spread);
        found.insert(value);
    }
    found
}

fn assert_same(store: &DomainStore, v: VarId, set: &BTreeSet<Value>) {
    assert!(store.values(v).eq(set.iter().copied()));
    assert_eq!(store.domain_size(v) as usize, set.len());
    assert_eq!((Some(&store.min(v)), Some(&store.max(v))), (set.first(), set.last()));
    assert_eq!(store.fixed_value(v), set.first().copied().filter(|_| set.len() == 1));
    for (n, &value) in set.iter().enumerate() {
        assert_eq!(store.nth_value(v, n as u32), Some(value));
        for near in [value - 1, value, value + 1, value - 64, value + 64] {
            assert_eq!(store.contains(v, near), set.contains(&near));
            assert_eq!(store.at_least(v, near), set.range(near..).next().copied());
            assert_eq!(store.at_most(v, near), set.range(..=near).next_back().copied());
        }
        let place = store.bit_index(v, value).expect("a value");
        assert_eq!(store.word_start(v, place / 64) + (place % 64) as Value, value);
        assert_eq!(store.word_at(v, value & !63) >> (value & 63) & 1, 1);
    }
    for far in [Value::MIN, Value::MAX, -MAX_VALUE, MAX_VALUE, 0] {
        assert_eq!(store.contains(v, far), set.contains(&far));
    }
}

/// Applies one change to both, and compares the results.
fn change(rng: &mut impl Rng, store: &mut DomainStore, v: VarId, set: &mut BTreeSet<Value>) {
    let some = *set.iter().collect::<Vec<_>>().choose(rng).expect("not empty");
    let value = some + rng.random_range(-2..=2) * rng.random_range(0..=40);
    let done = match rng.random_range(0..5) {
        0 => {
            set.remove(&value);
            store.remove_value(v, value)
        }
        1 | 2 => {
            set.retain(|&x| x >= value);
            store.remove_below(v, value.into())
        }
        3 => {
            set.retain(|&x| x <= value);
            store.remove_above(v, value.into())
        }
        _ if rng.random_bool(0.2) => {
            set.retain(|&x| x == value);
            store.fix_value(v, value)
        }
        _ => Ok(()),
    };
    assert_eq!(done, if set.is_empty() { Err(PropagationConflict) } else { Ok(()) });
}

#[test]
fn domains_are_sets_of_their_values() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..1500 {
        let mut model = Model::new("one variable among others");
        for _ in 0..2 {
            let name = format!("before {}", model.variables().len());
            model.add_shown(name, Domain::from_values(values(&mut rng))).unwrap();
        }
        let mut set = values(&mut rng);
        let v = model.add_shown("x", Domain::from_values(set.iter().copied())).unwrap();
        let mut store = DomainStore::new(&model).expect("few values");
        store.queue.build_watch_lists();
        assert_same(&store, v, &set);
        let mut before = Vec::new();
        for _ in 0..12 {
            store.open_level();
            before.push(set.clone());
            change(&mut rng, &mut store, v, &mut set);
            if set.is_empty() {
                break;
            }
            assert_same(&store, v, &set);
        }
        while let Some(set) = before.pop() {
            store.undo_level();
            assert_same(&store, v, &set);
        }
    }
}

/// Storage grows with the values, not with their span.
#[test]
fn sparse_domains_are_small_and_wide_ones_are_refused() {
    let mut model = Model::new("sparse");
    for i in 0..1000 {
        let far = Domain::from_values([-MAX_VALUE, i, MAX_VALUE]);
        model.add_shown(format!("x{i}"), far).unwrap();
    }
    let store = DomainStore::new(&model).expect("three words each");
    assert_eq!(store.all_words().len(), 3000);
    model.add_shown("wide", Domain::from_range(0, MAX_VALUE)).unwrap();
    let why = DomainStore::new(&model).expect_err("a billion values").to_string();
    assert!(why.contains("'wide' has 1000000001 values"), "{why}");
}
