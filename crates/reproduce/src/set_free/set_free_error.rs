//! Faults of cases and of collections.

use parallax_model::engine_api::CaughtPanic;
use parallax_model::{ModelError, ViolationError};
use parallax_puzzles::errors::CardError;

use super::cases::HyperplaneCase;

/// Why a list of cases does not cover a question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CaseListError {
    /// A case is missing.
    #[error("the case {0} is missing")]
    Missing(HyperplaneCase),
    /// The points of a case may lie in a smaller space.
    #[error("the case {0} need not have an affine basis")]
    NoBasis(HyperplaneCase),
}

/// Why cards are no collection without a set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CollectionError {
    /// They violate the model.
    #[error("{0}")]
    Violation(ViolationError),
    /// They make no board.
    #[error(transparent)]
    Cards(#[from] CardError),
    /// There are more or fewer cards.
    #[error("{found} cards; expected {expected}")]
    Number { found: usize, expected: usize },
    /// Three cards are a set; their numbers from 1.
    #[error("cards {}, {} and {} are a set", .0[0], .0[1], .0[2])]
    Set([usize; 3]),
}

impl From<ViolationError> for CollectionError {
    fn from(violation: ViolationError) -> Self {
        CollectionError::Violation(violation)
    }
}

/// Why a case is not searched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CaseSearchError {
    /// The run was interrupted before.
    #[error("interrupted")]
    Interrupted,
    /// The case has no model.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The solver panicked.
    #[error(transparent)]
    Panic(#[from] CaughtPanic),
}
