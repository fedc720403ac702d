//! Errors of an assignment that is not a solution.

use parallax_instance::{BrokenRuleError, DecodeError};
use parallax_model::engine_api::Answer;
use parallax_model::{Value, ViolationError};

/// Why an assignment is not a solution.
#[derive(Debug, thiserror::Error)]
pub(super) enum AssignmentError {
    /// It has a value for a variable that the formula does not have.
    #[error(
        "a value for variable {number}, but this formula has {variables}; was another --model or \
         --encoding encoded?"
    )]
    NoVariable { number: u64, variables: usize },
    /// It has two values for a variable of the formula.
    #[error("two values for variable {number}")]
    TwoValues { number: u64 },
    /// It violates a clause.
    #[error("clause {number} ({label}) has no true literal")]
    FalseClause {
        /// The number of the clause, from 1.
        number: usize,
        label: String,
    },
    /// A variable of the model has no value, or several.
    #[error("the assignment gives a variable of the model no single value")]
    NoSingleValue,
    /// It violates the model.
    #[error("{0}")]
    Violation(ViolationError),
    /// It breaks a rule of the puzzle.
    #[error(transparent)]
    Rule(#[from] BrokenRuleError),
    /// Its meaning in an exported formula cannot be read.
    #[error(transparent)]
    Meaning(#[from] DecodeError),
    /// A value is too large.
    #[error("the value {value} is beyond 32 bits")]
    LargeValue { value: i64 },
    /// The value of a variable is too large.
    #[error("the value {value} of {variable} is beyond 32 bits")]
    LargeVariable { variable: String, value: i64 },
    /// A variable has no value.
    #[error("its solution has no value of {variable}")]
    NoValue { variable: String },
    /// The value of a variable is outside its domain.
    #[error("{variable} = {value} is outside its domain")]
    OutsideDomain { variable: String, value: Value },
    /// An engine does not decide whether the hidden variables have values.
    #[error("{0}")]
    Undecided(Answer),
    /// No values of the hidden variables satisfy the model.
    #[error(
        "its values do not satisfy the model{}",
        if *.has_hidden { ", whatever values the hidden variables have" } else { "" }
    )]
    Unsatisfied {
        /// Whether the model has variables that are not shown.
        has_hidden: bool,
    },
}

impl From<ViolationError> for AssignmentError {
    fn from(violation: ViolationError) -> Self {
        AssignmentError::Violation(violation)
    }
}
