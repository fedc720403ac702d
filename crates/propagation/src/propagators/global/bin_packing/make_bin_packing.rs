//! Chooses the propagator of a bin packing.

use parallax_model as model;

use super::loads::Loads;
use super::sums::Sums;
use crate::propagators::{Propagator, PropagatorError};
use crate::store::Store;

/// Maximum number of loads, for each of which state is kept.
const MOST_BINS: usize = 1 << 20;

/// Appends the propagators.
///
/// # Errors
/// Returns an error if there are too many bins.
pub(in crate::propagators::global) fn make(
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
