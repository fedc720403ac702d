//! Global cardinality by network flow.

use parallax_model as model;

use crate::propagators::DomainStore;
use crate::propagators::flow::{FlowPropagator, ValueCapacity};

/// Builds generalised arc consistency (Régin 1996) for a scope without repetitions: a flow that
/// gives every variable a value and every listed value as many variables as it needs, and the
/// strongly connected components of its residual graph. Unlisted values are unbounded, or have no
/// capacity when the list is closed.
pub(super) fn build_cardinality_flow(
    c: &model::GlobalCardinality,
    store: &mut DomainStore,
) -> FlowPropagator {
    let mut listed: Vec<_> = c.occurrences.iter().map(|o| (o.value, o)).collect();
    listed.sort_unstable_by_key(|entry| entry.0);
    let unlisted = ValueCapacity { min: 0, max: if c.closed { 0 } else { u32::MAX } };
    let capacity = |value| match listed.binary_search_by_key(&value, |entry| entry.0) {
        Ok(place) => ValueCapacity { min: listed[place].1.min, max: listed[place].1.max },
        Err(_) => unlisted,
    };
    FlowPropagator::new(&c.scope, capacity, store)
}
