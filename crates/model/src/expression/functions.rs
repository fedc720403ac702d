//! Expressions of many operands.

use super::{ExpressionOperation, ModelExpression};

/// Returns the sum of the operands; 0 without operands.
#[must_use]
pub fn sum<E: Into<ModelExpression>>(parts: impl IntoIterator<Item = E>) -> ModelExpression {
    ModelExpression::from_operands(ExpressionOperation::Sum, parts)
}

/// Returns the product of the operands; 1 without operands.
#[must_use]
pub fn product<E: Into<ModelExpression>>(parts: impl IntoIterator<Item = E>) -> ModelExpression {
    ModelExpression::from_operands(ExpressionOperation::Product, parts)
}

/// Returns whether all operands are true; true without operands.
#[must_use]
pub fn all<E: Into<ModelExpression>>(parts: impl IntoIterator<Item = E>) -> ModelExpression {
    ModelExpression::from_operands(ExpressionOperation::And, parts)
}

/// Returns whether an operand is true; false without operands.
#[must_use]
pub fn any<E: Into<ModelExpression>>(parts: impl IntoIterator<Item = E>) -> ModelExpression {
    ModelExpression::from_operands(ExpressionOperation::Or, parts)
}

/// Returns whether no two operands are equal.
#[must_use]
pub fn all_different<E: Into<ModelExpression>>(
    parts: impl IntoIterator<Item = E>,
) -> ModelExpression {
    ModelExpression::from_operands(ExpressionOperation::AllDifferent, parts)
}

/// Returns whether all operands are equal; true without operands.
#[must_use]
pub fn all_equal<E: Into<ModelExpression>>(parts: impl IntoIterator<Item = E>) -> ModelExpression {
    ModelExpression::from_operands(ExpressionOperation::AllEqual, parts)
}

/// Returns the number of operands that are true.
#[must_use]
pub fn count_true<E: Into<ModelExpression>>(parts: impl IntoIterator<Item = E>) -> ModelExpression {
    let truth = |part: E| match part.into() {
        part if part.is_truth() => part,
        // The double negation of a number is whether it is not 0.
        part => !!part,
    };
    ModelExpression::from_operands(ExpressionOperation::Sum, parts.into_iter().map(truth))
}
