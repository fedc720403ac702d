//! The bound on an objective, which every solution lowers.

use std::cell::Cell;
use std::rc::Rc;

use super::linear::merged;
use super::{Event, Propagator, Pruned, Store};
use crate::model::{Linear, Objective, Relation, VarId};
use crate::search::store::Conflict;

/// A bound that the search tree moves; it starts above everything.
pub(in crate::search) type Bound = Rc<Cell<i64>>;

/// `cost <= bound`, to bounds consistency, for the cost of an objective. The
/// bound moves outside of the trail: whoever lowers it queues the propagator
/// at every node that was made before.
pub(in crate::search) struct Ceiling {
    terms: Vec<(i64, VarId)>,
    bound: Bound,
}

impl Ceiling {
    pub(in crate::search) fn new(objective: &Objective) -> (Self, Bound) {
        let terms = objective.cost();
        let terms = merged(&Linear { terms, relation: Relation::Le, constant: 0 });
        let bound = Bound::new(Cell::new(i64::MAX));
        (Ceiling { terms, bound: bound.clone() }, bound)
    }
}

impl Propagator for Ceiling {
    fn scope(&self) -> Vec<VarId> {
        self.terms.iter().map(|&(_, v)| v).collect()
    }

    fn watched(&self) -> Vec<(VarId, Event)> {
        let event = |a: i64| if a > 0 { Event::Min } else { Event::Max };
        self.terms.iter().map(|&(a, v)| (v, event(a))).collect()
    }

    fn idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut Store) -> Pruned {
        let bound = self.bound.get();
        if bound == i64::MAX {
            return Ok(());
        }
        let end = |a: i64, v| if a > 0 { store.min(v) } else { store.max(v) };
        let least: i64 = self.terms.iter().map(|&(a, v)| a * i64::from(end(a, v))).sum();
        if least > bound {
            return Err(Conflict);
        }
        // How far a term may stand above its least.
        let above = bound - least;
        for &(a, v) in &self.terms {
            match a > 0 {
                true => store.remove_above(v, i64::from(store.min(v)) + above / a)?,
                false => store.remove_below(v, i64::from(store.max(v)) - above / -a)?,
            }
        }
        Ok(())
    }
}
