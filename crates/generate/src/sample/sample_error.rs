//! Errors of an engine that answers questions about samples.

use parallax_instance::BrokenRuleError;
use parallax_model::ViolationError;
use parallax_model::engine_api::SolutionCount;

/// Why the answer of an engine is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SampleError {
    /// A solution violates the model.
    #[error("wrong solution: {0}")]
    Violation(ViolationError),
    /// A solution breaks a rule of the puzzle.
    #[error("wrong solution: {0}")]
    Rule(#[from] BrokenRuleError),
    /// A solution does not belong to the part that the question is about.
    #[error("wrong solution: it contradicts a given")]
    Given,
    /// There are more solutions than the limit.
    #[error("wrong answer: more solutions than were asked for")]
    TooMany,
    /// The solver of the engine contradicts itself; its message.
    #[error("wrong solution: {0}")]
    Solver(String),
    /// The answer contradicts the number of candidates; a description.
    #[error("wrong answer: {0}")]
    Contradiction(String),
    /// A list has a solution twice.
    #[error("a solution twice among {number}")]
    Repeat {
        /// The number of solutions.
        number: usize,
    },
    /// The parts of a whole have more or fewer solutions.
    #[error("wrong count: {total} solutions, but {found} in parts")]
    Sum {
        /// The number of solutions of the whole.
        total: SolutionCount,
        /// The sum of the numbers of the parts.
        found: SolutionCount,
    },
    /// A count promised a solution that does not exist.
    #[error("wrong count: a solution is missing where {fixed} variables are fixed")]
    Lost {
        /// The number of variables that are fixed.
        fixed: usize,
    },
    /// The answer of an engine is wrong.
    #[error("{engine}: {error}")]
    Engine {
        /// The name of the engine.
        engine: String,
        /// The error.
        error: Box<SampleError>,
    },
}

impl From<ViolationError> for SampleError {
    fn from(violation: ViolationError) -> Self {
        SampleError::Violation(violation)
    }
}
