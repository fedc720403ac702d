//! Chooses the propagator of a cardinality constraint.

use parallax_model as model;

use super::flow;
use super::incremental;
use crate::levels::Level;
use crate::propagators::{Propagator, has_repetitions};
use crate::store::Store;

/// Appends the propagators of a global cardinality at a level of at least [`Level::Arc`]. Counting
/// always comes first: it is cheap, and it handles listed values that no domain has. A flow cannot
/// send two units together, so counting alone handles repeated variables.
pub(in crate::propagators) fn make(
    c: &model::GlobalCardinality,
    level: Level,
    store: &mut Store,
    made: &mut Vec<Box<dyn Propagator>>,
) {
    made.push(Box::new(incremental::Counts::new(c, store)));
    if level == Level::Domain && !has_repetitions(&c.scope) {
        made.push(Box::new(flow::propagator(c, store)));
    }
}
