//! Names that denote no instance or form.

use parallax_model::engine_api::did_you_mean;
use parallax_puzzles::errors::{GeneratorError, PuzzleNameError};

use super::forms::{InputForm, names};

/// A name that no form of inputs has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no puzzle '{name}'{}; expected one of {}",
    did_you_mean(.name, InputForm::all().map(InputForm::name)),
    names()
)]
pub struct UnknownForm {
    /// The name.
    pub name: String,
}

/// Why a name like `latin:4` makes no instance. The text does not repeat the name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum GeneratedNameError {
    /// The name makes no puzzle.
    #[error(transparent)]
    Puzzle(#[from] PuzzleNameError),
    /// The name makes no model.
    #[error(transparent)]
    Model(#[from] GeneratorError),
}
