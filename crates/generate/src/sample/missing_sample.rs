//! Why no solution was drawn.

use std::fmt;

use parallax_model::ask::{Answer, Refusal, Stop};

/// The reason why nothing can be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// An engine did not answer: unknown or unsupported.
    Unanswered(Answer),
    /// An engine returned a wrong solution, or counts that contradict each other.
    Wrong(String),
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

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Missing::Unanswered(answer) => answer.fmt(f),
            Missing::Wrong(how) => f.write_str(how),
        }
    }
}
