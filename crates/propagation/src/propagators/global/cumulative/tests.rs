//! Compares time-tables and energies with their definitions.

use std::collections::BTreeSet;

use parallax_model::{ConstraintOperand, Cumulative, Domain, Global, Kind, Model, Value, VarId};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::edge_finder::CumulativeEdgeFinder;
use super::energy::CumulativeEnergyPropagator;
use super::time_table::TimeTable;
use crate::propagators::global::case_models::{assert_exact, model_of};
use crate::propagators::{ConstraintPropagator, DomainStore};

type Set = BTreeSet<Value>;

/// Returns tasks over variables of their own, with random operands.
fn draw(rng: &mut ChaCha8Rng) -> (Model, Cumulative) {
    let mut model = Model::new("tasks");
    let mut add = |rng: &mut ChaCha8Rng, low: Value, most: Value, holes: bool| {
        let high = low + rng.random_range(0..=most);
        let all = (low..=high).filter(|_| !holes || rng.random_bool(0.7));
        let domain = Domain::from_values(all.chain([low]).collect::<Vec<Value>>());
        model.add_shown(format!("x{}", model.variables().len()), domain).unwrap()
    };
    let count = rng.random_range(1..=9);
    let mut c = Cumulative {
        starts: vec![],
        lengths: vec![],
        heights: vec![],
        limit: ConstraintOperand::Number(0),
    };
    for _ in 0..count {
        let low = rng.random_range(-8..=15);
        c.starts.push(add(rng, low, 12, true));
        let mut operand = |rng: &mut ChaCha8Rng, most: Value| {
            let low = rng.random_range(0..=most);
            if rng.random_bool(0.3) {
                ConstraintOperand::Variable(add(rng, low, 4, true))
            } else {
                ConstraintOperand::Number(low)
            }
        };
        c.lengths.push(operand(rng, 7));
        c.heights.push(operand(rng, 3));
    }
    let low = rng.random_range(1..=4);
    c.limit = if rng.random_bool(0.5) {
        ConstraintOperand::Variable(add(rng, low, 4, false))
    } else {
        ConstraintOperand::Number(low + 2)
    };
    (model, c)
}

