//! Reification: a boolean that is 1 exactly if an atom holds.

use parallax_model::{self as model, AtomicConstraint, VarId};

use super::clause::{claim_of, enforce_atom};
use super::{
    ConstraintPropagator, DomainClaim, DomainStore, ExplanationPremises, PastDomains,
    PropagationConflict, PropagatorCost,
};
use crate::decided_relations;
use crate::decision::ValueTest;

/// Fixes the boolean once the atom is decided, and the atom once the boolean is. Domain
/// consistent.
#[derive(Clone)]
pub(super) struct ReificationPropagator {
    truth: VarId,
    atom: AtomicConstraint,
    negated: AtomicConstraint,
}

impl ReificationPropagator {
    pub(super) fn new(c: &model::Reify) -> Self {
        ReificationPropagator {
            truth: c.truth,
            atom: c.atom,
            // Made once: the propagator and the explanations need it at each call.
            negated: AtomicConstraint::new(
                c.atom.variable,
                c.atom.relation.negate_relation(),
                c.atom.value,
            ),
        }
    }
}

impl ConstraintPropagator for ReificationPropagator {
    fn scope(&self) -> Vec<VarId> {
        let mut scope = vec![self.truth, self.atom.variable];
        scope.dedup();
        scope
    }

    fn call_cost(&self) -> PropagatorCost {
        PropagatorCost::Constant
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        if let Some(truth) = decided_relations::decide_atom(&self.atom, store) {
            return store.fix_value(self.truth, i32::from(truth));
        }
        // The atom is open, so only a fixed boolean decides anything.
        match store.fixed_value(self.truth) {
            Some(1) => enforce_atom(&self.atom, store),
            Some(_) => enforce_atom(&self.negated, store),
            None => Ok(()),
        }
    }

    /// Names the boolean, or the atom that decides it.
    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        for (truth, atom) in [(1, &self.atom), (0, &self.negated)] {
            let atom = claim_of(atom);
            let truth = DomainClaim::new(self.truth, ValueTest::Is, truth);
            // The boolean and the atom are equivalent, so each explains the other, and their
            // negations likewise.
            for (premise, conclusion) in [(atom, truth), (truth, atom)] {
                if conclusion.implies_claim(claim) && past.claim_holds(premise) {
                    return into.add_claim(premise);
                }
            }
        }
        into.add_scope(&self.scope(), past);
    }
}
