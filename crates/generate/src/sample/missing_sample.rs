//! Why no solution was drawn.

use parallax_model::engine_api::{Answer, PreparationError, StopReason};

use super::SampleError;

/// The reason why nothing can be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MissingSampleError {
    /// An engine did not answer: unknown or unsupported.
    #[error("{0}")]
    Unanswered(Answer),
    /// An engine returned a wrong solution, or counts that contradict each other.
    #[error(transparent)]
    Wrong(#[from] SampleError),
}

impl From<StopReason> for MissingSampleError {
    fn from(stop: StopReason) -> Self {
        MissingSampleError::Unanswered(stop.into())
    }
}

impl From<PreparationError> for MissingSampleError {
    fn from(refusal: PreparationError) -> Self {
        MissingSampleError::Unanswered(refusal.into())
    }
}