fn ends(operand: ConstraintOperand, domains: &[Set]) -> (Value, Value) {
    match operand {
        ConstraintOperand::Number(number) => (number, number),
        ConstraintOperand::Variable(v) => hull(&domains[v.index()]),
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

fn propagated(mut propagator: impl ConstraintPropagator, model: &Model) -> Option<Vec<Set>> {
    let mut store = DomainStore::new(model).expect("small domains");
    store.queue.build_watch_lists();
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
        let found = propagated(CumulativeEnergyPropagator::new(&c), &model).is_none();
        assert_eq!(found, lacks_energy(&c, &domains), "seed {seed} {c:?}\n{model}");
        failed += usize::from(found);
    }
    assert!(failed > 40, "{failed}");
}

/// An open task by its bounds: its place among the variables, earliest and latest start, length and
/// height.
type Open = (usize, i64, i64, i64, i64);

/// Returns the energy of a task within an interval, if it starts at a time.
fn energy_at(start: i64, length: i64, height: i64, (from, to): (i64, i64)) -> i64 {
    ((start + length).min(to) - start.max(from)).max(0) * height
}

/// Returns the energy that a task needs within an interval, at least. If not `all` intervals count,
/// a task that may start before the interval needs only that of its certain part. The task `first`
/// starts as early as it can.
fn need(task: Open, first: Option<usize>, within: (i64, i64), all: bool) -> i64 {
    let (place, earliest, latest, length, height) = task;
    let at = |start| energy_at(start, length, height, within);
    if earliest < within.0 && !all {
        energy_at(latest, earliest + length - latest, height, within)
    } else if first == Some(place) {
        at(earliest)
    } else {
        at(earliest).min(at(latest))
    }
}

/// Whether an interval is overfull: one from an earliest start to a latest end of open tasks, or
/// any.
fn is_overfull(tasks: &[Open], first: Option<usize>, limit: i64, all: bool) -> bool {
    let open = || tasks.iter().filter(|task| task.1 < task.2);
    let ends = open().flat_map(|from| open().map(|to| (from.1, to.2 + to.3)));
    let intervals: Vec<(i64, i64)> = if all {
        (-40..40).flat_map(|from| (from + 1..=40).map(move |to| (from, to))).collect()
    } else {
        ends.filter(|(from, to)| from < to).collect()
    };
    intervals.into_iter().any(|within| {
        let needs = tasks.iter().map(|&task| need(task, first, within, all));
        needs.sum::<i64>() > limit * (within.1 - within.0)
    })
}

fn open_tasks(c: &Cumulative, domains: &[Set]) -> Vec<Open> {
    let tasks =
        c.starts.iter().zip(&c.lengths).zip(&c.heights).map(|((start, &length), &height)| {
            let (earliest, latest) = hull(&domains[start.index()]);
            let (length, height) = (ends(length, domains).0, ends(height, domains).0);
            (start.index(), earliest.into(), latest.into(), length.into(), height.into())
        });
    tasks.filter(|task: &Open| task.3 > 0 && task.4 > 0).collect()
}

/// Returns the tasks with all times negated.
fn negated(tasks: &[Open]) -> Vec<Open> {
    let negated = |&(place, low, high, length, height): &Open| {
        (place, -high - length, -low - length, length, height)
    };
    tasks.iter().map(negated).collect()
}

/// Removes earliest and latest starts with which an interval would be overfull, until none is left.
fn without_overfull(c: &Cumulative, mut domains: Vec<Set>, all: bool) -> Option<Vec<Set>> {
    let limit = i64::from(ends(c.limit, &domains).1);
    loop {
        let before = domains.clone();
        for mirror in [false, true] {
            let tasks = open_tasks(c, &domains);
            let tasks = if mirror { negated(&tasks) } else { tasks };
            if is_overfull(&tasks, None, limit, all) {
                return None;
            }
            for &(place, earliest, latest, ..) in &tasks {
                if earliest < latest && is_overfull(&tasks, Some(place), limit, all) {
                    let (low, high) = hull(&domains[place]);
                    domains[place].remove(if mirror { &high } else { &low });
                    if domains[place].is_empty() {
                        return None;
                    }
                }
            }
        }
        if domains == before {
            return Some(domains);
        }
    }
}

/// Edges leave nothing to their definition, and remove nothing that the energies of all intervals
/// do not exclude.
#[test]
fn edges_are_between_their_definition_and_all_intervals() {
    let (mut moved, mut failed, mut compared) = (0, 0, 0);
    for seed in 0..1500 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (model, c) = draw(&mut rng);
        let store = DomainStore::new(&model).expect("small domains");
        let edges = CumulativeEdgeFinder::new(&c, &store).expect("small areas");
        let initial: Vec<Set> =
            model.variables().iter().map(|v| v.domain.iter().collect()).collect();
        let found = propagated(edges, &model);
        match &found {
            Some(found) => {
                let again = without_overfull(&c, found.clone(), false);
                assert_eq!(again.as_ref(), Some(found), "seed {seed} {c:?}\n{model}");
                moved += usize::from(*found != initial);
            }
            None => failed += 1,
        }
        if found.as_ref() == Some(&initial) || compared == 30 {
            continue;
        }
        compared += 1;
        if let Some(strongest) = without_overfull(&c, initial, true) {
            let found = found.expect("all intervals have room");
            let mut pairs = strongest.iter().zip(&found);
            assert!(pairs.all(|(few, most)| few.is_subset(most)), "seed {seed} {c:?}\n{model}");
        }
    }
    assert!(moved > 100 && failed > 40 && compared == 30, "{moved} {failed} {compared}");
}

#[test]
fn edge_cases_have_exactly_their_solutions() {
    const FAR: Value = 1_000_000_000;
    let v = VarId::new;
    let (n, x) = (ConstraintOperand::Number, |i| ConstraintOperand::Variable(v(i)));
    let few: &[Value] = &[0, 1, 2, 5];
    let ends: &[Value] = &[-FAR, -1, 0, FAR];
    let natural: &[Value] = &[0, 1, FAR];
    let exact = |domains: &[&[Value]],
                 starts: &[usize],
                 lengths: &[ConstraintOperand],
                 heights: &[ConstraintOperand],
                 limit: ConstraintOperand| {
        let domains: Vec<Domain> =
            domains.iter().map(|values| Domain::from_values(values.iter().copied())).collect();
        let c = Cumulative {
            starts: starts.iter().map(|&i| v(i)).collect(),
            lengths: lengths.to_vec(),
            heights: heights.to_vec(),
            limit,
        };
        assert_exact(&model_of(&domains, |_| Global::Cumulative(c)));
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
