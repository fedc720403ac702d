//! Constraints that apply if a boolean is 1.

use parallax_model::{self as model, Constraint, Model, ValueDimension, VarId};

use super::kinds::{explain_exclusion, is_excluded, test_steps};
use super::{
    ConstraintPropagator, DomainClaim, DomainEvent, DomainStore, ExplanationPremises, PastDomains,
    PropagationConflict, PropagatorCost,
};

/// Runs the propagators of the constraint once the condition is 1. While the condition is open, it
/// loses the value 1 as soon as the domains [exclude](is_excluded) the constraint. Forward
/// checking, posted as well, detects the other conflicts once one variable remains.
#[derive(Clone)]
pub(super) struct ImplicationPropagator {
    condition: VarId,
    inner: Constraint,
    dimensions: Vec<ValueDimension>,
    then: Vec<Box<dyn ConstraintPropagator>>,
    /// The elementary steps of a test, in addition to those for each variable.
    steps: usize,
}

impl ImplicationPropagator {
    pub(super) fn new(
        c: &model::Implies,
        model: &Model,
        then: Vec<Box<dyn ConstraintPropagator>>,
    ) -> Self {
        ImplicationPropagator {
            condition: c.condition,
            inner: (*c.then).clone(),
            dimensions: if uses_classes(&c.then) {
                model.dimensions().to_vec()
            } else {
                Vec::new()
            },
            then,
            steps: test_steps(&c.then),
        }
    }
}

fn uses_classes(constraint: &Constraint) -> bool {
    match constraint {
        Constraint::Dimension(_) => true,
        Constraint::Implies(c) => uses_classes(&c.then),
        _ => false,
    }
}

impl ConstraintPropagator for ImplicationPropagator {
    fn scope(&self) -> Vec<VarId> {
        let mut scope = vec![self.condition];
        scope.extend(self.then.iter().flat_map(|p| p.scope()));
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    fn watched_events(&self) -> Vec<(VarId, DomainEvent)> {
        // The inner events also wake the test of an open condition.
        let mut watched = vec![(self.condition, DomainEvent::Fixed)];
        watched.extend(self.then.iter().flat_map(|p| p.watched_events()));
        watched
    }

    fn call_cost(&self) -> PropagatorCost {
        self.then.iter().map(|p| p.call_cost()).max().unwrap_or(PropagatorCost::Constant)
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        match store.fixed_value(self.condition) {
            Some(1) => self.then.iter_mut().enumerate().try_for_each(|(place, propagator)| {
                // Trail entries name the inner propagator, so that it alone explains what it did.
                store.set_inner(place + 1);
                propagator.propagate(store)
            }),
            // The condition is open, so nothing may be removed from the other variables yet.
            None if store.contains(self.condition, 1) => {
                store.spend_steps(self.steps)?;
                if is_excluded(&self.inner, &self.dimensions, store) {
                    store.remove_value(self.condition, 1)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Names the condition and the premises of the inner propagator, or the premises that exclude
    /// the constraint.
    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        match past.inner_number().checked_sub(1).and_then(|place| self.then.get(place)) {
            Some(inner) => {
                into.add_equality(self.condition, 1);
                inner.explain_atom(claim, past, into);
            }
            // Number 0: the implication itself removed the value 1 of its condition.
            None => explain_exclusion(&self.inner, past, into),
        }
    }

    fn explain_failure(&self, past: &PastDomains<'_>, into: &mut ExplanationPremises<'_>) {
        // Only a condition that holds runs the inner propagators, so each of their conflicts
        // depends on it.
        into.add_equality(self.condition, 1);
        match past.inner_number().checked_sub(1).and_then(|place| self.then.get(place)) {
            Some(inner) => inner.explain_failure(past, into),
            None => into.add_scope(&self.scope(), past),
        }
    }
}
