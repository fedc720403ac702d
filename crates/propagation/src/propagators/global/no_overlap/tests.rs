//! Compares the rules of one machine with their definitions over all sets of tasks.

use parallax_model::{ConstraintOperand, Domain, Global, NoOverlap, Value};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::single_machine::{DisjunctiveRules, DisjunctiveTask};
use crate::propagators::global::case_models;

/// The tasks of each set, as bits of its number.
fn members(set: usize) -> impl Iterator<Item = usize> + Clone {
    (0..usize::BITS as usize).filter(move |task| set >> task & 1 == 1)
}

fn start(tasks: &[DisjunctiveTask], set: usize) -> i64 {
    members(set).map(|task| tasks[task].earliest).min().unwrap_or(i64::MAX)
}

fn work(tasks: &[DisjunctiveTask], set: usize) -> i64 {
    members(set).map(|task| tasks[task].length).sum()
}

fn deadline(tasks: &[DisjunctiveTask], set: usize) -> i64 {
    let ends = members(set).map(|task| tasks[task].latest + tasks[task].length);
    ends.max().unwrap_or(i64::MIN)
}

/// Returns when a set can have ended: the greatest sum of start and work of its subsets.
fn end(tasks: &[DisjunctiveTask], set: usize) -> i64 {
    let parts = (1..1 << tasks.len()).filter(|part| part & !set == 0);
    parts.map(|part| start(tasks, part) + work(tasks, part)).max().unwrap_or(i64::MIN / 4)
}

/// Applies all rules by definition, once; `None` for an overload.
fn defined(tasks: &[DisjunctiveTask]) -> Option<Vec<DisjunctiveTask>> {
    let sets = || 1..1usize << tasks.len();
    if sets().any(|set| start(tasks, set) + work(tasks, set) > deadline(tasks, set)) {
        return None;
    }
    let mut after = tasks.to_vec();
    for (task, own) in tasks.iter().enumerate() {
        let others = sets().filter(|set| set >> task & 1 == 0);
        for set in others {
            let all = set | 1 << task;
            let (set_end, starts) = (end(tasks, set), members(set).map(|j| tasks[j].latest));
            let misses = start(tasks, all) + work(tasks, all) > deadline(tasks, set);
            let detected = starts.clone().all(|latest| own.earliest + own.length > latest);
            if misses || detected {
                after[task].earliest = after[task].earliest.max(set_end);
            }
            if set_end > own.latest {
                let last = starts.max().expect("not empty") - own.length;
                after[task].latest = after[task].latest.min(last);
            }
        }
    }
    Some(after)
}

/// Applies one function to the tasks, forwards and from the future, until nothing changes.
fn fixpoint(
    mut tasks: Vec<DisjunctiveTask>,
    once: &mut dyn FnMut(&[DisjunctiveTask]) -> Option<Vec<DisjunctiveTask>>,
) -> Option<Vec<DisjunctiveTask>> {
    loop {
        let mut after = tasks.clone();
        for _ in 0..2 {
            after = once(&after)?;
            if after.iter().any(|task| task.earliest > task.latest) {
                return None;
            }
            for task in &mut after {
                let length = task.length;
                let (earliest, latest) = (-task.latest - length, -task.earliest - length);
                *task = DisjunctiveTask { earliest, latest, length };
            }
        }
        if after == tasks {
            return Some(tasks);
        }
        tasks = after;
    }
}

