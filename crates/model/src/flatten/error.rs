//! Reasons why an expression cannot be flattened to constraints.

use super::{MAX_DISTINCT, MAX_POWER_ROWS};
use crate::{MAX_VALUE, ModelError};

/// A fault of an expression, or the reason why flattening stopped early.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the text of a variant says what its fields are")]
pub enum FlattenError {
    /// The caller asked to stop.
    #[error("stopped")]
    Stopped,
    /// The constraints would take too much memory.
    #[error("the expressions take more than {most} steps to write out")]
    TooManySteps { most: usize },
    /// A coefficient or a constant leaves 64 bits.
    #[error("a number is too large")]
    LargeNumber,
    /// A hidden variable would have values that models do not allow.
    #[error("an integer may be from {low} to {high}; values beyond {MAX_VALUE} are not supported")]
    LargeInteger { low: i128, high: i128 },
    /// A power would have values that models do not allow.
    #[error("a power may be beyond {MAX_VALUE}; such values are not supported")]
    LargePower,
    /// The table of a power would be too large.
    #[error("a power of {rows} pairs of operands; at most {MAX_POWER_ROWS} are supported")]
    LongPower { rows: u64 },
    /// A truth value would need too many comparisons.
    #[error(
        "a 'distinct' of {parts} parts within another expression; at most {MAX_DISTINCT} are \
         supported there"
    )]
    LongDistinct { parts: usize },
    /// A minimum or maximum without operands.
    #[error("no operands")]
    NoOperands,
    /// A product that is compared with a number has two variables: a fault of the flattener.
    #[error("a product has more than one variable")]
    TwoFactors,
    /// A division lacks the part that was asked for: a fault of the flattener.
    #[error("a division has no result")]
    NoResult,
    /// A sum that only one node uses is used again: a fault of the flattener.
    #[error("a sum was given away twice")]
    SumTwice,
    /// A truth value in place of an integer: a fault of the flattener.
    #[error("a truth value stands for an integer")]
    NotInteger,
    /// The model refuses a variable or a constraint.
    #[error(transparent)]
    Model(Box<ModelError>),
}

impl From<ModelError> for FlattenError {
    fn from(fault: ModelError) -> Self {
        FlattenError::Model(Box::new(fault))
    }
}
