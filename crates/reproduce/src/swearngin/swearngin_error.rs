//! Why deals cannot be measured.

use parallax_instance::BrokenRuleError;
use parallax_model::engine_api::PreparationError;
use parallax_model::{ModelError, ViolationError};
use parallax_puzzles::errors::CardError;

use super::deals::DECK_SIZE;

/// Why cards cannot be dealt.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeckDealError {
    /// The deck does not deal that many cards.
    #[error("{cards} cards; expected 1 to {DECK_SIZE}")]
    Cards {
        /// The number of cards.
        cards: usize,
    },
    /// The cards make no board.
    #[error(transparent)]
    Board(#[from] CardError),
}

/// Why deals cannot be measured.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SwearnginError {
    /// Cards cannot be dealt.
    #[error(transparent)]
    Deal(#[from] DeckDealError),
    /// A board has no model.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// An algorithm refuses the model.
    #[error("{way}: {refusal}")]
    Refused {
        /// The name of the algorithm.
        way: &'static str,
        /// The reason.
        refusal: PreparationError,
    },
    /// A solution violates the model.
    #[error("{0}")]
    Violation(ViolationError),
    /// A solution is no set.
    #[error(transparent)]
    Rule(#[from] BrokenRuleError),
    /// Two algorithms find different sets.
    #[error("the algorithms find different sets among\n{board}")]
    Different {
        /// The board in its own form.
        board: String,
    },
}

impl From<ViolationError> for SwearnginError {
    fn from(violation: ViolationError) -> Self {
        SwearnginError::Violation(violation)
    }
}
