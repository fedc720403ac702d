//! Chooses the propagator of a global constraint.

use parallax_model::{Constraint, Global, Model};

use super::bin_packing;
use super::circuit;
use super::count;
use super::cumulative;
use super::distinct_count;
use super::no_overlap;
use super::regular;
use crate::levels::Level;
use crate::propagators::{Propagator, PropagatorError, forward};
use crate::store::Store;

/// Appends the propagators of a global constraint at a level above forward checking.
///
/// # Errors
/// Returns the reason why the constraint is too large.
pub(in crate::propagators) fn make(
    constraint: &Constraint,
    global: &Global,
    level: Level,
    model: &Model,
    store: &mut Store,
    made: &mut Vec<Box<dyn Propagator>>,
) -> Result<(), PropagatorError> {
    match global {
        Global::Regular(c) => match regular::make(c, store)? {
            Some(propagator) => made.push(propagator),
            None => made.push(forward::make(constraint, model)),
        },
        Global::Count(c) => made.push(Box::new(count::Counts::new(c, store))),
        Global::DistinctCount(c) => match distinct_count::make(c, store) {
            Some(propagator) => made.push(propagator),
            None => made.push(forward::make(constraint, model)),
        },
        Global::Cumulative(c) => cumulative::make(c, store, made),
        Global::NoOverlap(c) => no_overlap::make(c, made),
        Global::Circuit(c) => circuit::make(c, level, store, made),
        Global::BinPacking(c) => bin_packing::make(c, store, made)?,
    }
    Ok(())
}
