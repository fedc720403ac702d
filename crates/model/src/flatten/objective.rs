//! Flattens expressions to sums, for objectives.

use super::{ExpressionFlattener, FlattenError, IntExpression};
use crate::LinearTerm;

impl ExpressionFlattener<'_> {
    /// Returns the terms of an expression as a sum, and its constant. Hidden variables represent
    /// its nonlinear parts.
    ///
    /// # Errors
    /// Returns the errors of [`assert_expression`](ExpressionFlattener::assert_expression).
    pub fn objective_sum(
        &mut self,
        term: IntExpression,
    ) -> Result<(Vec<LinearTerm>, i64), FlattenError> {
        let (terms, constant) = self.integer_sum(term)?.split_constant()?;
        // `split_constant` returns the constant of a comparison with 0, which is the negated one.
        let constant = constant.checked_neg().ok_or(FlattenError::LargeNumber)?;
        Ok((terms, constant))
    }
}
