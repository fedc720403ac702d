//! Posts truth values: constraints that must hold, and bools that state whether one holds.

use parallax_model::{
    AtomicConstraint, Clause, Compare, ComparisonOperator, Constraint, Implies, Linear,
    LinearTerm as Part, MAX_VALUE, Reify, Value, VarId,
};

use super::document::FlatzincTerm;
use super::draft::{FlatzincModelDraft, ModelTerm};
use super::truth::{ConstraintTruth, TruthLiteral};
use crate::error::FlatzincPostError;

impl FlatzincModelDraft<'_> {
    /// Posts that something holds.
    pub(super) fn require_truth(
        &mut self,
        truth: ConstraintTruth,
    ) -> Result<(), FlatzincPostError> {
        match truth.simplify_truth() {
            ConstraintTruth::Known(true) => Ok(()),
            ConstraintTruth::Known(false) => self.post_clause(Vec::new()),
            ConstraintTruth::Any(literals) => self.post_clause(literals),
            ConstraintTruth::All(literals) => {
                literals.into_iter().try_for_each(|literal| self.post_clause(vec![literal]))
            }
            ConstraintTruth::Sum { terms, relation, constant } => {
                let constraint = comparison_constraint(terms, relation, constant);
                self.post_constraint(constraint)
            }
            ConstraintTruth::Bool(bool) => {
                self.assert_true(bool);
                Ok(())
            }
        }
    }

    /// Posts that a bool is true exactly when something holds; if `is_half`, only that it holds if
    /// the bool is true.
    pub(super) fn define_bool(
        &mut self,
        bool: FlatzincTerm,
        truth: ConstraintTruth,
        is_half: bool,
    ) -> Result<(), FlatzincPostError> {
        let variable = match self.model_term(bool)? {
            ModelTerm::Number(1) => return self.require_truth(truth),
            ModelTerm::Number(_) if is_half => return Ok(()),
            ModelTerm::Number(_) => {
                let negated = self.negate_truth(truth);
                return self.require_truth(negated);
            }
            ModelTerm::Variable(variable) => variable,
        };
        let literal = |wanted: bool| {
            TruthLiteral::Atom(AtomicConstraint::new(
                variable,
                ComparisonOperator::Eq,
                wanted.into(),
            ))
        };
        let (yes, no) = (literal(true), literal(false));
        match truth.simplify_truth() {
            ConstraintTruth::Known(false) => self.post_clause(vec![no]),
            ConstraintTruth::Known(true) if is_half => Ok(()),
            ConstraintTruth::Known(true) => self.post_clause(vec![yes]),
            ConstraintTruth::Any(literals) | ConstraintTruth::All(literals)
                if literals.len() == 1 =>
            {
                match literals[0] {
                    TruthLiteral::Atom(atom) if !is_half => {
                        self.post_constraint(Constraint::Reify(Reify { truth: variable, atom }))
                    }
                    only => self.post_clause(vec![no, only]),
                }
            }
            ConstraintTruth::Any(literals) => {
                if !is_half {
                    for part in &literals {
                        // Each literal implies the bool; the clause below is the converse.
                        self.post_clause(vec![yes, part.negate_literal()])?;
                    }
                }
                self.post_clause([no].into_iter().chain(literals).collect())
            }
            ConstraintTruth::All(literals) => self.define_all(yes, literals, is_half),
            ConstraintTruth::Sum { terms, relation, constant } => {
                if !is_half {
                    // A condition of `Implies` applies if it is 1, so the converse needs the
                    // negated bool.
                    let condition = self.negated_variable(variable)?;
                    let other =
                        comparison_constraint(terms.clone(), relation.negate_relation(), constant);
                    self.post_constraint(implied_constraint(condition, other))?;
                }
                self.post_constraint(implied_constraint(
                    variable,
                    comparison_constraint(terms, relation, constant),
                ))
            }
            ConstraintTruth::Bool(bool) => {
                let flag = self.terms.add_flag(variable.index());
                let defined = if is_half {
                    let not = self.terms.add_not(flag);
                    self.terms.add_or(&[not, bool])
                } else {
                    self.terms.add_iff(flag, bool)
                };
                self.assert_true(defined);
                Ok(())
            }
        }
    }

    /// Posts that a literal is true exactly when all of some others are, or implies these.
    fn define_all(
        &mut self,
        yes: TruthLiteral,
        literals: Vec<TruthLiteral>,
        is_half: bool,
    ) -> Result<(), FlatzincPostError> {
        for literal in &literals {
            self.post_clause(vec![yes.negate_literal(), *literal])?;
        }
        if is_half {
            return Ok(());
        }
        let negated = literals.into_iter().map(TruthLiteral::negate_literal);
        self.post_clause([yes].into_iter().chain(negated).collect())
    }

    /// Returns the truth that something does not hold.
    pub(super) fn negate_truth(&mut self, truth: ConstraintTruth) -> ConstraintTruth {
        let all = |literals: Vec<TruthLiteral>| {
            literals.into_iter().map(TruthLiteral::negate_literal).collect()
        };
        match truth {
            ConstraintTruth::Known(value) => ConstraintTruth::Known(!value),
            ConstraintTruth::Any(literals) => ConstraintTruth::All(all(literals)),
            ConstraintTruth::All(literals) => ConstraintTruth::Any(all(literals)),
            ConstraintTruth::Sum { terms, relation, constant } => {
                ConstraintTruth::Sum { terms, relation: relation.negate_relation(), constant }
            }
            ConstraintTruth::Bool(bool) => ConstraintTruth::Bool(self.terms.add_not(bool)),
        }
    }

    /// Posts that one of the literals is true.
    pub(super) fn post_clause(
        &mut self,
        literals: Vec<TruthLiteral>,
    ) -> Result<(), FlatzincPostError> {
        self.spend_pieces(literals.len())?;
        let mut atoms = Vec::with_capacity(literals.len());
        for literal in literals {
            match literal {
                TruthLiteral::Known(true) => return Ok(()),
                TruthLiteral::Known(false) => {}
                TruthLiteral::Atom(atom) => atoms.push(atom),
            }
        }
        // A single atom that every value satisfies needs no constraint.
        if let [atom] = atoms[..]
            && self.is_sure(atom)
        {
            return Ok(());
        }
        self.post_constraint(Constraint::Clause(Clause { atoms }))
    }

    /// Returns whether every value of its variable makes an atom true.
    fn is_sure(&self, atom: AtomicConstraint) -> bool {
        let domain = self.model.domain(atom.variable);
        match atom.relation {
            ComparisonOperator::Ne => !domain.contains(atom.value),
            ComparisonOperator::Eq => domain.len() == 1 && domain.contains(atom.value),
            _ => {
                [domain.min(), domain.max()].into_iter().flatten().all(|end| atom.allows_value(end))
            }
        }
    }

    /// Returns the comparison of two terms as a truth.
    pub(super) fn compare_terms(
        &mut self,
        a: FlatzincTerm,
        relation: ComparisonOperator,
        b: FlatzincTerm,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        self.compare_term_sum([(1, a), (-1, b)].into_iter(), relation, 0)
    }

    /// Returns the comparison of a sum with a constant as a truth.
    pub(super) fn compare_term_sum(
        &mut self,
        parts: impl Iterator<Item = (i64, FlatzincTerm)>,
        relation: ComparisonOperator,
        constant: i64,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        let (terms, sum_constant) = self.merge_sum(parts)?;
        let constant = constant.checked_sub(sum_constant).ok_or(FlatzincPostError::LargeNumber)?;
        self.compare_sum(terms, relation, constant)
    }

    /// Returns the comparison of a sum of variables, each once, with a constant as a truth.
    pub(super) fn compare_sum(
        &mut self,
        terms: Vec<Part>,
        relation: ComparisonOperator,
        constant: i64,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        if let Some(known) = self.decided_comparison(&terms, relation, constant.into()) {
            return Ok(ConstraintTruth::Known(known));
        }
        if let [Part { coefficient, variable }] = terms[..] {
            return Ok(ConstraintTruth::from_literal(comparison_literal(
                coefficient,
                variable,
                relation,
                constant,
            )?));
        }
        Ok(ConstraintTruth::Sum { terms, relation, constant })
    }

    /// Returns whether a sum is in relation to a constant, if the domains decide it.
    fn decided_comparison(
        &self,
        terms: &[Part],
        relation: ComparisonOperator,
        constant: i128,
    ) -> Option<bool> {
        let (low, high) = self.sum_range(terms)?;
        // An order that both ends of the range satisfy, or neither, is decided for all values
        // between.
        let holds = |end: i128| relation.holds_between((end - constant).signum() as i64, 0);
        match relation {
            ComparisonOperator::Eq if low > constant || high < constant => Some(false),
            ComparisonOperator::Ne if low > constant || high < constant => Some(true),
            ComparisonOperator::Eq | ComparisonOperator::Ne => (low == high).then(|| holds(low)),
            _ => (holds(low) == holds(high)).then(|| holds(low)),
        }
    }

    /// Returns the least and the greatest value of a sum; `None` if a variable has no value.
    pub(super) fn sum_range(&self, terms: &[Part]) -> Option<(i128, i128)> {
        let (mut low, mut high) = (0i128, 0i128);
        for part in terms {
            let (from, to) = self.value_range(ModelTerm::Variable(part.variable))?;
            let factor = i128::from(part.coefficient);
            let ends = [factor * i128::from(from), factor * i128::from(to)];
            low = low.saturating_add(ends[0].min(ends[1]));
            high = high.saturating_add(ends[0].max(ends[1]));
        }
        Some((low, high))
    }
}

