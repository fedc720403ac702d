//! Solutions that lie far apart.

use std::collections::BTreeSet;

use super::*;
use crate::sample::{DistantSolution, DiverseSample};

/// Returns the first solutions.
fn first(instance: &dyn Instance, engine: &str, seed: u64, most: usize) -> Vec<DistantSolution> {
    let control = Control::unlimited();
    let problem =
        SamplePopulation::for_viewpoint(instance, &instance.default_viewpoint(), &control).unwrap();
    let random: Spec = engine.parse().unwrap();
    let mut diverse = DiverseSample::new(&problem, &random, seed, &control);
    std::iter::from_fn(|| diverse.choose_solution().unwrap()).take(most).collect()
}

const RANDOM: &str = "native:domwdeg+random";

/// Each solution is chosen once, and then there are no more; also by a search that is not random.
#[test]
fn solutions_do_not_repeat() {
    for engine in [RANDOM, "native"] {
        for (name, model) in models() {
            let found = first(&instance(&model), engine, 2, usize::MAX);
            let solutions: BTreeSet<&Vec<Value>> = found.iter().map(|far| &far.solution).collect();
            assert_eq!(solutions.len(), found.len(), "{name}");
            let all = all(&model);
            assert_eq!(solutions, all.iter().collect(), "{name}");
        }
        assert_eq!(first(&*made("latin:3"), engine, 1, usize::MAX).len(), 12);
    }
}

/// The distances are those of the solutions, and larger than those of single searches.
#[test]
fn solutions_lie_far_apart() {
    let differ = |a: &[Value], b: &[Value]| a.iter().zip(b).filter(|(x, y)| x != y).count();
    let (mut chosen, mut plain) = (0, 0);
    for seed in 0..8 {
        let found = first(&*made("queens:8"), RANDOM, seed, 5);
        for (place, far) in found.iter().enumerate() {
            let before = found[..place].iter().map(|other| differ(&other.solution, &far.solution));
            assert_eq!(before.min(), far.distance);
        }
        chosen += found.iter().filter_map(|far| far.distance).min().unwrap();
        // As many solutions, each of a search of its own.
        let single: Vec<_> =
            (0..5).flat_map(|n| first(&*made("queens:8"), RANDOM, 50 + 5 * seed + n, 1)).collect();
        let pairs = (0..5).flat_map(|i| (0..i).map(move |j| (i, j)));
        let distances = pairs.map(|(i, j)| differ(&single[i].solution, &single[j].solution));
        plain += distances.min().unwrap();
    }
    assert!(chosen > plain + 8, "{chosen} and {plain} of 8 times 8");
}

#[test]
fn the_same_seed_chooses_the_same() {
    let [a, b, c] = [4, 4, 5].map(|seed| first(&*made("latin:5"), RANDOM, seed, 4));
    assert_eq!(a, b);
    assert_ne!(a, c);
    assert_eq!(first(&*made("latin:5"), RANDOM, 4, 2), a[..2]);
}

#[test]
fn a_limit_ends_the_choice() {
    let control = Control::unlimited();
    let square = made("latin:5");
    let problem =
        SamplePopulation::for_viewpoint(&*square, &square.default_viewpoint(), &control).unwrap();
    let random: Spec = RANDOM.parse().unwrap();
    let mut diverse = DiverseSample::new(&problem, &random, 0, &control);
    assert!(diverse.choose_solution().unwrap().is_some());
    control.cancel_work();
    assert_eq!(
        diverse.choose_solution(),
        Err(MissingSampleError::from(parallax_model::engine_api::StopReason::Cancelled))
    );
}
