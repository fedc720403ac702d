//! Products that are compared with a number and may be beyond the values of models.

use super::assert::IntegerComparison;
use super::sum::LinearSum;
use super::{DagNode, ExpressionFlattener, FlatLiteral, FlattenError, IntExpression};
use crate::{AtomicConstraint, ComparisonOperator, MAX_VALUE, Value};

/// Maximum number of values of the smaller factor; each gets a clause.
const MAX_VALUES: u64 = 100_000;

impl ExpressionFlattener<'_> {
    /// Posts a comparison of such a product, one clause for each value of the smaller factor: it
    /// has another value, or the larger factor compares with the quotient. Returns false if the
    /// comparison is of another shape.
    pub(super) fn large_product(
        &mut self,
        label: &str,
        compared: IntegerComparison,
        positive: bool,
    ) -> Result<bool, FlattenError> {
        let Some((product, mut relation, number)) = self.product_and_number(compared) else {
            return Ok(false);
        };
        if !positive {
            relation = relation.negate_relation();
        }
        let DagNode::Mul(left, right) = self.terms.of_int(product) else { return Ok(false) };
        let (Some(left), Some(right)) = (self.bounded_operand(left)?, self.bounded_operand(right)?)
        else {
            return Ok(false);
        };
        let ends =
            |sum: &LinearSum, model| sum.value_range(model).map(|(a, b)| a.abs().max(b.abs()));
        let max_product =
            i64::from(ends(&left, self.model)?) * i64::from(ends(&right, self.model)?);
        let sizes = (self.value_count(&left)?, self.value_count(&right)?);
        // A product within the limits of values is left to a hidden result variable.
        if max_product <= i64::from(MAX_VALUE) || sizes.0.min(sizes.1) > MAX_VALUES {
            return Ok(false);
        }
        let (small, other) = if sizes.0 <= sizes.1 { (left, right) } else { (right, left) };
        let (small, other) = (self.variable_of("", small)?, self.variable_of("", other)?);
        let values: Vec<Value> = self.model.domain(small).iter().collect();
        for value in values {
            // For a fixed value of the smaller factor, the comparison is an atom of the other one.
            let rest = LinearSum::from_variable(other)
                .multiply_by(value.into())?
                .subtract_sum(LinearSum::from_constant(number))?;
            let fits = match rest.zero_relation(relation) {
                Some(fits) => fits,
                None => return Err(FlattenError::TwoFactors),
            };
            let differs =
                FlatLiteral::Atom(AtomicConstraint::new(small, ComparisonOperator::Ne, value));
            self.post_clause(label, &[differs, fits])?;
        }
        Ok(true)
    }

    /// Returns the product, the relation and the number of a comparison between these.
    fn product_and_number(
        &self,
        compared: IntegerComparison,
    ) -> Option<(IntExpression, ComparisonOperator, i64)> {
        let IntegerComparison { left, relation, right } = compared;
        match (self.terms.of_int(left), self.terms.of_int(right?)) {
            (DagNode::Mul(..), DagNode::Number(number)) => Some((left, relation, number)),
            (DagNode::Number(number), DagNode::Mul(..)) => {
                Some((right?, relation.mirror_relation(), number))
            }
            _ => None,
        }
    }

    /// Returns an operand as a sum, unless it is itself too large or may have no value.
    fn bounded_operand(
        &mut self,
        operand: IntExpression,
    ) -> Result<Option<LinearSum>, FlattenError> {
        let sum = match self.integer_sum(operand) {
            Ok(sum) => sum,
            Err(fault @ (FlattenError::Stopped | FlattenError::TooManySteps { .. })) => {
                return Err(fault);
            }
            // The general form reports the error of an operand that is itself too large.
            Err(_) => return Ok(None),
        };
        let is_defined = matches!(self.all_defined([operand])?, FlatLiteral::Const(true));
        Ok((is_defined && sum.value_range(self.model).is_ok()).then_some(sum))
    }
}
