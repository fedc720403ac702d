//! Compares time-tables and energies with their definitions.

use std::collections::BTreeSet;

use parallax_model::{Constraint, Cumulative, Domain, Global, Kind, Model, Operand, Value, VarId};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::energy::Energy;
use super::time_table::TimeTable;
use crate::propagators::tests::{all_settings, by_brute_force, by_search};
use crate::propagators::{Propagator, Store};

type Set = BTreeSet<Value>;

/// Returns tasks over variables of their own, with random operands.
fn draw(rng: &mut ChaCha8Rng) -> (Model, Cumulative) {
    let mut model = Model::new("tasks");
    let mut add = |rng: &mut ChaCha8Rng, low: Value, most: Value, holes: bool| {
        let high = low + rng.random_range(0..=most);
        let all = (low..=high).filter(|_| !holes || rng.random_bool(0.7));
        let domain = Domain::of(all.chain([low]).collect::<Vec<Value>>());
        model.add_shown(format!("x{}", model.variables().len()), domain).unwrap()
    };
    let count = rng.random_range(1..=9);
    let mut c =
        Cumulative { starts: vec![], lengths: vec![], heights: vec![], limit: Operand::Number(0) };
    for _ in 0..count {
        let low = rng.random_range(-8..=15);
        c.starts.push(add(rng, low, 12, true));
        let mut operand = |rng: &mut ChaCha8Rng, most: Value| {
            let low = rng.random_range(0..=most);
            if rng.random_bool(0.3) {
                Operand::Variable(add(rng, low, 4, true))
            } else {
                Operand::Number(low)
            }
        };
        c.lengths.push(operand(rng, 7));
        c.heights.push(operand(rng, 3));
    }
    let low = rng.random_range(1..=4);
    c.limit = if rng.random_bool(0.5) {
        Operand::Variable(add(rng, low, 4, false))
    } else {
        Operand::Number(low + 2)
    };
    (model, c)
}

fn ends(operand: Operand, domains: &[Set]) -> (Value, Value) {
    match operand {
        Operand::Number(number) => (number, number),
        Operand::Variable(v) => hull(&domains[v.index()]),
    }
}

fn hull(set: &Set) -> (Value, Value) {
    (*set.first().expect("not empty"), *set.last().expect("not empty"))
}

/// Whether the parts that must run exceed the limit at some time, or one task alone.
fn is_overloaded(c: &Cumulative, domains: &[Set]) -> bool {
    let most = ends(c.limit, domains).1;
    let tasks = || c.starts.iter().zip(&c.lengths).zip(&c.heights);
    let alone = tasks().any(|((_, &length), &height)| {
        ends(length, domains).0 > 0 && ends(height, domains).0 > most
    });
    let load = |time: Value| -> Value {
        let runs = tasks().filter(|((start, length), _)| {
            let (earliest, latest) = hull(&domains[start.index()]);
            latest <= time && time < earliest + ends(**length, domains).0
        });
        runs.map(|(_, &height)| ends(height, domains).0).sum()
    };
    alone || (-30..60).any(|time| load(time) > most)
}

/// Removes bounds with which the time-table is overloaded, until none is left.
fn shaved(c: &Cumulative, model: &Model) -> Option<Vec<Set>> {
    let mut domains: Vec<Set> =
        model.variables().iter().map(|v| v.domain.iter().collect()).collect();
    if is_overloaded(c, &domains) {
        return None;
    }
    loop {
        let before = domains.clone();
        for place in 0..domains.len() {
            for last in [false, true] {
                let (low, high) = hull(&domains[place]);
                let value = if last { high } else { low };
                let mut assumed = domains.clone();
                assumed[place] = Set::from([value]);
                if is_overloaded(c, &assumed) {
                    domains[place].remove(&value);
                }
                if domains[place].is_empty() {
                    return None;
                }
            }
        }
        if domains == before {
            return Some(domains);
        }
    }
}

fn propagated(mut propagator: impl Propagator, model: &Model) -> Option<Vec<Set>> {
    let mut store = Store::new(model).expect("small domains");
    store.queue.close();
    loop {
        let before = store.prunings;
        propagator.propagate(&mut store).ok()?;
        if store.prunings == before {
            break;
        }
    }
    let all = (0..model.variables().len()).map(VarId::new);
    Some(all.map(|v| store.values(v).collect()).collect())
}

