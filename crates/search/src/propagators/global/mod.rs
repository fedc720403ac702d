//! Propagators of global constraints.
//!
//! Each global kind has forward checking, as every kind, and a propagator of its own where that
//! earns its place against the plain form (`native,plain` searches on that).

mod bin_packing;
#[cfg(test)]
mod cases;
mod count;
mod distinct_count;
mod guess;
mod regular;

mod circuit;
mod cumulative;
mod no_overlap;

use parallax_model::{Constraint, Global, Model};

pub(crate) use no_overlap::OneMachine;

use super::super::levels::Level;
use super::super::store::Store;
use super::{Propagator, PropagatorError, forward};

/// Appends the propagators of a global constraint at a level above forward checking.
///
/// # Errors
/// Returns the reason why the constraint is too large.
pub(super) fn make(
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
