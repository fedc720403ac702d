//! How often values may occur.

mod counting;
mod flow;
mod incremental;

use super::{Propagator, has_repetitions};
use crate::model;
use crate::search::levels::Level;
use crate::search::store::Store;

/// The propagators of a global cardinality at a level of at least
/// [`Level::Arc`]. Counting always goes first: it is cheap, and it sees to
/// listed values that no domain has. A flow has no way to send two units
/// together, so that a repeated variable is left to counting.
pub(super) fn make(
    c: &model::GlobalCardinality,
    level: Level,
    store: &mut Store,
    made: &mut Vec<Box<dyn Propagator>>,
) {
    made.push(Box::new(incremental::Counts::new(c, store)));
    if level == Level::Domain && !has_repetitions(&c.scope) {
        made.push(Box::new(flow::Flow::new(c, store)));
    }
}
