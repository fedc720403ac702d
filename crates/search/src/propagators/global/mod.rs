//! Propagators of global constraints.
//!
//! Each global kind has forward checking, as every kind, and a propagator of its own where that
//! earns its place against the plain form (`native,plain` searches on that).

mod bin_packing;
mod count;
mod distinct_count;
mod regular;

use parallax_model::{Constraint, Global, Model};

use super::super::levels::Level;
use super::super::store::Store;
use super::{Propagator, forward};

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
) -> Result<(), String> {
    let _ = level;
    match global {
        Global::Regular(c) => match regular::make(c, store)? {
            Some(propagator) => made.push(propagator),
            None => made.push(forward(constraint, model)),
        },
        Global::Count(c) => made.push(Box::new(count::Counts::new(c, store))),
        Global::DistinctCount(c) => match distinct_count::make(c, store) {
            Some(propagator) => made.push(propagator),
            None => made.push(forward(constraint, model)),
        },
        Global::Cumulative(_) => made.push(forward(constraint, model)),
        Global::NoOverlap(_) => made.push(forward(constraint, model)),
        Global::Circuit(_) => made.push(forward(constraint, model)),
        Global::BinPacking(c) => bin_packing::make(c, store, made)?,
    }
    Ok(())
}
