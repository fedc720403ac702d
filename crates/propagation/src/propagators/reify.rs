//! Reification: a boolean that is 1 exactly if an atom holds.

use parallax_model::{self as model, Atom, VarId};

use super::clause::{claim_of, enforce};
use super::{Claim, Conflict, Cost, Past, Premises, Propagator, Store};
use crate::decided;
use crate::decision::Test;

/// Fixes the boolean once the atom is decided, and the atom once the boolean is. Domain
/// consistent.
#[derive(Clone)]
pub(super) struct Reify {
    truth: VarId,
    atom: Atom,
    negated: Atom,
}

impl Reify {
    pub(super) fn new(c: &model::Reify) -> Self {
        Reify {
            truth: c.truth,
            atom: c.atom,
            negated: Atom::new(c.atom.variable, c.atom.relation.negated(), c.atom.value),
        }
    }
}

impl Propagator for Reify {
    fn scope(&self) -> Vec<VarId> {
        let mut scope = vec![self.truth, self.atom.variable];
        scope.dedup();
        scope
    }

    fn cost(&self) -> Cost {
        Cost::Constant
    }

    fn propagate(&mut self, store: &mut Store) -> Result<(), Conflict> {
        if let Some(truth) = decided::atom(&self.atom, store) {
            return store.fix(self.truth, i32::from(truth));
        }
        match store.fixed(self.truth) {
            Some(1) => enforce(&self.atom, store),
            Some(_) => enforce(&self.negated, store),
            None => Ok(()),
        }
    }

    /// The boolean, or the atom that decides it.
    fn explain_atom(&self, claim: Claim, past: &Past<'_>, into: &mut Premises<'_>) {
        for (truth, atom) in [(1, &self.atom), (0, &self.negated)] {
            let atom = claim_of(atom);
            let truth = Claim::new(self.truth, Test::Is, truth);
            for (premise, conclusion) in [(atom, truth), (truth, atom)] {
                if conclusion.implies(claim) && past.holds(premise) {
                    return into.claim(premise);
                }
            }
        }
        into.scope(&self.scope(), past);
    }
}
