//! Chooses the propagator of a bin packing.

use parallax_model as model;

use super::bin_loads::BinLoadPropagator;
use super::subset_sums::SubsetSumPropagator;
use crate::propagators::{ConstraintPropagator, PropagatorError};
use crate::store::DomainStore;

/// Maximum number of loads, for each of which state is kept.
const MAX_BINS: usize = 1 << 20;

/// Appends the propagators.
///
/// # Errors
/// Returns an error if there are too many bins.
pub(in crate::propagators::global) fn post_bin_packing(
    c: &model::BinPacking,
    store: &mut DomainStore,
    made: &mut Vec<Box<dyn ConstraintPropagator>>,
) -> Result<(), PropagatorError> {
    if c.loads.len() > MAX_BINS {
        return Err(PropagatorError::Bins { bins: c.loads.len(), most: MAX_BINS });
    }
    made.push(Box::new(BinLoadPropagator::new(c, store)));
    if !c.bins.is_empty() {
        made.push(Box::new(SubsetSumPropagator::new(c)));
    }
    Ok(())
}
