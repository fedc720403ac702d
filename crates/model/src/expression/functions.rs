//! Expressions of many operands.

use super::{Expr, Operation};

/// Returns the sum of the operands; 0 without operands.
#[must_use]
pub fn sum<E: Into<Expr>>(parts: impl IntoIterator<Item = E>) -> Expr {
    Expr::of(Operation::Sum, parts)
}

/// Returns the product of the operands; 1 without operands.
#[must_use]
pub fn product<E: Into<Expr>>(parts: impl IntoIterator<Item = E>) -> Expr {
    Expr::of(Operation::Product, parts)
}

/// Returns whether all operands are true; true without operands.
#[must_use]
pub fn all<E: Into<Expr>>(parts: impl IntoIterator<Item = E>) -> Expr {
    Expr::of(Operation::And, parts)
}

/// Returns whether an operand is true; false without operands.
#[must_use]
pub fn any<E: Into<Expr>>(parts: impl IntoIterator<Item = E>) -> Expr {
    Expr::of(Operation::Or, parts)
}

/// Returns whether no two operands are equal.
#[must_use]
pub fn all_different<E: Into<Expr>>(parts: impl IntoIterator<Item = E>) -> Expr {
    Expr::of(Operation::AllDifferent, parts)
}

/// Returns whether all operands are equal; true without operands.
#[must_use]
pub fn all_equal<E: Into<Expr>>(parts: impl IntoIterator<Item = E>) -> Expr {
    Expr::of(Operation::AllEqual, parts)
}

/// Returns the number of operands that are true.
#[must_use]
pub fn count_true<E: Into<Expr>>(parts: impl IntoIterator<Item = E>) -> Expr {
    let truth = |part: E| match part.into() {
        part if part.is_truth() => part,
        // The double negation of a number is whether it is not 0.
        part => !!part,
    };
    Expr::of(Operation::Sum, parts.into_iter().map(truth))
}
