//! Draws are uniform, independent of the engine, and reproducible from the seed.

use std::collections::HashMap;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::sample::NumberDraws;

/// Returns how often each solution was drawn, in the order of the solutions.
fn drawn(model: &Model, bounds: MemoryBounds, number: usize, distinct: bool) -> Vec<u64> {
    let native = Spec::native();
    let all = all(model);
    let place: HashMap<&Vec<Value>, usize> = all.iter().zip(0..).collect();
    let mut seen = vec![0; all.len()];
    with(&instance(model), &native, true, bounds, |numbered| {
        let mut draws = NumberDraws::new(numbered.total_count().clone(), 1, distinct);
        for _ in 0..number {
            let Some(number) = draws.draw_number(&Control::unlimited()).unwrap() else { break };
            let solution = numbered.solution_at(&number).unwrap().unwrap();
            seen[place[&solution]] += 1;
        }
    })
    .unwrap();
    seen
}

#[test]
fn every_solution_is_as_likely() {
    for (name, model) in models() {
        let all = all(&model);
        if all.len() < 2 {
            continue;
        }
        for bounds in [MemoryBounds::DEFAULT, COUNTS] {
            let seen = drawn(&model, bounds, 200 * all.len(), false);
            assert_eq!(seen.iter().sum::<u64>(), 200 * all.len() as u64);
            let test = chi_squared(&seen);
            assert!(test.is_ok_and(|statistic| statistic > 0.0), "{name}: {test:?} {seen:?}");
            let once = drawn(&model, bounds, usize::MAX, true);
            assert!(once.iter().all(|&n| n == 1), "{name}: {once:?}");
        }
    }
}

#[test]
fn every_square_is_as_likely() {
    for (name, total) in [("latin:3", 12), ("latin:4", 576)] {
        for bounds in [MemoryBounds::DEFAULT, COUNTS] {
            let mut seen: HashMap<Vec<Value>, u64> = HashMap::new();
            with(&*made(name), &Spec::native(), true, bounds, |numbered| {
                let mut draws = NumberDraws::new(numbered.total_count().clone(), 5, false);
                for _ in 0..20 * total {
                    let number = draws.draw_number(&Control::unlimited()).unwrap().unwrap();
                    *seen.entry(numbered.solution_at(&number).unwrap().unwrap()).or_default() += 1;
                }
            })
            .unwrap();
            let mut seen: Vec<u64> = seen.into_values().collect();
            seen.resize(total, 0);
            assert!(chi_squared(&seen).is_ok(), "{name}: {seen:?}");
        }
    }
}

/// The test finds the two usual faults: a choice of values without counts, and a remainder of few
/// random bits.
#[test]
fn biased_draws_are_found() {
    let model = uneven();
    let all = all(&model);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut by_values = vec![0; all.len()];
    let mut by_remainder = vec![0; all.len()];
    for _ in 0..200 * all.len() {
        let mut left: Vec<usize> = (0..all.len()).collect();
        let mut place = 0;
        while place < model.shown().len() {
            let mut values: Vec<Value> = left.iter().map(|&i| all[i][place]).collect();
            values.dedup();
            let value = values[rng.random_range(0..values.len())];
            left.retain(|&i| all[i][place] == value);
            place += 1;
        }
        by_values[left[0]] += 1;
        by_remainder[rng.random_range(0..64) % all.len()] += 1;
    }
    assert!(chi_squared(&by_values).is_err(), "{by_values:?}");
    assert!(chi_squared(&by_remainder).is_err(), "{by_remainder:?}");
    let mut off_by_one = drawn(&model, COUNTS, 200 * all.len(), false);
    assert!(chi_squared(&off_by_one).is_ok());
    // The last solution is never drawn; the first one also takes its draws.
    off_by_one[0] += off_by_one.pop().unwrap();
    off_by_one.push(0);
    assert!(chi_squared(&off_by_one).is_err(), "{off_by_one:?}");
}

/// Pairs of consecutive draws are independent.
#[test]
fn draws_are_independent() {
    let mut seen = [0u64; 16];
    with(&instance(&one_variable()), &Spec::native(), true, COUNTS, |numbered| {
        let mut draws = NumberDraws::new(numbered.total_count().clone(), 3, false);
        let mut next = || draws.draw_number(&Control::unlimited()).unwrap().unwrap();
        let mut last = next();
        for _ in 0..8000 {
            let this = next();
            let [a, b] = [&last, &this].map(|n| u64::try_from(n).unwrap() as usize);
            seen[4 * a + b] += 1;
            last = this;
        }
    })
    .unwrap();
    assert!(chi_squared(&seen).is_ok(), "{seen:?}");
}

/// Engines, seeds of engines, threads and lists do not matter.
#[test]
fn the_same_seed_draws_the_same_solutions() {
    let square = made("latin:4");
    let control = Control::unlimited();
    let problem =
        SamplePopulation::for_viewpoint(&*square, &square.default_viewpoint(), &control).unwrap();
    let draw = |engine: &dyn Engine, enumerates, bounds, seed| {
        let lister = Spec::native();
        let who = CountingEngines { counter: engine, lister: &lister, enumerates, seed };
        let mut numbered =
            NumberedSolutions::count_solutions(&problem, who, bounds, &control).unwrap();
        let mut draws = NumberDraws::new(numbered.total_count().clone(), 11, false);
        let mut next = || {
            let number = draws.draw_number(&control).unwrap().unwrap();
            numbered.solution_at(&number).unwrap().unwrap()
        };
        (0..8).map(|_| next()).collect::<Vec<_>>()
    };
    let native = Spec::native();
    let expected = draw(&native, true, MemoryBounds::DEFAULT, 0);
    for seed in [1, 99] {
        for threads in [1, 3] {
            let engine = native.with_threads(threads).unwrap();
            assert_eq!(draw(&engine, true, COUNTS, seed), expected);
            assert_eq!(draw(&engine, true, MemoryBounds::DEFAULT, seed), expected);
        }
        let random: Spec = "native:random+random".parse().unwrap();
        assert_eq!(draw(&random, true, COUNTS, seed), expected);
        let reform: Spec = "reform".parse().unwrap();
        assert_eq!(draw(&reform, false, COUNTS, seed), expected);
    }
    assert!(expected.windows(2).any(|pair| pair[0] != pair[1]));
}
