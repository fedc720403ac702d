//! Linear sums.
//!
//! Bounds consistency for every relation, rounding by common divisors for equations, and domain
//! consistency by dynamic programming for small equations.

mod bounds;
mod modular;
mod reasons;
mod slack;
mod supports;

use parallax_model::{self as model, ConstraintKind, Relation};

use super::{Propagator, PropagatorError};
use crate::levels::{Level, Levels};
use crate::store::Store;
pub(super) use bounds::merged;
pub(super) use reasons::{exceeds, signed};
use supports::Supports;

/// Appends the propagators of a sum at a level of at least [`Level::Bounds`]. For orders and `!=`,
/// bounds are domain consistent; for `=` at [`Level::Domain`], supports are computed as well if
/// they are small enough.
///
/// # Errors
/// Returns an error if they are not and the settings insist.
pub(super) fn make(
    c: &model::Linear,
    level: Level,
    levels: &Levels,
    store: &mut Store,
    made: &mut Vec<Box<dyn Propagator>>,
) -> Result<(), PropagatorError> {
    made.push(Box::new(bounds::Linear::new(c, store)));
    if level < Level::Domain || c.relation != Relation::Eq {
        return Ok(());
    }
    match Supports::new(c, store) {
        Ok(supports) => made.push(Box::new(supports)),
        Err(why) if levels.insists(ConstraintKind::Linear, Level::Domain) => return Err(why),
        Err(_) => {}
    }
    Ok(())
}
