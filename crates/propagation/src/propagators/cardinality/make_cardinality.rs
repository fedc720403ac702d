//! Chooses the propagator of a cardinality constraint.

use parallax_model as model;

use super::flow;
use super::incremental;
use crate::levels::ConsistencyLevel;
use crate::propagators::{ConstraintPropagator, has_repetitions};
use crate::store::DomainStore;

/// Appends the propagators of a global cardinality at a level of at least
/// [`ConsistencyLevel::Arc`]. Counting always comes first: it is cheap, and it handles listed
/// values that no domain has. A flow cannot send two units together, so counting alone handles
/// repeated variables.
pub(in crate::propagators) fn post_cardinality(
    c: &model::GlobalCardinality,
    level: ConsistencyLevel,
    store: &mut DomainStore,
    made: &mut Vec<Box<dyn ConstraintPropagator>>,
) {
    made.push(Box::new(incremental::CardinalityPropagator::new(c, store)));
    if level == ConsistencyLevel::Domain && !has_repetitions(&c.scope) {
        made.push(Box::new(flow::build_cardinality_flow(c, store)));
    }
}
