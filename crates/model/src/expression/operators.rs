//! The operators of expressions, with expressions, variables and numbers on both sides.

use std::ops::{Add, Div, Mul, Neg, Not, Rem, Sub};

use super::{ExpressionOperation, ModelExpression};
use crate::VarId;

/// Implements an operator for an expression or a variable on the left.
macro_rules! operator {
    ($trait:ident, $method:ident, $build:ident, [$($left:ty),*]) => {$(
        impl<R: Into<ModelExpression>> $trait<R> for $left {
            type Output = ModelExpression;

            fn $method(self, right: R) -> ModelExpression {
                $build(self.into(), right.into())
            }
        }
    )*};
}

/// Implements an operator for a number on the left.
macro_rules! number_left {
    ($trait:ident, $method:ident, $build:ident, [$($right:ty),*]) => {$(
        impl $trait<$right> for i64 {
            type Output = ModelExpression;

            fn $method(self, right: $right) -> ModelExpression {
                $build(self.into(), right.into())
            }
        }
    )*};
}

/// Implements the conversion of types of numbers, which operators take on the right.
macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for ModelExpression {
            fn from(number: $number) -> Self {
                ModelExpression::new(ExpressionOperation::Number(number as i128), Vec::new())
            }
        }
    )*};
}

numbers!(i32, i64, u32, usize);
// On the left there is one type of numbers, so that `(2 * x).le(y)` needs no annotation.
number_left!(Add, add, add_expressions, [ModelExpression, &ModelExpression, VarId]);
number_left!(Sub, sub, subtract_expressions, [ModelExpression, &ModelExpression, VarId]);
number_left!(Mul, mul, multiply_expressions, [ModelExpression, &ModelExpression, VarId]);
number_left!(Div, div, divide_expressions, [ModelExpression, &ModelExpression, VarId]);
number_left!(Rem, rem, remainder_expression, [ModelExpression, &ModelExpression, VarId]);
operator!(Add, add, add_expressions, [ModelExpression, &ModelExpression, VarId]);
operator!(Sub, sub, subtract_expressions, [ModelExpression, &ModelExpression, VarId]);
operator!(Mul, mul, multiply_expressions, [ModelExpression, &ModelExpression, VarId]);
operator!(Div, div, divide_expressions, [ModelExpression, &ModelExpression, VarId]);
operator!(Rem, rem, remainder_expression, [ModelExpression, &ModelExpression, VarId]);

fn add_expressions(left: ModelExpression, right: ModelExpression) -> ModelExpression {
    ModelExpression::new(ExpressionOperation::Sum, vec![left, right])
}

fn subtract_expressions(left: ModelExpression, right: ModelExpression) -> ModelExpression {
    ModelExpression::new(ExpressionOperation::Sum, vec![left, -right])
}

fn multiply_expressions(left: ModelExpression, right: ModelExpression) -> ModelExpression {
    ModelExpression::new(ExpressionOperation::Product, vec![left, right])
}

fn divide_expressions(left: ModelExpression, right: ModelExpression) -> ModelExpression {
    ModelExpression::new(ExpressionOperation::Quotient, vec![left, right])
}

fn remainder_expression(left: ModelExpression, right: ModelExpression) -> ModelExpression {
    ModelExpression::new(ExpressionOperation::Remainder, vec![left, right])
}

/// Implements an operator with one operand.
macro_rules! prefix {
    ($trait:ident, $method:ident, $operation:ident, [$($operand:ty),*]) => {$(
        impl $trait for $operand {
            type Output = ModelExpression;

            fn $method(self) -> ModelExpression {
                ModelExpression::new(ExpressionOperation::$operation, vec![self.into()])
            }
        }
    )*};
}

prefix!(Neg, neg, Negated, [ModelExpression, &ModelExpression, VarId]);
prefix!(Not, not, Not, [ModelExpression, &ModelExpression, VarId]);
