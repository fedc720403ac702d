//! Reasons why an expression cannot be written as terms.

/// A fault in an expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the text of a variant says what its fields are")]
pub enum ExpressionError {
    /// A number leaves 64 bits.
    #[error("a number is too large")]
    LargeNumber,
    /// It names a variable that does not exist.
    #[error("there is no variable number {number}")]
    NoVariable { number: usize },
    /// It has no operation.
    #[error("an empty expression")]
    Empty,
    /// An operand is not written before its operation.
    #[error("an operand is missing")]
    NoOperand,
    /// A minimum or maximum without operands.
    #[error("no operands")]
    NoOperands,
    /// An operation has another number of operands than it takes.
    #[error("an operation has {found} operands, not {expected}")]
    OtherArity { found: usize, expected: usize },
    /// A truth value in place of a number; `operation` has the debug text of the operation.
    #[error("{operation} is no number")]
    NotNumber { operation: String },
}
