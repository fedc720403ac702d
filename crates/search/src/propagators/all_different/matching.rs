//! All-different by matching.

use parallax_model::{self as model, Domain, VarId};

use crate::propagators::flow::{Capacity, Incremental};
use crate::propagators::{Cost, Past, Propagator, Pruned, Removal, Store};

/// Generalised arc consistency (Régin 1994): a matching that gives every variable a value of its
/// own, and the strongly connected components of its residual graph. [`Incremental`] describes the
/// state between calls.
#[derive(Clone)]
pub(super) struct Matching(Incremental);

impl Matching {
    /// Builds the propagator of a scope without repetitions.
    pub(super) fn new(c: &model::AllDifferent, store: &mut Store) -> Self {
        Matching(Incremental::new(&c.scope, |_| Capacity::ONE, store))
    }
}

impl Propagator for Matching {
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
