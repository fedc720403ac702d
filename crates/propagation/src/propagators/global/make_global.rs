//! Chooses the propagator of a global constraint.

use parallax_model::{Constraint, Global, Model};

use super::bin_packing;
use super::circuit;
use super::count;
use super::cumulative;
use super::distinct_count;
use super::no_overlap;
use super::regular;
use crate::levels::ConsistencyLevel;
use crate::propagators::{ConstraintPropagator, PropagatorError, forward_checking};
use crate::store::DomainStore;

/// Appends the propagators of a global constraint at a level above forward checking.
///
/// # Errors
/// Returns the reason why the constraint is too large.
pub(in crate::propagators) fn post_global(
    constraint: &Constraint,
    global: &Global,
    level: ConsistencyLevel,
    model: &Model,
    store: &mut DomainStore,
    made: &mut Vec<Box<dyn ConstraintPropagator>>,
) -> Result<(), PropagatorError> {
    match global {
        Global::Regular(c) => match regular::build_regular(c, store)? {
            Some(propagator) => made.push(propagator),
            None => made.push(forward_checking::build_forward_checking(constraint, model)),
        },
        Global::Count(c) => made.push(Box::new(count::CountPropagator::new(c, store))),
        Global::DistinctCount(c) => match distinct_count::build_distinct_count(c, store) {
            Some(propagator) => made.push(propagator),
            None => made.push(forward_checking::build_forward_checking(constraint, model)),
        },
        Global::Cumulative(c) => cumulative::post_cumulative(c, store, made),
        Global::NoOverlap(c) => no_overlap::post_no_overlap(c, made),
        Global::Circuit(c) => circuit::post_circuit(c, level, store, made),
        Global::BinPacking(c) => bin_packing::post_bin_packing(c, store, made)?,
    }
    Ok(())
}
