//! The comparisons, the logic and the other operations of expressions.

use super::{ExpressionOperation, ModelExpression};
use crate::{ComparisonOperator, Domain};

impl ModelExpression {
    /// Returns whether it equals another one.
    #[must_use]
    pub fn eq(&self, other: impl Into<ModelExpression>) -> ModelExpression {
        self.compare(ComparisonOperator::Eq, other)
    }

    /// Returns whether it differs from another one.
    #[must_use]
    pub fn ne(&self, other: impl Into<ModelExpression>) -> ModelExpression {
        self.compare(ComparisonOperator::Ne, other)
    }

    /// Returns whether it is less than another one.
    #[must_use]
    pub fn lt(&self, other: impl Into<ModelExpression>) -> ModelExpression {
        self.compare(ComparisonOperator::Lt, other)
    }

    /// Returns whether it is at most another one.
    #[must_use]
    pub fn le(&self, other: impl Into<ModelExpression>) -> ModelExpression {
        self.compare(ComparisonOperator::Le, other)
    }

    /// Returns whether it is greater than another one.
    #[must_use]
    pub fn gt(&self, other: impl Into<ModelExpression>) -> ModelExpression {
        self.compare(ComparisonOperator::Gt, other)
    }

    /// Returns whether it is at least another one.
    #[must_use]
    pub fn ge(&self, other: impl Into<ModelExpression>) -> ModelExpression {
        self.compare(ComparisonOperator::Ge, other)
    }

    /// Returns whether it is in a relation to another one.
    #[must_use]
    pub fn compare(
        &self,
        relation: ComparisonOperator,
        other: impl Into<ModelExpression>,
    ) -> ModelExpression {
        self.apply_operation(ExpressionOperation::Compare(relation), other)
    }

    /// Returns whether both are true.
    #[must_use]
    pub fn and(&self, other: impl Into<ModelExpression>) -> ModelExpression {
        self.apply_operation(ExpressionOperation::And, other)
    }

    /// Returns whether at least one of both is true.
    #[must_use]
    pub fn or(&self, other: impl Into<ModelExpression>) -> ModelExpression {
        self.apply_operation(ExpressionOperation::Or, other)
    }

    /// Returns whether exactly one of both is true.
    #[must_use]
    pub fn xor(&self, other: impl Into<ModelExpression>) -> ModelExpression {
        self.apply_operation(ExpressionOperation::Odd, other)
    }

    /// Returns whether both are true or both are false.
    #[must_use]
    pub fn iff(&self, other: impl Into<ModelExpression>) -> ModelExpression {
        self.apply_operation(ExpressionOperation::Alike, other)
    }

    /// Returns whether the other one is true or this one is false.
    #[must_use]
    pub fn implies(&self, other: impl Into<ModelExpression>) -> ModelExpression {
        (!self).or(other)
    }

    /// Returns `then` where this is true, otherwise `other`.
    #[must_use]
    pub fn then_else(
        &self,
        then: impl Into<ModelExpression>,
        other: impl Into<ModelExpression>,
    ) -> ModelExpression {
        ModelExpression::new(
            ExpressionOperation::Choice,
            vec![self.clone(), then.into(), other.into()],
        )
    }

    /// Returns the lesser of both.
    #[must_use]
    pub fn min(&self, other: impl Into<ModelExpression>) -> ModelExpression {
        self.apply_operation(ExpressionOperation::Min, other)
    }

    /// Returns the greater of both.
    #[must_use]
    pub fn max(&self, other: impl Into<ModelExpression>) -> ModelExpression {
        self.apply_operation(ExpressionOperation::Max, other)
    }

    /// Returns its absolute value.
    #[must_use]
    pub fn abs(&self) -> ModelExpression {
        ModelExpression::from_operands(ExpressionOperation::Abs, [self])
    }

    /// Returns the distance of both, `|a - b|`.
    #[must_use]
    pub fn dist(&self, other: impl Into<ModelExpression>) -> ModelExpression {
        self.apply_operation(ExpressionOperation::Distance, other)
    }

    /// Returns it to the power of an exponent; `0^0` is 1. A constraint is false where the exponent
    /// is negative.
    #[must_use]
    pub fn pow(&self, exponent: impl Into<ModelExpression>) -> ModelExpression {
        self.apply_operation(ExpressionOperation::Power, exponent)
    }

    /// Returns whether its value is in a set.
    #[must_use]
    pub fn is_in(&self, set: Domain) -> ModelExpression {
        ModelExpression::from_operands(ExpressionOperation::Member(set), [self])
    }

    fn apply_operation(
        &self,
        operation: ExpressionOperation,
        other: impl Into<ModelExpression>,
    ) -> ModelExpression {
        ModelExpression::new(operation, vec![self.clone(), other.into()])
    }
}
