//! A constraint that applies if a boolean is 1.

use super::{Cost, Event, Propagator, Pruned, Store};
use crate::model::VarId;

/// Runs the propagators of the constraint once the condition is 1. Forward checking, posted as
/// well, makes the condition 0 if the constraint is false.
pub(super) struct Implies {
    condition: VarId,
    then: Vec<Box<dyn Propagator>>,
}

impl Implies {
    pub(super) fn new(condition: VarId, then: Vec<Box<dyn Propagator>>) -> Self {
        Implies { condition, then }
    }
}

impl Propagator for Implies {
    fn scope(&self) -> Vec<VarId> {
        let mut scope = vec![self.condition];
        scope.extend(self.then.iter().flat_map(|p| p.scope()));
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    fn watched(&self) -> Vec<(VarId, Event)> {
        let mut watched = vec![(self.condition, Event::Fixed)];
        watched.extend(self.then.iter().flat_map(|p| p.watched()));
        watched
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn propagate(&mut self, store: &mut Store) -> Pruned {
        match store.fixed(self.condition) {
            Some(1) => self.then.iter_mut().try_for_each(|p| p.propagate(store)),
            _ => Ok(()),
        }
    }
}
