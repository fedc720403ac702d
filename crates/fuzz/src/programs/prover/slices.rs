//! Parts of a case that are enumerated and compared with a list of its solutions.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::is_solution;
use crate::programs::case::FuzzCase;

/// Number of parts.
const SLICE_COUNT: usize = 8;

/// Maximum number of assignments of a part.
const MAX_SLICE_ASSIGNMENTS: usize = 400;

/// Number of assignments at random.
const RANDOM_ASSIGNMENT_COUNT: usize = 100;

/// Returns a solution that a list of solutions, in ascending order, lacks. Fixes all variables but
/// a few to the values of a listed solution or of a random assignment, and enumerates the rest.
pub(super) fn find_missing_solution(case: &FuzzCase, solutions: &[Vec<i64>]) -> Option<Vec<i64>> {
    // One stream for each case, whatever was drawn before.
    let mut rng = ChaCha8Rng::seed_from_u64(case.id);
    let lacks =
        |values: &Vec<i64>| solutions.binary_search(values).is_err() && is_solution(case, values);
    for slice in 0..SLICE_COUNT {
        let start = match solutions.len() {
            0 => random_assignment(case, &mut rng),
            // Near a listed solution other solutions are likely; random starts find regions that
            // the list lacks altogether.
            count if slice % 4 < 3 => solutions[rng.random_range(0..count)].clone(),
            _ => random_assignment(case, &mut rng),
        };
        let found = enumerate_slice(case, start, &mut rng, &lacks);
        if found.is_some() {
            return found;
        }
    }
    (0..RANDOM_ASSIGNMENT_COUNT).map(|_| random_assignment(case, &mut rng)).find(lacks)
}

fn random_assignment(case: &FuzzCase, rng: &mut ChaCha8Rng) -> Vec<i64> {
    let variables = case.variables.iter();
    variables.map(|variable| variable.values[rng.random_range(0..variable.values.len())]).collect()
}

/// Enumerates the values of a few variables; the others keep theirs.
fn enumerate_slice(
    case: &FuzzCase,
    start: Vec<i64>,
    rng: &mut ChaCha8Rng,
    lacks: &dyn Fn(&Vec<i64>) -> bool,
) -> Option<Vec<i64>> {
    let mut order: Vec<usize> = (0..case.variables.len()).collect();
    order.shuffle(rng);
    let mut size = 1;
    // Takes variables in random order as long as the product of their domains stays within the
    // limit; a variable too large to fit is skipped, since smaller ones may still fit.
    order.retain(|&index| {
        let count = case.variables[index].values.len();
        let fits = size * count <= MAX_SLICE_ASSIGNMENTS;
        size *= if fits { count } else { 1 };
        fits && count > 1
    });
    let mut values = start;
    for number in 0..size {
        // The digits of `number` in the mixed radix of the domain sizes select the values.
        let mut rest = number;
        for &index in &order {
            let domain = &case.variables[index].values;
            values[index] = domain[rest % domain.len()];
            rest /= domain.len();
        }
        if lacks(&values) {
            return Some(values);
        }
    }
    None
}