/// Returns the comparison of a sum with a constant in the simplest form.
pub(super) fn comparison_constraint(
    terms: Vec<Part>,
    relation: ComparisonOperator,
    constant: i64,
) -> Constraint {
    if let [a, b] = terms[..]
        && constant.unsigned_abs() <= 2 * u64::from(MAX_VALUE.unsigned_abs())
    {
        let compare =
            |left, right| Constraint::Compare(Compare { left, relation, right, offset: constant });
        match (a.coefficient, b.coefficient) {
            (1, -1) => return compare(a.variable, b.variable),
            (-1, 1) => return compare(b.variable, a.variable),
            _ => {}
        }
    }
    Constraint::Linear(Linear { terms, relation, constant })
}

fn implied_constraint(condition: VarId, then: Constraint) -> Constraint {
    Constraint::Implies(Implies { condition, then: Box::new(then) })
}

/// Returns `coefficient * variable relation constant` as a literal.
fn comparison_literal(
    coefficient: i64,
    variable: VarId,
    relation: ComparisonOperator,
    constant: i64,
) -> Result<TruthLiteral, FlatzincPostError> {
    // `merge_sum` leaves no coefficient 0, so the divisions are defined.
    let (factor, sum) = (i128::from(coefficient), i128::from(constant));
    // A negative factor turns the order around.
    let relation = if factor < 0 { relation.mirror_relation() } else { relation };
    let (factor, sum) = if factor < 0 { (-factor, -sum) } else { (factor, sum) };
    let (relation, value) = match relation {
        ComparisonOperator::Eq | ComparisonOperator::Ne if sum % factor != 0 => {
            return Ok(TruthLiteral::Known(relation == ComparisonOperator::Ne));
        }
        ComparisonOperator::Eq | ComparisonOperator::Ne => (relation, sum / factor),
        // Strict orders become weak ones: 2x < 4 is x <= 1, and 2x > 3 is x >= 2.
        ComparisonOperator::Le => (ComparisonOperator::Le, sum.div_euclid(factor)),
        ComparisonOperator::Lt => (ComparisonOperator::Le, (sum - 1).div_euclid(factor)),
        ComparisonOperator::Gt => (ComparisonOperator::Ge, sum.div_euclid(factor) + 1),
        ComparisonOperator::Ge => (ComparisonOperator::Ge, (sum - 1).div_euclid(factor) + 1),
    };
    let value = Value::try_from(value).map_err(|_| FlatzincPostError::LargeNumber)?;
    Ok(TruthLiteral::Atom(AtomicConstraint::new(variable, relation, value)))
}
