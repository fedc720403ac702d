//! Constraints that apply if a boolean is 1.

use parallax_model::{self as model, Constraint, Dimension, Model, VarId};

use super::kinds::{explain_exclusion, is_excluded, steps};
use super::{Claim, Conflict, Cost, Event, Past, Premises, Propagator, Store};

/// Runs the propagators of the constraint once the condition is 1. While the condition is open, it
/// loses the value 1 as soon as the domains [exclude](is_excluded) the constraint. Forward
/// checking, posted as well, detects the other conflicts once one variable remains.
#[derive(Clone)]
pub(super) struct Implies {
    condition: VarId,
    inner: Constraint,
    dimensions: Vec<Dimension>,
    then: Vec<Box<dyn Propagator>>,
    /// The elementary steps of a test, besides those for each variable.
    steps: usize,
}

impl Implies {
    pub(super) fn new(c: &model::Implies, model: &Model, then: Vec<Box<dyn Propagator>>) -> Self {
        Implies {
            condition: c.condition,
            inner: (*c.then).clone(),
            dimensions: if uses_classes(&c.then) {
                model.dimensions().to_vec()
            } else {
                Vec::new()
            },
            then,
            steps: steps(&c.then),
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
        self.then.iter().map(|p| p.cost()).max().unwrap_or(Cost::Constant)
    }

    fn propagate(&mut self, store: &mut Store) -> Result<(), Conflict> {
        match store.fixed(self.condition) {
            Some(1) => self.then.iter_mut().enumerate().try_for_each(|(place, propagator)| {
                store.within(place + 1);
                propagator.propagate(store)
            }),
            None if store.contains(self.condition, 1) => {
                store.spend(self.steps)?;
                if is_excluded(&self.inner, &self.dimensions, store) {
                    store.remove(self.condition, 1)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The condition, and the premises of the propagator inside; or those that exclude the
    /// constraint.
    fn explain_atom(&self, claim: Claim, past: &Past<'_>, into: &mut Premises<'_>) {
        match past.inner().checked_sub(1).and_then(|place| self.then.get(place)) {
            Some(inner) => {
                into.is(self.condition, 1);
                inner.explain_atom(claim, past, into);
            }
            None => explain_exclusion(&self.inner, past, into),
        }
    }

    fn explain_failure(&self, past: &Past<'_>, into: &mut Premises<'_>) {
        into.is(self.condition, 1);
        match past.inner().checked_sub(1).and_then(|place| self.then.get(place)) {
            Some(inner) => inner.explain_failure(past, into),
            None => into.scope(&self.scope(), past),
        }
    }
}
