//! The bound on an objective, which every solution lowers.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use parallax_model::{ComparisonOperator, Linear, Objective, VarId};

use super::linear::{explain_excess, merge_terms, signed_terms};
use super::{
    BoundSide, ConstraintPropagator, DomainClaim, DomainEvent, DomainStore, ExplanationPremises,
    PastDomains, by_bounds,
};
use crate::store::PropagationConflict;

/// A bound that the search tree moves; it begins above every cost. Clones share it.
#[derive(Clone)]
pub struct SharedCostBound(Arc<AtomicI64>);

impl SharedCostBound {
    /// Returns the largest allowed cost.
    #[must_use]
    pub fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Sets the bound.
    pub fn set_cost(&self, cost: i64) {
        self.0.store(cost, Ordering::Relaxed);
    }

    /// Lowers the bound to this cost, unless it is lower already.
    pub fn lower_cost(&self, cost: i64) {
        self.0.fetch_min(cost, Ordering::Relaxed);
    }
}

/// Bounds consistency of `cost <= bound` for the cost of an objective. The trail does not restore
/// the bound: after the bound is lowered, the search must queue the propagator at every node that
/// already exists.
#[derive(Clone)]
pub struct ObjectiveBoundPropagator {
    terms: Vec<(i64, VarId)>,
    bound: SharedCostBound,
}

impl ObjectiveBoundPropagator {
    /// Returns the propagator of an objective and its bound, which is initially above every cost.
    #[must_use]
    pub fn new(objective: &Objective) -> (Self, SharedCostBound) {
        let terms = objective.cost_terms();
        let terms = merge_terms(&Linear { terms, relation: ComparisonOperator::Le, constant: 0 });
        let bound = SharedCostBound(Arc::new(AtomicI64::new(i64::MAX)));
        (ObjectiveBoundPropagator { terms, bound: bound.clone() }, bound)
    }
}

impl ConstraintPropagator for ObjectiveBoundPropagator {
    fn scope(&self) -> Vec<VarId> {
        self.terms.iter().map(|&(_, v)| v).collect()
    }

    fn watched_events(&self) -> Vec<(VarId, DomainEvent)> {
        let event = |a: i64| if a > 0 { DomainEvent::Min } else { DomainEvent::Max };
        self.terms.iter().map(|&(a, v)| (v, event(a))).collect()
    }

    fn is_idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let bound = self.bound.get();
        // No solution yet; the subtraction below might overflow.
        if bound == i64::MAX {
            return Ok(());
        }
        // The least cost takes each variable at its cheap end. The removals below move only the
        // other ends, which is why a second call finds nothing.
        let end = |a: i64, v| if a > 0 { store.min(v) } else { store.max(v) };
        let least: i64 = self.terms.iter().map(|&(a, v)| a * i64::from(end(a, v))).sum();
        if least > bound {
            return Err(PropagationConflict);
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

    /// Names one bound of each other term. The bound on the cost is not a premise: it only falls,
    /// and conclusions from it are dropped with the question.
    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        let v = claim.variable;
        let explained = by_bounds(claim, past, into, |side, limit, into| {
            // Only the end at which a term raises the cost is ever moved.
            let grows = self
                .terms
                .iter()
                .any(|&(a, own)| own == v && (a > 0) == (side == BoundSide::Upper));
            let beyond = if side == BoundSide::Upper { limit + 1 } else { limit - 1 };
            let terms = signed_terms(&self.terms, 1);
            grows && explain_excess(terms, self.bound.get(), Some((v, beyond)), past, into)
        });
        if !explained {
            into.add_scope(&self.scope(), past);
        }
    }

    fn explain_failure(&self, past: &PastDomains<'_>, into: &mut ExplanationPremises<'_>) {
        if !explain_excess(signed_terms(&self.terms, 1), self.bound.get(), None, past, into) {
            into.add_scope(&self.scope(), past);
        }
    }
}
