//! Why a question to the formula of rule parts has no answer.

use parallax_model::engine_api::{Answer, StopReason};
use parallax_solvers::SolverError;

/// Why a question to the formula of rule parts has no answer.
#[derive(Debug, thiserror::Error)]
pub enum FormulaError {
    /// The solver fails.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A limit of the whole work was reached.
    #[error("{0}")]
    Stopped(StopReason),
    /// The limit of one question was reached.
    #[error("a question is too hard")]
    Hard,
}

impl From<FormulaError> for Answer {
    fn from(error: FormulaError) -> Self {
        match error {
            FormulaError::Stopped(stop) => stop.into(),
            other => Answer::Unknown(other.to_string().into()),
        }
    }
}
