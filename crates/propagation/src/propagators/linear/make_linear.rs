//! Chooses the propagator of a linear constraint.

use parallax_model::{self as model, ConstraintKind, Relation};

use super::bounds;
use super::supports::Supports;
use crate::levels::{Level, Levels};
use crate::propagators::{Propagator, PropagatorError};
use crate::store::Store;

/// Appends the propagators of a sum at a level of at least [`Level::Bounds`]. For orders and `!=`,
/// bounds are domain consistent; for `=` at [`Level::Domain`], supports are computed as well if
/// they are small enough.
///
/// # Errors
/// Returns an error if they are not and the settings insist.
pub(in crate::propagators) fn make(
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
