//! Chooses the propagator of a linear constraint.

use parallax_model::{self as model, ComparisonOperator, ConstraintKind};

use super::bounds;
use super::supports::LinearSupportPropagator;
use crate::levels::{ConsistencyLevel, ConsistencySettings};
use crate::propagators::{ConstraintPropagator, PropagatorError};
use crate::store::DomainStore;

/// Appends the propagators of a sum at a level of at least
/// [`ConsistencyLevel::Bounds`]. For orders and `!=`, bounds are domain consistent;
/// for `=` at [`ConsistencyLevel::Domain`], supports are computed as well if they are small
/// enough.
///
/// # Errors
/// Returns an error if the supports are too large and the settings require that level.
pub(in crate::propagators) fn post_linear(
    c: &model::Linear,
    level: ConsistencyLevel,
    levels: &ConsistencySettings,
    store: &mut DomainStore,
    made: &mut Vec<Box<dyn ConstraintPropagator>>,
) -> Result<(), PropagatorError> {
    made.push(Box::new(bounds::LinearBoundsPropagator::new(c, store)));
    if level < ConsistencyLevel::Domain || c.relation != ComparisonOperator::Eq {
        return Ok(());
    }
    match LinearSupportPropagator::new(c, store) {
        Ok(supports) => made.push(Box::new(supports)),
        Err(why) if levels.requires_level(ConstraintKind::Linear, ConsistencyLevel::Domain) => {
            return Err(why);
        }
        Err(_) => {}
    }
    Ok(())
}
