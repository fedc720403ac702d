//! Why a measurement of Keisukes fails.

use parallax_engines::SpecFault;
use parallax_instance::BrokenRuleError;
use parallax_model::engine_api::{Answer, PreparationError};
use parallax_model::{ModelError, ViolationError};
use parallax_puzzles::keisuke::KeisukeGenerationError;

use super::super::first_solution::TrialEnd;

/// Why a grid cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeisukeGridError {
    /// The generator fails.
    #[error(transparent)]
    Ungenerated(#[from] KeisukeGenerationError),
    /// Every drawn puzzle lists an entry twice.
    #[error("every puzzle that was drawn lists an entry twice")]
    Repeats,
    /// Runs of one length do not fill the grid.
    #[error("runs of length {length} do not fill a grid of {side}x{side}")]
    Length {
        /// The length of the runs.
        length: usize,
        /// The side of the grid.
        side: usize,
    },
}

/// Why a measurement fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeisukeRunError {
    /// No grid can be drawn.
    #[error(transparent)]
    Grid(#[from] KeisukeGridError),
    /// The spec of the engine is invalid.
    #[error(transparent)]
    Engine(#[from] SpecFault),
    /// The puzzle has no such model.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The engine does not accept the model.
    #[error("{0}")]
    Refused(PreparationError),
    /// A solution violates the model.
    #[error("{0}")]
    Violation(ViolationError),
    /// A solution breaks a rule of the puzzle.
    #[error(transparent)]
    Rule(#[from] BrokenRuleError),
    /// The engine returns an answer other than a solution.
    #[error("{engine}: {answer}")]
    OtherAnswer {
        /// The engine.
        engine: String,
        /// Its answer.
        answer: Answer,
    },
    /// The search ends without a solution.
    #[error("{0:?}")]
    Unsolved(TrialEnd),
    /// One of several searches fails.
    #[error("{search}: {error}")]
    Search {
        /// The name of the search.
        search: &'static str,
        /// The error.
        error: Box<KeisukeRunError>,
    },
}
