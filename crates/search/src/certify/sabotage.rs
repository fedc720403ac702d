//! Propagators that remove too much, to test that the checker notices.

use parallax_model::VarId;
use parallax_propagation::propagators::ConstraintPropagator;
use parallax_propagation::queue::{DomainEvent, PropagatorCost};
use parallax_propagation::store::{DomainStore, PropagationConflict};

use super::super::session::SearchState;

/// A propagator that also removes the greatest value of its first open variable.
#[derive(Clone)]
struct UnsoundPropagator(Box<dyn ConstraintPropagator>);

impl ConstraintPropagator for UnsoundPropagator {
    fn scope(&self) -> Vec<VarId> {
        self.0.scope()
    }

    fn watched_events(&self) -> Vec<(VarId, DomainEvent)> {
        self.0.watched_events()
    }

    fn wants_changes(&self) -> bool {
        self.0.wants_changes()
    }

    fn call_cost(&self) -> PropagatorCost {
        self.0.call_cost()
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        self.0.propagate(store)?;
        match self.scope().into_iter().find(|&v| !store.is_fixed(v)) {
            Some(v) => store.remove_value(v, store.max(v)),
            None => Ok(()),
        }
    }
}

impl SearchState {
    /// Makes every propagator remove too much from now on.
    pub fn sabotage_propagators(&mut self) {
        let own = std::mem::take(&mut self.propagators);
        self.propagators = own
            .into_iter()
            .map(|p| Box::new(UnsoundPropagator(p)) as Box<dyn ConstraintPropagator>)
            .collect();
    }
}
