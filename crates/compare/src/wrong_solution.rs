//! Why a candidate of a session is wrong, or one too many.

use parallax_instance::BrokenRuleError;
use parallax_model::ViolationError;
use parallax_model::decimal::DecimalNumber;

/// Why a candidate of a session is wrong, or one too many.
#[derive(Debug, thiserror::Error)]
pub(super) enum WrongSolution {
    /// It violates the model.
    #[error("wrong solution: {0}")]
    Violation(ViolationError),
    /// It breaks a rule of the puzzle.
    #[error("wrong solution: {0}")]
    Rule(BrokenRuleError),
    /// Its value is not better than the previous solution's.
    #[error("the value {value} after {before}, which is no better")]
    NoBetter {
        /// Its value.
        value: DecimalNumber,
        /// The value of the previous solution.
        before: DecimalNumber,
    },
    /// It exceeds the requested number of solutions.
    #[error("wrong answer: more solutions than the {limit} that were asked for")]
    TooMany {
        /// The requested number.
        limit: u64,
    },
    /// It is one of the last solutions.
    #[error("the same solution twice: {solution}")]
    Repetition {
        /// The solution as text.
        solution: String,
    },
    /// It is one of the earlier solutions.
    #[error("a solution twice among {count}")]
    EarlyRepetition {
        /// The number of solutions so far.
        count: u128,
    },
}
