//! Why a candidate of a session is no solution, or one too many.

use parallax_instance::BrokenRuleError;
use parallax_model::ViolationError;
use parallax_model::decimal::DecimalNumber;

/// Why a candidate of a session is no solution, or one too many.
#[derive(Debug, thiserror::Error)]
pub(super) enum WrongSolution {
    /// It violates the model.
    #[error("wrong solution: {0}")]
    Violation(ViolationError),
    /// It breaks a rule of the puzzle.
    #[error("wrong solution: {0}")]
    Rule(BrokenRuleError),
    /// Its value is not better than that of the one before.
    #[error("the value {value} after {before}, which is no better")]
    NoBetter {
        /// Its value.
        value: DecimalNumber,
        /// The value of the one before.
        before: DecimalNumber,
    },
    /// It comes after as many as were asked for.
    #[error("wrong answer: more solutions than the {limit} that were asked for")]
    TooMany {
        /// The number that was asked for.
        limit: u64,
    },
    /// It is one of the last solutions.
    #[error("the same solution twice: {solution}")]
    Repetition {
        /// The solution in words.
        solution: String,
    },
    /// It is one of the earlier solutions.
    #[error("a solution twice among {count}")]
    EarlyRepetition {
        /// The number of solutions so far.
        count: u128,
    },
}
