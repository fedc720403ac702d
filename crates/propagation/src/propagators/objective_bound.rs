//! The bound on an objective, which every solution lowers.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use parallax_model::{Linear, Objective, Relation, VarId};

use super::linear::{exceeds, merged, signed};
use super::{Claim, Event, Past, Premises, Propagator, Side, Store, by_bounds};
use crate::store::Conflict;

/// A bound that the search tree moves; it begins above every cost. Clones share it.
#[derive(Clone)]
pub struct Bound(Arc<AtomicI64>);

impl Bound {
    /// Returns the largest allowed cost.
    #[must_use]
    pub fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Sets the bound.
    pub fn set(&self, cost: i64) {
        self.0.store(cost, Ordering::Relaxed);
    }

    /// Lowers the bound to this cost, unless it is lower already.
    pub fn lower(&self, cost: i64) {
        self.0.fetch_min(cost, Ordering::Relaxed);
    }
}

/// Bounds consistency of `cost <= bound` for the cost of an objective. The trail does not restore
/// the bound: after the bound is lowered, the search must queue the propagator at every node that
/// already exists.
#[derive(Clone)]
pub struct Ceiling {
    terms: Vec<(i64, VarId)>,
    bound: Bound,
}

impl Ceiling {
    /// Returns the propagator of an objective and its bound, which is above every cost.
    #[must_use]
    pub fn new(objective: &Objective) -> (Self, Bound) {
        let terms = objective.cost();
        let terms = merged(&Linear { terms, relation: Relation::Le, constant: 0 });
        let bound = Bound(Arc::new(AtomicI64::new(i64::MAX)));
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

    fn propagate(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let bound = self.bound.get();
        if bound == i64::MAX {
            return Ok(());
        }
        let end = |a: i64, v| if a > 0 { store.min(v) } else { store.max(v) };
        let least: i64 = self.terms.iter().map(|&(a, v)| a * i64::from(end(a, v))).sum();
        if least > bound {
            return Err(Conflict);
        }
        // The maximum by which a term may exceed its least value.
        let above = bound - least;
        for &(a, v) in &self.terms {
            if a > 0 {
                store.remove_above(v, i64::from(store.min(v)) + above / a)?;
            } else {
                store.remove_below(v, i64::from(store.max(v)) - above / -a)?;
            }
        }
        Ok(())
    }

    /// One bound of each other term. The bound on the cost is no premise: it only falls, and what
    /// follows from it is dropped with the question.
    fn explain_atom(&self, claim: Claim, past: &Past<'_>, into: &mut Premises<'_>) {
        let v = claim.variable;
        let explained = by_bounds(claim, past, into, |side, limit, into| {
            let grows =
                self.terms.iter().any(|&(a, own)| own == v && (a > 0) == (side == Side::Upper));
            let beyond = if side == Side::Upper { limit + 1 } else { limit - 1 };
            let terms = signed(&self.terms, 1);
            grows && exceeds(terms, self.bound.get(), Some((v, beyond)), past, into)
        });
        if !explained {
            into.scope(&self.scope(), past);
        }
    }

    fn explain_failure(&self, past: &Past<'_>, into: &mut Premises<'_>) {
        if !exceeds(signed(&self.terms, 1), self.bound.get(), None, past, into) {
            into.scope(&self.scope(), past);
        }
    }
}
