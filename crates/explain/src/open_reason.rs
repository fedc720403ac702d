//! Why something about a set of parts stays open.

use parallax_model::ModelError;
use parallax_model::engine_api::Answer;

use super::procedure::unknown_reason;

/// Why something about a set of parts stays open.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenReason {
    /// An engine has no answer.
    #[error("{}", unknown_reason(.0))]
    Unanswered(Answer),
    /// There is no engine.
    #[error("no engine answers")]
    NoEngine,
    /// The rest of the text has no model.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The reader of the text does not solve a part of it; its words.
    #[error("{0}")]
    Excerpt(String),
    /// The text supports all parts.
    #[error("all parts together have a solution there")]
    AllParts,
    /// The text demands other sets.
    #[error("the sets of the file itself differ")]
    OtherSets,
}

impl From<Answer> for OpenReason {
    fn from(answer: Answer) -> Self {
        OpenReason::Unanswered(answer)
    }
}
