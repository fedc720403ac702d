//! The interface of a propagator, and the choice of one for each constraint.

use parallax_model::{Domain, VarId};

use crate::decision::Test;
use crate::explain::{Claim, Past, Premises, Removal};
use crate::queue::{Cost, Event};
use crate::store::{Conflict, Store};

/// Cloning of boxed propagators, so that one search can become several.
pub trait CloneBox {
    /// Returns a second propagator in the same state.
    fn copied(&self) -> Box<dyn Propagator>;
}

impl<T: Propagator + Clone + 'static> CloneBox for T {
    fn copied(&self) -> Box<dyn Propagator> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Propagator> {
    fn clone(&self) -> Self {
        (**self).copied()
    }
}

/// Removes values that a constraint excludes.
pub trait Propagator: CloneBox + Send + Sync {
    /// Returns the variables whose domains it reads and writes.
    fn scope(&self) -> Vec<VarId>;

    /// Returns the changes that wake it.
    fn watched(&self) -> Vec<(VarId, Event)> {
        self.scope().into_iter().map(|v| (v, Event::Domain)).collect()
    }

    /// Whether it calls [`Store::take_changes`] to read which of the watched places changed since
    /// its last call.
    fn wants_changes(&self) -> bool {
        false
    }

    /// Returns the cost of a call.
    fn cost(&self) -> Cost {
        Cost::Linear
    }

    /// Whether another call right after the first would remove nothing.
    fn idempotent(&self) -> bool {
        false
    }

    /// Removes values from the store. A call that can take long reports its work to
    /// [`Store::spend`] and passes the error on.
    ///
    /// # Errors
    /// Returns a conflict if the constraint cannot be satisfied under the current domains.
    fn propagate(&mut self, store: &mut Store) -> Result<(), Conflict>;

    /// Whether all that it finds follows from the least and the greatest values of the other
    /// variables: each removal at its time, and each conflict from those of all variables.
    fn by_bounds(&self) -> bool {
        false
    }

    /// Explains a removal: returns domains, no smaller than those of `past`, under which the
    /// constraint has no solution with the removed value. The default is the whole scope at
    /// that time.
    fn explain(&self, removal: Removal, past: &Past<'_>) -> Vec<(VarId, Domain)> {
        let _ = removal;
        self.scope().into_iter().map(|v| (v, past.domain(v))).collect()
    }

    /// Explains by atoms why a claim follows from the constraint and the domains of `past`: adds
    /// premises, each true in `past`, that leave no solution of the constraint in which the claim
    /// is false. The claim is the change that was made or refused, or a weaker one:
    ///
    /// - `v != x` for one of the values removed by [`Store::remove`] or [`Store::keep`];
    /// - `v = x` after [`Store::fix`], where `x` may be outside the domain;
    /// - `v > x` after [`Store::remove_below`], and `v <= x` after [`Store::remove_above`], for
    ///   some `x` that the bound of that call excludes or reaches. The premises need not give the
    ///   whole bound; they may, if it is no more work.
    ///
    /// The variable's own earlier domain may be among the premises, if the reasoning used it.
    /// Premises beyond the domains of the root are dropped by [`Premises`] itself. The default is
    /// [`explain`](Propagator::explain) for a removed value, else the whole scope.
    fn explain_atom(&self, claim: Claim, past: &Past<'_>, into: &mut Premises<'_>) {
        if claim.test == Test::Not {
            let removal = Removal { variable: claim.variable, value: claim.value };
            for (v, domain) in self.explain(removal, past) {
                into.within(v, &domain);
            }
        } else {
            into.scope(&self.scope(), past);
        }
    }

    /// Explains by atoms a conflict that no refused change of a domain caused: adds premises, each
    /// true in `past`, that leave the constraint no solution. The default is the whole scope.
    fn explain_failure(&self, past: &Past<'_>, into: &mut Premises<'_>) {
        into.scope(&self.scope(), past);
    }
}

/// Whether a scope names a variable twice.
pub(super) fn has_repetitions(scope: &[VarId]) -> bool {
    let mut sorted = scope.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}
