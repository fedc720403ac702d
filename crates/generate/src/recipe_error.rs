//! Why a recipe makes no instance.

use std::num::NonZeroU32;

use parallax_grids::DraftError;
use parallax_puzzles::MODEL_GENERATOR_NAMES;
use parallax_puzzles::errors::{GeneratorError, RequestError};
use parallax_puzzles::keisuke::{KeisukeGenerationError, LocatedKeisukeError};

use super::clauses::{MAX_LITERALS, MAX_VARIABLES};

/// Why a recipe makes no instance.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RecipeError {
    /// No board meets the request.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// No grid meets the request.
    #[error(transparent)]
    Draft(#[from] DraftError),
    /// No Keisuke was drawn.
    #[error(transparent)]
    Keisuke(#[from] KeisukeGenerationError),
    /// A Keisuke has no form without its black cells.
    #[error(transparent)]
    HiddenCells(#[from] LocatedKeisukeError),
    /// No formula has such clauses.
    #[error(transparent)]
    Clauses(#[from] RandomClausesError),
    /// A name makes no model.
    #[error(transparent)]
    Model(#[from] NamedModelError),
    /// The requested steps include a technique that assumes a unique solution.
    #[error("--must-use: a technique that assumes a unique solution cannot be required")]
    UniquenessTechnique,
    /// No draw takes the requested steps.
    #[error("none of {draws} draws takes such steps")]
    Steps {
        /// The number of draws.
        draws: NonZeroU32,
    },
}

/// Why no formula has such clauses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RandomClausesError {
    /// The number of variables is out of range.
    #[error("{variables} variables; expected 1 to {MAX_VARIABLES}")]
    Variables {
        /// The number of variables.
        variables: usize,
    },
    /// A clause has no literals, or more than there are variables.
    #[error("clauses of {width} literals; expected 1 to {variables}, the number of variables")]
    Width {
        /// The number of literals of a clause.
        width: usize,
        /// The number of variables.
        variables: usize,
    },
    /// All clauses together are too large.
    #[error("{clauses} clauses of {width} literals; expected at most {MAX_LITERALS} literals")]
    Literals {
        /// The number of clauses.
        clauses: usize,
        /// The number of literals of a clause.
        width: usize,
    },
    /// There are not enough different clauses.
    #[error("{clauses} different clauses; expected at most {most}, half of all possible clauses")]
    Clauses {
        /// The number of clauses.
        clauses: usize,
        /// The maximum number.
        most: u128,
    },
}

/// Why a name makes no model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NamedModelError {
    /// The name has a seed.
    #[error("'{name}' has a seed; expected a name without one, and --seed")]
    Seed {
        /// The name.
        name: String,
    },
    /// No model has a name that begins like this.
    #[error("'{name}' names no model; expected one that begins with {}", beginnings())]
    Unknown {
        /// The name.
        name: String,
    },
    /// The generator of models refuses the name.
    #[error(transparent)]
    Generator(#[from] GeneratorError),
    /// The seed of the run and the number of the instance have no sum.
    #[error("no seed {seed} + {number}")]
    LargeSeed {
        /// The seed of the run.
        seed: u64,
        /// The number of the instance.
        number: u64,
    },
}

/// Returns the beginnings of names of models.
fn beginnings() -> String {
    MODEL_GENERATOR_NAMES.map(|name| format!("{name}:")).join(", ")
}
