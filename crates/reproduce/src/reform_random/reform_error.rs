//! Why random problems cannot be measured.

use parallax_model::engine_api::{Answer, EndReason, SolutionCount};
use parallax_model::{ModelError, ViolationError};
use parallax_puzzles::csp::RandomBinaryProblem;
use parallax_puzzles::errors::ProblemError;

/// Why a setting has no problems to measure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReformSettingError {
    /// There is no problem of a point.
    #[error("{problem}: {error}")]
    Problem {
        /// The problem.
        problem: Box<RandomBinaryProblem>,
        /// The reason.
        error: ProblemError,
    },
    /// There are no problems or no engines.
    #[error("there is nothing to measure")]
    Nothing,
    /// There are more problems than this machine can number.
    #[error("there are too many problems")]
    TooMany,
    /// The seed would be too large.
    #[error("there is no seed {seed} + {number}")]
    Seed {
        /// The seed of the setting.
        seed: u64,
        /// The number of the problem.
        number: u64,
    },
}

/// Why random problems cannot be measured.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReformRunError {
    /// The setting has no problems.
    #[error(transparent)]
    Setting(#[from] ReformSettingError),
    /// A problem has no model.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// An engine does not count the solutions of a problem.
    #[error("{problem}: {engine}: {error}")]
    Engine {
        /// The problem.
        problem: Box<RandomBinaryProblem>,
        /// The engine.
        engine: String,
        /// The reason.
        error: ReformCountError,
    },
    /// Two engines count different numbers of solutions.
    #[error("{problem}: {count} solutions by {engine}, {other_count} solutions by {other}")]
    Different {
        /// The problem.
        problem: Box<RandomBinaryProblem>,
        /// The first count.
        count: SolutionCount,
        /// The engine of the first count.
        engine: String,
        /// The other count.
        other_count: SolutionCount,
        /// The other engine.
        other: String,
    },
}

/// Why an engine does not count the solutions of a problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReformCountError {
    /// A solution violates the model.
    #[error("{0}")]
    Violation(ViolationError),
    /// The solver of the engine contradicts itself; its message.
    #[error("{0}")]
    Solver(String),
    /// The engine ends before the time is over.
    #[error("{0}")]
    EngineEnd(EndReason),
    /// The engine does not say why its answer is incomplete.
    #[error("{0}")]
    Incomplete(Answer),
}
