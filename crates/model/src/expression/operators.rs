//! The operators of expressions, with expressions, variables and numbers on both sides.

use std::ops::{Add, Div, Mul, Neg, Not, Rem, Sub};

use super::{Expr, Operation};
use crate::VarId;

/// Implements an operator for an expression or a variable on the left.
macro_rules! operator {
    ($trait:ident, $method:ident, $build:ident, [$($left:ty),*]) => {$(
        impl<R: Into<Expr>> $trait<R> for $left {
            type Output = Expr;

            fn $method(self, right: R) -> Expr {
                $build(self.into(), right.into())
            }
        }
    )*};
}

/// Implements an operator for a number on the left.
macro_rules! number_left {
    ($trait:ident, $method:ident, $build:ident, [$($right:ty),*]) => {$(
        impl $trait<$right> for i64 {
            type Output = Expr;

            fn $method(self, right: $right) -> Expr {
                $build(self.into(), right.into())
            }
        }
    )*};
}

/// Implements the conversion of types of numbers, which operators take on the right.
macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for Expr {
            fn from(number: $number) -> Self {
                Expr::new(Operation::Number(number as i128), Vec::new())
            }
        }
    )*};
}

numbers!(i32, i64, u32, usize);
// On the left there is one type of numbers, so that `(2 * x).le(y)` needs no annotation.
number_left!(Add, add, added, [Expr, &Expr, VarId]);
number_left!(Sub, sub, subtracted, [Expr, &Expr, VarId]);
number_left!(Mul, mul, multiplied, [Expr, &Expr, VarId]);
number_left!(Div, div, divided, [Expr, &Expr, VarId]);
number_left!(Rem, rem, rest, [Expr, &Expr, VarId]);
operator!(Add, add, added, [Expr, &Expr, VarId]);
operator!(Sub, sub, subtracted, [Expr, &Expr, VarId]);
operator!(Mul, mul, multiplied, [Expr, &Expr, VarId]);
operator!(Div, div, divided, [Expr, &Expr, VarId]);
operator!(Rem, rem, rest, [Expr, &Expr, VarId]);

fn added(left: Expr, right: Expr) -> Expr {
    Expr::new(Operation::Sum, vec![left, right])
}

fn subtracted(left: Expr, right: Expr) -> Expr {
    Expr::new(Operation::Sum, vec![left, -right])
}

fn multiplied(left: Expr, right: Expr) -> Expr {
    Expr::new(Operation::Product, vec![left, right])
}

fn divided(left: Expr, right: Expr) -> Expr {
    Expr::new(Operation::Quotient, vec![left, right])
}

fn rest(left: Expr, right: Expr) -> Expr {
    Expr::new(Operation::Remainder, vec![left, right])
}

/// Implements an operator with one operand.
macro_rules! prefix {
    ($trait:ident, $method:ident, $operation:ident, [$($operand:ty),*]) => {$(
        impl $trait for $operand {
            type Output = Expr;

            fn $method(self) -> Expr {
                Expr::new(Operation::$operation, vec![self.into()])
            }
        }
    )*};
}

prefix!(Neg, neg, Negated, [Expr, &Expr, VarId]);
prefix!(Not, not, Not, [Expr, &Expr, VarId]);
