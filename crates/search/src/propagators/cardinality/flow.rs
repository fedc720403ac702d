//! Global cardinality by network flow.

use parallax_model::{self as model, Domain, VarId};

use crate::propagators::flow::{Capacity, Incremental};
use crate::propagators::{Cost, Past, Propagator, Pruned, Removal, Store};

/// Generalised arc consistency (Régin 1996): a flow that gives every variable a value and every
/// listed value as many variables as it needs, and the strongly connected components of its
/// residual graph. Unlisted values are unbounded, or have no capacity when the list is closed.
#[derive(Clone)]
pub(super) struct Flow(Incremental);

impl Flow {
    /// Builds the propagator of a scope without repetitions.
    pub(super) fn new(c: &model::GlobalCardinality, store: &mut Store) -> Self {
        let mut listed: Vec<_> = c.occurrences.iter().map(|o| (o.value, o)).collect();
        listed.sort_unstable_by_key(|entry| entry.0);
        let unlisted = Capacity { least: 0, most: if c.closed { 0 } else { u32::MAX } };
        let capacity = |value| match listed.binary_search_by_key(&value, |entry| entry.0) {
            Ok(place) => Capacity { least: listed[place].1.min, most: listed[place].1.max },
            Err(_) => unlisted,
        };
        Flow(Incremental::new(&c.scope, capacity, store))
    }
}

impl Propagator for Flow {
    fn scope(&self) -> Vec<VarId> {
        self.0.scope().to_vec()
    }

    fn wants_changes(&self) -> bool {
        true
    }

    fn cost(&self) -> Cost {
        Cost::Highest
    }

    fn idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut Store) -> Pruned {
        self.0.propagate(store)
    }

    fn explain(&self, removal: Removal, past: &Past<'_>) -> Vec<(VarId, Domain)> {
        self.0.explain(removal, past)
    }
}
