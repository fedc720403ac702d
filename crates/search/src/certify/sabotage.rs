//! Propagators that remove too much, to test that the checker notices.

use parallax_model::VarId;
use parallax_propagation::propagators::Propagator;
use parallax_propagation::queue::{Cost, Event};
use parallax_propagation::store::{Conflict, Store};

use super::super::session::Search;

/// A propagator that also removes the greatest value of its first open variable.
#[derive(Clone)]
struct Greedy(Box<dyn Propagator>);

impl Propagator for Greedy {
    fn scope(&self) -> Vec<VarId> {
        self.0.scope()
    }

    fn watched(&self) -> Vec<(VarId, Event)> {
        self.0.watched()
    }

    fn wants_changes(&self) -> bool {
        self.0.wants_changes()
    }

    fn cost(&self) -> Cost {
        self.0.cost()
    }

    fn propagate(&mut self, store: &mut Store) -> Result<(), Conflict> {
        self.0.propagate(store)?;
        match self.scope().into_iter().find(|&v| !store.is_fixed(v)) {
            Some(v) => store.remove(v, store.max(v)),
            None => Ok(()),
        }
    }
}

impl Search {
    /// Makes every propagator remove too much from now on.
    pub fn sabotage(&mut self) {
        let own = std::mem::take(&mut self.propagators);
        self.propagators =
            own.into_iter().map(|p| Box::new(Greedy(p)) as Box<dyn Propagator>).collect();
    }
}
