//! All-different by matching.

use parallax_model as model;

use crate::propagators::DomainStore;
use crate::propagators::flow::{FlowPropagator, ValueCapacity};

/// Builds generalised arc consistency (Régin 1994) for a scope without repetitions: a matching that
/// gives every variable a different value, and the strongly connected components of its residual
/// graph.
pub(super) fn build_matching(c: &model::AllDifferent, store: &mut DomainStore) -> FlowPropagator {
    FlowPropagator::new(&c.scope, |_| ValueCapacity::AT_MOST_ONE, store)
}