#[test]
fn rules_reach_the_fixpoint_of_their_definitions() {
    let (mut moved, mut failed) = (0, 0);
    for seed in 0..1500 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let count = rng.random_range(2..=6);
        let horizon = 4 * count;
        let tasks: Vec<DisjunctiveTask> = (0..count)
            .map(|_| {
                let earliest = rng.random_range(-5..horizon);
                let latest = earliest + rng.random_range(0..=horizon);
                DisjunctiveTask { earliest, latest, length: rng.random_range(0..=6) }
            })
            .collect();
        let mut rules = DisjunctiveRules::default();
        let found = fixpoint(tasks.clone(), &mut |tasks| {
            rules.read_tasks(tasks.iter().copied(), false);
            rules.apply_rules().ok()?;
            let bounds = rules.earliest.iter().zip(&rules.latest).zip(tasks);
            let span = |((&earliest, &latest), task): ((&i64, &i64), &DisjunctiveTask)| {
                DisjunctiveTask { earliest, latest, length: task.length }
            };
            Some(bounds.map(span).collect())
        });
        let expected = fixpoint(tasks.clone(), &mut defined);
        assert_eq!(found, expected, "seed {seed}: {tasks:?}");
        failed += usize::from(found.is_none());
        moved += usize::from(found.is_some_and(|found| found != tasks));
    }
    assert!(moved > 400 && failed > 60, "{moved} {failed}");
}

fn assert_exact(domains: &[&[Value]], c: &NoOverlap) {
    let domains: Vec<Domain> =
        domains.iter().map(|values| Domain::from_values(values.iter().copied())).collect();
    for zero_ignored in [false, true] {
        let c = NoOverlap { zero_ignored, ..c.clone() };
        case_models::assert_exact(&case_models::model_of(&domains, |_| Global::NoOverlap(c)));
    }
}

#[test]
fn edge_cases_have_exactly_their_solutions() {
    const FAR: Value = 1_000_000_000;
    let v = parallax_model::VarId::new;
    let n = ConstraintOperand::Number;
    let line = |origins: &[usize], lengths: &[ConstraintOperand]| NoOverlap {
        origins: origins.iter().map(|&i| vec![v(i)]).collect(),
        lengths: lengths.iter().map(|&length| vec![length]).collect(),
        zero_ignored: true,
    };
    let few: &[Value] = &[0, 1, 2, 5];
    let ends: &[Value] = &[-FAR, -1, 0, 1, FAR];
    assert_exact(&[few], &line(&[], &[]));
    assert_exact(&[few], &line(&[0], &[n(3)]));
    // One variable for two tasks, also as its own length.
    assert_exact(&[few], &line(&[0, 0], &[n(0), n(1)]));
    assert_exact(&[few], &line(&[0, 0], &[n(0), n(0)]));
    assert_exact(&[few, few], &line(&[0, 1], &[ConstraintOperand::Variable(v(0)), n(2)]));
    assert_exact(&[few, few], &line(&[0, 0], &[ConstraintOperand::Variable(v(1)), n(0)]));
    assert_exact(&[few, few, &[0]], &line(&[0, 1, 2], &[n(0), n(2), n(0)]));
    // Beyond the horizon, and at the limits of values.
    assert_exact(&[ends, ends, ends], &line(&[0, 1, 2], &[n(FAR), n(FAR), n(1)]));
    assert_exact(&[ends, ends, ends], &line(&[0, 1, 2], &[n(FAR), n(0), n(FAR)]));
    assert_exact(
        &[ends, &[0, FAR], ends],
        &line(&[0, 2], &[ConstraintOperand::Variable(v(1)), n(1)]),
    );
    let boxes = NoOverlap {
        origins: vec![vec![v(0), v(1), v(0)], vec![v(2), v(3), v(2)]],
        lengths: vec![
            vec![n(2), n(1), n(3)],
            vec![n(1), ConstraintOperand::Variable(v(4)), n(FAR)],
        ],
        zero_ignored: true,
    };
    assert_exact(&[few, few, &[0, 1], &[0, 1], &[0, 2]], &boxes);
}

/// Wide domains, and an order that pairs alone need many steps to refute.
#[test]
fn one_machine_refutes_at_once_what_does_not_fit() {
    let domains = vec![Domain::from_range(0, 1_000_000); 60];
    let model = case_models::model_of(&domains, |all| {
        let origins = all.iter().map(|&start| vec![start]).collect();
        let lengths = vec![vec![ConstraintOperand::Number(20_000)]; 60];
        Global::NoOverlap(NoOverlap { origins, lengths, zero_ignored: true })
    });
    assert!(case_models::prepared(&model).is_refuted());
}
