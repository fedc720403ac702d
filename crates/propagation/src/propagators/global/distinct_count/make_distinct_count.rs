//! Chooses the propagator of a number of values.

use parallax_model as model;

use super::distinct_values::DistinctCountPropagator;
use crate::propagators::ConstraintPropagator;
use crate::store::DomainStore;

/// Maximum number of words of the domains of a scope.
const MAX_SCOPE_WORDS: usize = 1 << 18;

/// Returns the propagator; `None` if the domains are too large to be visited at each call.
pub(in crate::propagators::global) fn build_distinct_count(
    c: &model::DistinctCount,
    store: &mut DomainStore,
) -> Option<Box<dyn ConstraintPropagator>> {
    let words: usize = c.scope.iter().map(|&v| store.domain_words(v).len()).sum();
    (words <= MAX_SCOPE_WORDS).then(|| -> Box<dyn ConstraintPropagator> {
        Box::new(DistinctCountPropagator::new(c, store))
    })
}
