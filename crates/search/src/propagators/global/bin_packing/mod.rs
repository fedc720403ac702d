//! Items in bins (Shaw, "A constraint for bin packing", CP 2004).
//!
//! `loads.rs` compares the loads with the items that are in a bin and those that may be. `sums.rs`
//! removes what no set of items gives: which sums the open items of a bin reach is computed by
//! dynamic programming on bit sets, as for knapsacks (Trick, "A dynamic programming approach for
//! consistency and propagation for knapsack constraints", Annals of Operations Research 118, 2003).
//! That is stronger than the test of sums in Shaw's paper, where loads are small.

mod load;
mod loads;
mod reasons;
mod sums;
#[cfg(test)]
mod tests;

use parallax_model as model;

use self::loads::Loads;
use self::sums::Sums;
use crate::propagators::{Propagator, PropagatorError};
use crate::store::Store;

/// Maximum number of loads, for each of which state is kept.
const MOST_BINS: usize = 1 << 20;

/// Appends the propagators.
///
/// # Errors
/// Returns an error if there are too many bins.
pub(super) fn make(
    c: &model::BinPacking,
    store: &mut Store,
    made: &mut Vec<Box<dyn Propagator>>,
) -> Result<(), PropagatorError> {
    if c.loads.len() > MOST_BINS {
        return Err(PropagatorError::Bins { bins: c.loads.len(), most: MOST_BINS });
    }
    made.push(Box::new(Loads::new(c, store)));
    if !c.bins.is_empty() {
        made.push(Box::new(Sums::new(c)));
    }
    Ok(())
}
