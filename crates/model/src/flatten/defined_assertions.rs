//! Asserts expressions that must be defined in every part.

use std::collections::HashSet;

use super::assert::IntegerComparison;
use super::{
    BoolExpression, ComparisonOperator, DagNode, Domain, ExpressionFlattener, FlattenError,
    IntExpression,
};
use crate::{LinearTerm, VarId};

impl ExpressionFlattener<'_> {
    /// Posts constraints that hold exactly when the expression is true and every operation in it is
    /// defined, also below a negation, in a branch that is not chosen and in an operand that is not
    /// needed. From this call on, constraints of special shapes become constraints that propagate
    /// more.
    ///
    /// # Errors
    /// Returns the errors of [`assert_expression`](ExpressionFlattener::assert_expression).
    pub fn assert_whole(&mut self, label: &str, term: BoolExpression) -> Result<(), FlattenError> {
        self.post_guards(label, term.node_index())?;
        self.assert_expression(label, term)
    }

    /// Makes special shapes of constraints become constraints that propagate more, as
    /// [`assert_whole`](ExpressionFlattener::assert_whole) does, in
    /// [`assert_expression`](ExpressionFlattener::assert_expression) as well.
    #[must_use]
    pub fn with_shapes(mut self) -> Self {
        self.shapes = true;
        self
    }

    /// Returns a variable that equals the expression: the variable that it is, or a hidden one.
    /// Posts that every operation in the expression is defined. With [separate
    /// assertions](ExpressionFlattener::with_separate_assertions), each use of the variable posts
    /// this again.
    ///
    /// # Errors
    /// Returns the errors of [`assert_expression`](ExpressionFlattener::assert_expression).
    pub fn whole_variable(
        &mut self,
        label: &str,
        term: IntExpression,
    ) -> Result<VarId, FlattenError> {
        self.post_guards(label, term.node_index())?;
        self.is_shared[term.node_index()] = true;
        let sum = self.integer_sum(term)?;
        self.variable_of(label, sum)
    }

    /// Returns the terms of an expression as a sum, and its constant, as
    /// [`objective_sum`](ExpressionFlattener::objective_sum) does. Posts that every operation in
    /// the expression is defined.
    ///
    /// # Errors
    /// Returns the errors of [`assert_expression`](ExpressionFlattener::assert_expression).
    pub fn whole_sum(
        &mut self,
        label: &str,
        term: IntExpression,
    ) -> Result<(Vec<LinearTerm>, i64), FlattenError> {
        self.post_guards(label, term.node_index())?;
        self.is_shared[term.node_index()] = true;
        self.objective_sum(term)
    }

    /// Returns the terms of a sum that equals an expression: those of [`whole_sum`], with the
    /// constant as a multiple of a hidden variable that is 1.
    ///
    /// # Errors
    /// Returns the errors of [`assert_expression`](ExpressionFlattener::assert_expression).
    ///
    /// [`whole_sum`]: ExpressionFlattener::whole_sum
    pub fn whole_objective(
        &mut self,
        label: &str,
        term: IntExpression,
    ) -> Result<Vec<LinearTerm>, FlattenError> {
        let (mut terms, constant) = self.whole_sum(label, term)?;
        if constant != 0 {
            // Objectives have terms but no constant, so the constant becomes a coefficient.
            let constant_one = self.add_hidden(Domain::from_range(1, 1))?;
            terms.push(LinearTerm { coefficient: constant, variable: constant_one });
        }
        Ok(terms)
    }

    /// Makes the names of hidden variables start after those of the model, so that many flatteners
    /// of one model need not look for free names.
    pub(crate) fn with_model_numbers(mut self) -> Self {
        self.hidden = self.model.variables().len() - self.model.shown().len();
        self
    }

    /// Posts that every operation in an expression is defined. Visits each node once over all
    /// calls; with separate assertions, once in each, and no assertion relies on the guards of
    /// another.
    fn post_guards(&mut self, label: &str, root: usize) -> Result<(), FlattenError> {
        self.shapes = true;
        let mut guards = Vec::new();
        let mut open = vec![root];
        let mut seen: HashSet<usize> = HashSet::new();
        while let Some(index) = open.pop() {
            // Separate assertions may be dropped one by one, so each posts its own guards and the
            // nodes stay unmarked; otherwise one guard of a shared operation serves all assertions.
            let is_known = if self.apart {
                !seen.insert(index)
            } else {
                std::mem::replace(&mut self.is_whole[index], true)
            };
            if is_known {
                continue;
            }
            self.spend_steps(1)?;
            let node = self.terms.all_nodes()[index];
            self.terms.each_part(node, &mut |part| {
                if !self.is_whole[part] && !seen.contains(&part) {
                    open.push(part);
                }
            });
            match node {
                DagNode::Div(_, divisor) | DagNode::Mod(_, divisor) => {
                    guards.push((divisor, ComparisonOperator::Ne));
                }
                DagNode::Pow(_, exponent) => guards.push((exponent, ComparisonOperator::Ge)),
                _ => {}
            }
        }
        for (left, relation) in guards {
            // The operation needs the operand as well.
            self.is_shared[left.node_index()] = true;
            self.post_comparison(label, IntegerComparison { left, relation, right: None }, true)?;
        }
        Ok(())
    }
}
