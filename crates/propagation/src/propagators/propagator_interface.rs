//! The interface of a propagator, and the choice of one for each constraint.

use parallax_model::{Domain, VarId};

use crate::decision::ValueTest;
use crate::explain::{DomainClaim, ExplanationPremises, PastDomains, ValueRemoval};
use crate::queue::{DomainEvent, PropagatorCost};
use crate::store::{DomainStore, PropagationConflict};

/// Cloning of boxed propagators, so that one search can become several.
pub trait CloneBox {
    /// Returns a second propagator in the same state.
    fn clone_box(&self) -> Box<dyn ConstraintPropagator>;
}

impl<T: ConstraintPropagator + Clone + 'static> CloneBox for T {
    fn clone_box(&self) -> Box<dyn ConstraintPropagator> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn ConstraintPropagator> {
    fn clone(&self) -> Self {
        (**self).clone_box()
    }
}

/// Removes values that a constraint excludes.
pub trait ConstraintPropagator: CloneBox + Send + Sync {
    /// Returns the variables whose domains it reads and writes.
    fn scope(&self) -> Vec<VarId>;

    /// Returns the changes that wake it.
    fn watched_events(&self) -> Vec<(VarId, DomainEvent)> {
        self.scope().into_iter().map(|v| (v, DomainEvent::Domain)).collect()
    }

    /// Whether it calls [`DomainStore::take_changes`] to read which of the watched places changed
    /// since its last call.
    fn wants_changes(&self) -> bool {
        false
    }

    /// Returns the cost of a call.
    fn call_cost(&self) -> PropagatorCost {
        PropagatorCost::Linear
    }

    /// Whether another call right after the first would remove nothing.
    fn is_idempotent(&self) -> bool {
        false
    }

    /// Removes values from the store. A call that can take long reports its work to
    /// [`DomainStore::spend_steps`] and passes the error on.
    ///
    /// # Errors
    /// Returns a conflict if the constraint cannot be satisfied under the current domains.
    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict>;

    /// Whether all that it finds follows from the least and the greatest values of the other
    /// variables: each removal at its time, and each conflict from those of all variables.
    fn by_bounds(&self) -> bool {
        false
    }

    /// Explains a removal: returns domains, no smaller than those of `past`, under which the
    /// constraint has no solution with the removed value. The default is the whole scope at
    /// that time.
    fn explain_removal(
        &self,
        removal: ValueRemoval,
        past: &PastDomains<'_>,
    ) -> Vec<(VarId, Domain)> {
        // The default does not depend on the value: the domains of the scope exclude whatever was
        // removed.
        let _ = removal;
        self.scope().into_iter().map(|v| (v, past.domain(v))).collect()
    }

    /// Explains by atoms why a claim follows from the constraint and the domains of `past`: adds
    /// premises, each true in `past`, that leave no solution of the constraint in which the claim
    /// is false. The claim is the change that was made or refused, or a weaker one:
    ///
    /// - `v != x` for one of the values removed by [`DomainStore::remove_from`] or
    ///   [`DomainStore::keep_bits`];
    /// - `v = x` after [`DomainStore::fix_value`], where `x` may be outside the domain;
    /// - `v > x` after [`DomainStore::remove_below`], and `v <= x` after
    ///   [`DomainStore::remove_above`], for some `x` that the bound of that call excludes or
    ///   reaches. The premises need not give the whole bound; they may, if it is no more work.
    ///
    /// The variable's own earlier domain may be among the premises, if the reasoning used it.
    /// Premises beyond the domains of the root are dropped by [`ExplanationPremises`] itself. The
    /// default is [`explain_removal`](ConstraintPropagator::explain_removal) for a removed value,
    /// else the whole scope.
    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        if claim.test == ValueTest::Not {
            let removal = ValueRemoval { variable: claim.variable, value: claim.value };
            // Each domain becomes the atoms that exclude all values outside it.
            for (v, domain) in self.explain_removal(removal, past) {
                into.add_membership(v, &domain);
            }
        } else {
            into.add_scope(&self.scope(), past);
        }
    }

    /// Explains by atoms a conflict that no refused change of a domain caused: adds premises, each
    /// true in `past`, that leave the constraint no solution. The default is the whole scope.
    fn explain_failure(&self, past: &PastDomains<'_>, into: &mut ExplanationPremises<'_>) {
        into.add_scope(&self.scope(), past);
    }
}

/// Whether a scope names a variable twice.
pub(super) fn has_repetitions(scope: &[VarId]) -> bool {
    let mut sorted = scope.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}
