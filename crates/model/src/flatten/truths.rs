//! Shares the truth values of equal comparisons, and of comparisons and their negations.

use super::sum::Sum;
use super::{
    Atom, Constraint, Domain, FlattenError, Flattener, Lit, Reify, Relation, VarId, negated,
};

/// `sum relation 0`, by the terms of the sum, its negated constant and the relation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    terms: Vec<(VarId, i64)>,
    constant: i64,
    relation: Relation,
}

impl Key {
    pub(super) fn of(sum: &Sum, relation: Relation) -> Result<Self, FlattenError> {
        let (terms, constant) = sum.sides()?;
        let terms = terms.into_iter().map(|term| (term.variable, term.coefficient)).collect();
        Ok(Key { terms, constant, relation })
    }
}

impl Flattener<'_> {
    /// Returns the truth value of `sum relation 0`, the same one for all comparisons that mean the
    /// same, and its negation for those that mean the opposite.
    pub(super) fn shared_truth(
        &mut self,
        sum: &Sum,
        relation: Relation,
    ) -> Result<Lit, FlattenError> {
        self.spend(sum.len())?;
        // Orders become `<= 0`; then the first coefficient becomes positive.
        let (mut sum, relation, mut is_negated) = match relation {
            Relation::Eq | Relation::Ne => (sum.clone(), Relation::Eq, relation == Relation::Ne),
            Relation::Le | Relation::Gt => (sum.clone(), Relation::Le, relation == Relation::Gt),
            // s < 0 is s + 1 <= 0.
            Relation::Lt | Relation::Ge => {
                let next = sum.clone().plus(Sum::constant(1))?;
                (next, Relation::Le, relation == Relation::Ge)
            }
        };
        if sum.leads_negative() {
            sum = sum.times(-1)?;
            if relation == Relation::Le {
                // s <= 0 is -s >= 0, the negation of -s + 1 <= 0.
                sum = sum.plus(Sum::constant(1))?;
                is_negated = !is_negated;
            }
        }
        let key = Key::of(&sum, relation)?;
        let lit = match self.truths.get(&key) {
            Some(&lit) => lit,
            None => {
                let lit = self.new_truth(&sum, relation)?;
                self.truths.insert(key, lit);
                lit
            }
        };
        Ok(if is_negated { lit.negated() } else { lit })
    }

    /// Returns 1 if the literal is true, otherwise 0: the variable of an atom that is 0 or 1, or a
    /// hidden variable.
    pub(super) fn number_of(&mut self, lit: Lit) -> Result<Sum, FlattenError> {
        let atom = match lit {
            Lit::Const(value) => return Ok(Sum::constant(value.into())),
            Lit::Atom(atom) => atom,
        };
        if self.model.domain(atom.variable).is_boolean() {
            return Ok(match (atom.allows(0), atom.allows(1)) {
                (false, true) => Sum::of(atom.variable),
                (true, false) => Sum::one_minus(atom.variable),
                (both, _) => Sum::constant(both.into()),
            });
        }
        let Atom { variable, relation, value } = atom;
        let (kept, is_negated) = match relation {
            Relation::Eq | Relation::Le => (atom, false),
            Relation::Ne | Relation::Gt => (negated(atom), true),
            Relation::Lt | Relation::Ge => {
                let below = Atom::new(variable, Relation::Le, value.saturating_sub(1));
                (below, relation == Relation::Ge)
            }
        };
        let truth = match self.numbers.get(&kept) {
            Some(&truth) => truth,
            None => {
                let truth = self.hidden(Domain::boolean())?;
                self.post("", Constraint::Reify(Reify { truth, atom: kept }))?;
                self.numbers.insert(kept, truth);
                truth
            }
        };
        Ok(if is_negated { Sum::one_minus(truth) } else { Sum::of(truth) })
    }

    /// Returns whether every value of its variable makes an atom true.
    pub(super) fn is_sure(&self, atom: Atom) -> bool {
        let domain = self.model.domain(atom.variable);
        match atom.relation {
            Relation::Ne => !domain.contains(atom.value),
            Relation::Eq => domain.len() == 1 && domain.contains(atom.value),
            _ => [domain.min(), domain.max()].into_iter().flatten().all(|end| atom.allows(end)),
        }
    }
}
