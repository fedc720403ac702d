//! Why the models cannot be measured.

use parallax_engines::SpecFault;

use super::super::first_solution::TrialEnd;
use super::random_boards::MAX_DRAWN_BOARDS;

/// Why the models cannot be measured.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelsError {
    /// There is no such search.
    #[error(transparent)]
    Engine(#[from] SpecFault),
    /// No random board has the number of empty cells.
    #[error("no board with {empty} empty cells among {MAX_DRAWN_BOARDS} drawn")]
    NoBoard {
        /// The number of empty cells.
        empty: usize,
    },
    /// A search ends with a fault, or at a limit that it should not have.
    #[error("{}", .0.reason().unwrap_or_default())]
    Search(TrialEnd),
    /// A search finds no solution of a board that has one.
    #[error("the model {model} has no solution where there is one")]
    NoSolution {
        /// The model.
        model: &'static str,
    },
}
