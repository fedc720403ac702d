//! Posts expressions, and sets objectives that are expressions.

use super::lower::{self, LoweredExpression};
use super::{ExpressionOperation, ModelExpression};
use crate::flatten::{ExpressionDag, ExpressionFlattener};
use crate::{Model, ModelError, Objective, ObjectiveSense};

impl ModelExpression {
    /// Returns whether it is a truth value by itself.
    pub(super) fn is_truth(&self) -> bool {
        matches!(
            self.0.operation,
            ExpressionOperation::Truth(_)
                | ExpressionOperation::Compare(_)
                | ExpressionOperation::And
                | ExpressionOperation::Or
                | ExpressionOperation::Not
                | ExpressionOperation::Odd
                | ExpressionOperation::Alike
                | ExpressionOperation::AllDifferent
                | ExpressionOperation::AllEqual
                | ExpressionOperation::Member(_)
        )
    }
}

impl Model {
    /// Adds constraints that hold exactly when an expression is true and no part of it divides by 0
    /// or has a negative exponent, not even a part that is not needed. Hidden variables, which
    /// the shown ones determine, represent its parts; each call has its own, so parts that many
    /// constraints share are best required together, by [`all`](super::all). `label` identifies the
    /// constraints for people.
    ///
    /// # Errors
    /// Returns an error for numbers beyond the limits of models, for powers of too many values, and
    /// for variables that do not exist. The model may then have a part of the constraints.
    pub fn require(&mut self, label: &str, expr: &ModelExpression) -> Result<(), ModelError> {
        let (mut terms, term) = self.write_terms(expr)?;
        let truth = lower::bool_term(&mut terms, term);
        let mut flattener = ExpressionFlattener::new(self, &terms).with_model_numbers();
        Ok(flattener.assert_whole(label, truth)?)
    }

    /// Sets the objective to the least value of an expression. Adds constraints that no part of it
    /// divides by 0 or has a negative exponent.
    ///
    /// # Errors
    /// Returns the errors of [`require`](Model::require), and of a sum that could be too large.
    pub fn minimize(&mut self, expr: &ModelExpression) -> Result<(), ModelError> {
        self.set_objective_expression(ObjectiveSense::Minimize, expr)
    }

    /// Sets the objective to the greatest value of an expression, as [`minimize`](Model::minimize)
    /// does to the least.
    ///
    /// # Errors
    /// Returns the errors of [`minimize`](Model::minimize).
    pub fn maximize(&mut self, expr: &ModelExpression) -> Result<(), ModelError> {
        self.set_objective_expression(ObjectiveSense::Maximize, expr)
    }

    fn set_objective_expression(
        &mut self,
        sense: ObjectiveSense,
        expr: &ModelExpression,
    ) -> Result<(), ModelError> {
        let (mut terms, term) = self.write_terms(expr)?;
        let number = lower::integer_term(&mut terms, term);
        let mut flattener = ExpressionFlattener::new(self, &terms).with_model_numbers();
        let sum = flattener.whole_objective("objective", number)?;
        self.set_objective(Objective::new(sense, sum))
    }

    fn write_terms(
        &self,
        expr: &ModelExpression,
    ) -> Result<(ExpressionDag, LoweredExpression), ModelError> {
        let mut terms = ExpressionDag::default();
        let term = lower::write_expression(expr, &mut terms, self.variables().len())?;
        Ok((terms, term))
    }
}
