//! Why no solution was drawn.

use parallax_model::ask::{Answer, Refusal, Stop};

use super::SampleError;

/// The reason why nothing can be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Missing {
    /// An engine did not answer: unknown or unsupported.
    #[error("{0}")]
    Unanswered(Answer),
    /// An engine returned a wrong solution, or counts that contradict each other.
    #[error(transparent)]
    Wrong(#[from] SampleError),
}

impl From<Stop> for Missing {
    fn from(stop: Stop) -> Self {
        Missing::Unanswered(stop.into())
    }
}

impl From<Refusal> for Missing {
    fn from(refusal: Refusal) -> Self {
        Missing::Unanswered(refusal.into())
    }
}