#[test]
fn time_tables_leave_the_bounds_of_their_definition() {
    let (mut moved, mut failed) = (0, 0);
    for seed in 0..1500 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (model, c) = draw(&mut rng);
        c.validate(&model).unwrap();
        let found = propagated(TimeTable::new(&c), &model);
        assert_eq!(found, shaved(&c, &model), "seed {seed} {c:?}\n{model}");
        let initial = model.variables().iter().map(|v| v.domain.iter().collect());
        failed += usize::from(found.is_none());
        moved += usize::from(found.is_some_and(|found| found != initial.collect::<Vec<Set>>()));
    }
    assert!(moved > 300 && failed > 100, "{moved} {failed}");
}

/// Whether the energy of some interval exceeds the limit.
fn lacks_energy(c: &Cumulative, domains: &[Set]) -> bool {
    let most = i64::from(ends(c.limit, domains).1);
    let needs = |from: Value, to: Value| -> i64 {
        let tasks = c.starts.iter().zip(&c.lengths).zip(&c.heights);
        let energies = tasks.map(|((start, &length), &height)| {
            let ((earliest, latest), length) =
                (hull(&domains[start.index()]), ends(length, domains).0);
            let inside = from <= earliest && latest + length <= to;
            i64::from(inside) * i64::from(length) * i64::from(ends(height, domains).0)
        });
        energies.sum()
    };
    let mut pairs = (-10..30).flat_map(|from| (from + 1..40).map(move |to| (from, to)));
    pairs.any(|(from, to)| needs(from, to) > most * i64::from(to - from))
}

#[test]
fn energy_fails_where_an_interval_is_overfull() {
    let mut failed = 0;
    for seed in 0..2500 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (model, c) = draw(&mut rng);
        let domains: Vec<Set> =
            model.variables().iter().map(|v| v.domain.iter().collect()).collect();
        let found = propagated(Energy::new(&c), &model).is_none();
        assert_eq!(found, lacks_energy(&c, &domains), "seed {seed} {c:?}\n{model}");
        failed += usize::from(found);
    }
    assert!(failed > 40, "{failed}");
}

#[test]
fn edge_cases_have_exactly_their_solutions() {
    const FAR: Value = 1_000_000_000;
    let v = VarId::new;
    let (n, x) = (Operand::Number, |i| Operand::Variable(v(i)));
    let few: &[Value] = &[0, 1, 2, 5];
    let ends: &[Value] = &[-FAR, -1, 0, FAR];
    let natural: &[Value] = &[0, 1, FAR];
    let exact = |domains: &[&[Value]],
                 starts: &[usize],
                 lengths: &[Operand],
                 heights: &[Operand],
                 limit: Operand| {
        let mut model = Model::new("tasks");
        for (i, &domain) in domains.iter().enumerate() {
            model.add_shown(format!("x{i}"), Domain::of(domain.iter().copied())).unwrap();
        }
        let c = Cumulative {
            starts: starts.iter().map(|&i| v(i)).collect(),
            lengths: lengths.to_vec(),
            heights: heights.to_vec(),
            limit,
        };
        model.post("tasks", Constraint::Global(Global::Cumulative(c))).unwrap();
        let expected = by_brute_force(&model);
        for settings in all_settings() {
            assert_eq!(by_search(&model, &settings), expected, "{settings}\n{model}");
        }
    };
    exact(&[few], &[], &[], &[], n(0));
    exact(&[few], &[], &[], &[], x(0));
    exact(&[few], &[0], &[n(3)], &[n(2)], n(1));
    exact(&[few, few], &[0], &[n(3)], &[x(0)], x(1));
    // Tasks without a length, and without a height.
    exact(&[few, few], &[0, 1], &[n(0), n(2)], &[n(9), n(1)], n(1));
    exact(&[few, few], &[0, 1], &[n(2), n(2)], &[n(0), n(1)], n(0));
    exact(&[few, few, &[0, 1]], &[0, 1, 2], &[n(1); 3], &[n(0); 3], n(0));
    // Variables in several roles.
    exact(&[few, few], &[0, 0, 1], &[x(0), n(1), x(1)], &[n(1), x(1), n(1)], n(2));
    exact(&[few], &[0, 0, 0], &[x(0); 3], &[x(0); 3], x(0));
    // The limits of values.
    exact(&[ends, ends, ends], &[0, 1, 2], &[n(FAR); 3], &[n(FAR), n(1), n(FAR)], n(FAR));
    exact(&[ends, ends, natural], &[0, 1, 0], &[x(2), n(FAR), n(1)], &[x(2); 3], x(2));
}
