//! Posts the constraints of asserted expressions.

use super::sum::LinearSum;
use super::{
    AllDifferent, BoolExpression, ComparisonOperator, Constraint, DagNode, ExpressionFlattener,
    FlatLiteral, FlattenError, IntExpression, MAX_PAIRED, OperandList, VarId,
};

/// A comparison of an integer with another one, or with 0.
#[derive(Clone, Copy)]
pub(super) struct IntegerComparison {
    pub(super) left: IntExpression,
    pub(super) relation: ComparisonOperator,
    /// The right side; 0 if there is none.
    pub(super) right: Option<IntExpression>,
}

impl IntegerComparison {
    /// Returns the integers that it compares.
    pub(super) fn compared_sides(self) -> impl Iterator<Item = IntExpression> {
        std::iter::once(self.left).chain(self.right)
    }
}

impl ExpressionFlattener<'_> {
    /// Posts as [`assert_expression`](ExpressionFlattener::assert_expression) does, but later
    /// assertions do not rely on this one: each has all of its constraints if the constraints of
    /// this one are left out.
    ///
    /// # Errors
    /// As [`assert_expression`](ExpressionFlattener::assert_expression).
    pub fn assert_apart(&mut self, label: &str, term: BoolExpression) -> Result<(), FlattenError> {
        let posted = self.assert_expression(label, term);
        self.forget_assertions();
        posted
    }

    /// Makes later assertions repeat what the last one asserted.
    fn forget_assertions(&mut self) {
        for (index, positive) in std::mem::take(&mut self.newly_asserted) {
            self.asserted[index][usize::from(positive)] = false;
        }
    }

    /// Posts constraints that hold exactly when the expression is true. Skips expressions that were
    /// asserted before.
    ///
    /// # Errors
    /// Returns an error for numbers beyond the limits of models, or if all assertions together take
    /// more than `MAX_STEPS` steps.
    pub fn assert_expression(
        &mut self,
        label: &str,
        term: BoolExpression,
    ) -> Result<(), FlattenError> {
        if self.apart {
            self.forget_assertions();
        }
        self.newly_asserted.clear();
        let mut open = vec![(term, true)];
        while let Some((term, positive)) = open.pop() {
            if std::mem::replace(&mut self.asserted[term.node_index()][usize::from(positive)], true)
            {
                continue;
            }
            self.newly_asserted.push((term.node_index(), positive));
            self.spend_steps(1)?;
            match (self.terms.of_bool(term), positive) {
                (DagNode::And(list), true) | (DagNode::Or(list), false) => {
                    // Each operand of a conjunction is asserted by itself, without a hidden
                    // variable. Reversed, so that the stack yields them in the order of the text.
                    open.extend(self.terms.bool_operands(list).rev().map(|part| (part, positive)));
                }
                (DagNode::Or(list), true) | (DagNode::And(list), false) => {
                    // A disjunction needs literals for its parts, but none for itself.
                    let mut lits = self.lits_of(self.terms.bool_operands(list))?;
                    if !positive {
                        lits.iter_mut().for_each(|lit| *lit = lit.negate_literal());
                    }
                    self.post_clause(label, &lits)?;
                }
                (DagNode::Not(inner), _) => open.push((inner, !positive)),
                (DagNode::Compare(left, relation, right), _) => {
                    let compared = IntegerComparison { left, relation, right: Some(right) };
                    self.post_comparison(label, compared, positive)?;
                }
                (DagNode::AllEqual(list), true) => self.all_equal(label, list)?,
                (DagNode::AllAlike(list), _) => {
                    let lits = self.lits_of(self.terms.bool_operands(list))?;
                    self.post_all_alike(label, &lits, positive)?;
                }
                // Two clauses over the operands, without a hidden truth value.
                (DagNode::Iff(a, b), _) if self.shapes => {
                    let lits = self.lits_of([a, b])?;
                    self.post_all_alike(label, &lits, positive)?;
                }
                (DagNode::Odd(list), _) => {
                    let lits = self.lits_of(self.terms.bool_operands(list))?;
                    self.post_parity(label, &lits, positive)?;
                }
                (DagNode::Member(part, set), _) => {
                    self.post_membership(label, part, set, positive)?;
                }
                (DagNode::Distinct(list), true) => self.post_distinct(label, list)?,
                _ => {
                    // Every other statement is asserted through its literal.
                    let lit = self.bool_literal(term)?;
                    self.post_clause(label, &[if positive { lit } else { lit.negate_literal() }])?;
                }
            }
        }
        Ok(())
    }

    /// Posts a comparison, or that it does not hold.
    pub(super) fn post_comparison(
        &mut self,
        label: &str,
        compared: IntegerComparison,
        positive: bool,
    ) -> Result<(), FlattenError> {
        if self.shapes && self.post_shaped_comparison(label, compared, positive)? {
            return Ok(());
        }
        let IntegerComparison { left, relation, right } = compared;
        let relation = if positive { relation } else { relation.negate_relation() };
        let sum = match right {
            Some(right) => self.difference_sum(left, right)?,
            None => self.integer_sum(left)?,
        };
        // An asserted comparison demands that its operands are defined. A denied one is true if
        // they are undefined, or if the opposite relation holds.
        match self.all_defined(compared.compared_sides())? {
            FlatLiteral::Const(true) => self.post_relation(label, &sum, relation, None),
            defined if positive => {
                self.post_clause(label, &[defined])?;
                self.post_relation(label, &sum, relation, None)
            }
            defined => {
                let other = self.relation_literal(&sum, relation)?;
                self.post_clause(label, &[defined.negate_literal(), other])
            }
        }
    }

    /// Posts a comparison in a form that propagates more than the usual one. Returns whether there
    /// is one.
    fn post_shaped_comparison(
        &mut self,
        label: &str,
        compared: IntegerComparison,
        positive: bool,
    ) -> Result<bool, FlattenError> {
        let distance = self.compared_distance(compared, positive);
        // An order over a linear distance becomes linear constraints that say as much as a table of
        // its variables, without enumerating rows. Everything else is tried as a table first.
        if let Some(distance) = distance
            && distance.is_linear
            && !matches!(distance.relation, ComparisonOperator::Eq | ComparisonOperator::Ne)
            && self.post_distance(label, distance)?
        {
            return Ok(true);
        }
        if self.comparison_by_table(label, compared, positive)? {
            return Ok(true);
        }
        match distance {
            Some(distance) => self.post_distance(label, distance),
            None => self.large_product(label, compared, positive),
        }
    }

    fn lits_of(
        &mut self,
        parts: impl IntoIterator<Item = BoolExpression>,
    ) -> Result<Vec<FlatLiteral>, FlattenError> {
        parts.into_iter().map(|part| self.bool_literal(part)).collect()
    }

    fn all_equal(&mut self, label: &str, list: OperandList) -> Result<(), FlattenError> {
        let sums = self.sums_of(list)?;
        let defined = self.all_defined(self.terms.int_operands(list))?;
        if !matches!(defined, FlatLiteral::Const(true)) {
            self.post_clause(label, &[defined])?;
        }
        // Neighbours suffice, since equality is transitive.
        for i in 1..sums.len() {
            let sum = self.pair_difference(&sums, i - 1, i)?;
            self.post_relation(label, &sum, ComparisonOperator::Eq, None)?;
        }
        Ok(())
    }

    fn post_distinct(&mut self, label: &str, list: OperandList) -> Result<(), FlattenError> {
        let sums = self.sums_of(list)?;
        let defined = self.all_defined(self.terms.int_operands(list))?;
        if !matches!(defined, FlatLiteral::Const(true)) {
            self.post_clause(label, &[defined])?;
        }
        let scope: Option<Vec<VarId>> = sums.iter().map(LinearSum::single_variable).collect();
        if let Some(scope) = scope {
            // One constraint over the variables themselves, if no sum needs a hidden variable.
            return self.post_constraint(label, Constraint::AllDifferent(AllDifferent { scope }));
        }
        if sums.len() > MAX_PAIRED {
            return self.distinct_by_variables(label, sums);
        }
        // Few sums: the n(n-1)/2 disequalities need no hidden variables.
        for i in 0..sums.len() {
            for j in 0..i {
                let sum = self.pair_difference(&sums, i, j)?;
                self.post_relation(label, &sum, ComparisonOperator::Ne, None)?;
            }
        }
        Ok(())
    }

    /// Posts `distinct` with a hidden variable for each sum that is not a variable itself: linear
    /// in the number of sums.
    fn distinct_by_variables(
        &mut self,
        label: &str,
        sums: Vec<LinearSum>,
    ) -> Result<(), FlattenError> {
        let mut scope = Vec::with_capacity(sums.len());
        for sum in sums {
            scope.push(self.variable_of(label, sum)?);
        }
        self.post_constraint(label, Constraint::AllDifferent(AllDifferent { scope }))
    }
}
