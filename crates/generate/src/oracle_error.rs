//! Why an oracle has no answer.

use parallax_instance::BrokenRuleError;
use parallax_model::engine_api::{Answer, EndReason, PreparationError};
use parallax_model::{ModelError, ViolationError};

/// The error of an oracle, with its engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{engine}: {error}")]
pub struct OracleFault {
    /// The name of the engine.
    pub engine: String,
    /// The error.
    pub error: OracleError,
}

/// Why an oracle has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OracleError {
    /// The instance has no model.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The engine does not take the model.
    #[error("{0}")]
    Refused(PreparationError),
    /// A solution of the engine is wrong.
    #[error("no solution: {0}")]
    Solution(#[from] WrongSolution),
    /// The engine has no answer; the reason.
    #[error("{}", .0.unknown_reason().unwrap_or_default())]
    Unanswered(Answer),
    /// The engine ends before it has all solutions.
    #[error("{0}")]
    EngineEnd(EndReason),
}

/// Why a candidate of an engine is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongSolution {
    /// It violates the model.
    #[error("{0}")]
    Violation(ViolationError),
    /// It breaks a rule of the puzzle.
    #[error(transparent)]
    Rule(#[from] BrokenRuleError),
    /// The engine has returned it before.
    #[error("it occurs twice")]
    Repeat,
}

impl From<ViolationError> for WrongSolution {
    fn from(violation: ViolationError) -> Self {
        WrongSolution::Violation(violation)
    }
}
