//! Global cardinality: bounds on the number of occurrences of values.
//!
//! Counting always (`incremental.rs`, with counts that the trail restores; `counting.rs` is the
//! same from scratch), and domain consistency by a flow on request (`flow.rs`; Régin 1996).

mod counting;
mod flow;
mod incremental;

use parallax_model as model;

use super::{Propagator, has_repetitions};
use crate::levels::Level;
use crate::store::Store;

/// Appends the propagators of a global cardinality at a level of at least [`Level::Arc`]. Counting
/// always comes first: it is cheap, and it handles listed values that no domain has. A flow cannot
/// send two units together, so counting alone handles repeated variables.
pub(super) fn make(
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
