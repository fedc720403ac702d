//! Chooses the propagator of a number of values.

use parallax_model as model;

use super::different::Different;
use crate::propagators::Propagator;
use crate::store::Store;

/// Maximum number of words of the domains of a scope.
const MOST_WORDS: usize = 1 << 18;

/// Returns the propagator; `None` if the domains are too large to be visited at each call.
pub(in crate::propagators::global) fn make(
    c: &model::DistinctCount,
    store: &mut Store,
) -> Option<Box<dyn Propagator>> {
    let words: usize = c.scope.iter().map(|&v| store.description(v).len()).sum();
    (words <= MOST_WORDS).then(|| -> Box<dyn Propagator> { Box::new(Different::new(c, store)) })
}
