//! Shares the truth values of equal comparisons, and of comparisons and their negations.

use super::sum::LinearSum;
use super::{
    AtomicConstraint, ComparisonOperator, Constraint, Domain, ExpressionFlattener, FlatLiteral,
    FlattenError, Reify, VarId, negate_atom,
};

/// `sum relation 0`, by the terms of the sum, its negated constant and the relation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ComparisonKey {
    terms: Vec<(VarId, i64)>,
    constant: i64,
    relation: ComparisonOperator,
}

impl ComparisonKey {
    pub(super) fn from_sum(
        sum: &LinearSum,
        relation: ComparisonOperator,
    ) -> Result<Self, FlattenError> {
        let (terms, constant) = sum.split_constant()?;
        let terms = terms.into_iter().map(|term| (term.variable, term.coefficient)).collect();
        Ok(ComparisonKey { terms, constant, relation })
    }
}

impl ExpressionFlattener<'_> {
    /// Returns the truth value of `sum relation 0`, the same one for all comparisons that mean the
    /// same, and its negation for those that mean the opposite.
    pub(super) fn shared_truth(
        &mut self,
        sum: &LinearSum,
        relation: ComparisonOperator,
    ) -> Result<FlatLiteral, FlattenError> {
        self.spend_steps(sum.len())?;
        // Orders become `<= 0`; then the first coefficient becomes positive.
        let (mut sum, relation, mut is_negated) = match relation {
            ComparisonOperator::Eq | ComparisonOperator::Ne => {
                (sum.clone(), ComparisonOperator::Eq, relation == ComparisonOperator::Ne)
            }
            ComparisonOperator::Le | ComparisonOperator::Gt => {
                (sum.clone(), ComparisonOperator::Le, relation == ComparisonOperator::Gt)
            }
            // s < 0 is s + 1 <= 0.
            ComparisonOperator::Lt | ComparisonOperator::Ge => {
                let next = sum.clone().add_sum(LinearSum::from_constant(1))?;
                (next, ComparisonOperator::Le, relation == ComparisonOperator::Ge)
            }
        };
        if sum.leads_negative() {
            sum = sum.multiply_by(-1)?;
            if relation == ComparisonOperator::Le {
                // s <= 0 is -s >= 0, the negation of -s + 1 <= 0.
                sum = sum.add_sum(LinearSum::from_constant(1))?;
                is_negated = !is_negated;
            }
        }
        let key = ComparisonKey::from_sum(&sum, relation)?;
        let lit = match self.truths.get(&key) {
            Some(&lit) => lit,
            None => {
                let lit = self.new_truth(&sum, relation)?;
                self.truths.insert(key, lit);
                lit
            }
        };
        Ok(if is_negated { lit.negate_literal() } else { lit })
    }

    /// Returns 1 if the literal is true, otherwise 0: the variable of an atom that is 0 or 1, or a
    /// hidden variable.
    pub(super) fn number_of(&mut self, lit: FlatLiteral) -> Result<LinearSum, FlattenError> {
        let atom = match lit {
            FlatLiteral::Const(value) => return Ok(LinearSum::from_constant(value.into())),
            FlatLiteral::Atom(atom) => atom,
        };
        if self.model.domain(atom.variable).is_boolean() {
            return Ok(match (atom.allows_value(0), atom.allows_value(1)) {
                (false, true) => LinearSum::from_variable(atom.variable),
                (true, false) => LinearSum::one_minus(atom.variable),
                // Both values satisfy the atom, or neither does.
                (both, _) => LinearSum::from_constant(both.into()),
            });
        }
        let AtomicConstraint { variable, relation, value } = atom;
        // One hidden variable serves an atom and its negation: `x > 3` is 1 minus the number of `x
        // <= 3`.
        let (kept, is_negated) = match relation {
            ComparisonOperator::Eq | ComparisonOperator::Le => (atom, false),
            ComparisonOperator::Ne | ComparisonOperator::Gt => (negate_atom(atom), true),
            ComparisonOperator::Lt | ComparisonOperator::Ge => {
                let below = AtomicConstraint::new(
                    variable,
                    ComparisonOperator::Le,
                    value.saturating_sub(1),
                );
                (below, relation == ComparisonOperator::Ge)
            }
        };
        let truth = match self.numbers.get(&kept) {
            Some(&truth) => truth,
            None => {
                let truth = self.add_hidden(Domain::boolean())?;
                self.post_constraint("", Constraint::Reify(Reify { truth, atom: kept }))?;
                self.numbers.insert(kept, truth);
                truth
            }
        };
        Ok(if is_negated { LinearSum::one_minus(truth) } else { LinearSum::from_variable(truth) })
    }

    /// Returns whether every value of its variable makes an atom true.
    pub(super) fn is_sure(&self, atom: AtomicConstraint) -> bool {
        let domain = self.model.domain(atom.variable);
        match atom.relation {
            ComparisonOperator::Ne => !domain.contains(atom.value),
            ComparisonOperator::Eq => domain.len() == 1 && domain.contains(atom.value),
            _ => {
                [domain.min(), domain.max()].into_iter().flatten().all(|end| atom.allows_value(end))
            }
        }
    }
}
