//! Small minimal sets with little work: the smallest of several that random orders give.

use parallax_model::engine_api::{Answer, Control};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::oracle::{SatisfiabilityOracle, shrink_set};

/// Maximum number of parts of a problem for which several sets are compared.
const MOST_PARTS: usize = 300;

/// Number of random orders of the parts.
const RANDOM_ORDER_COUNT: usize = 8;

/// Returns a minimal set without a solution: one from `conflict`, and if there are few parts, the
/// smallest that several orders of deletion give. Also returns the reason if the set is not known
/// to be minimal.
pub(super) fn find_small_set(
    oracle: &mut SatisfiabilityOracle<'_>,
    core: Vec<usize>,
    seed: u64,
    control: &Control,
) -> (Vec<usize>, Option<Answer>) {
    let (mut best, stopped) = shrink_set(oracle, core, control);
    if stopped.is_some() || oracle.problem.parts().len() > MOST_PARTS {
        return (best, stopped);
    }
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut order = oracle.problem.all_parts();
    // Deletion tends to keep the parts at the end of the order, so random orders give different
    // minimal sets.
    for _ in 0..RANDOM_ORDER_COUNT {
        order.shuffle(&mut rng);
        match shrink_set(oracle, order.clone(), control) {
            (set, None) if set.len() < best.len() => best = set,
            (_, None) => {}
            // The best so far is minimal.
            (_, Some(_)) => break,
        }
    }
    (best, None)
}
