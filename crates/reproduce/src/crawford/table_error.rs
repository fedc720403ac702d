//! Why a table cannot be made.

use parallax_model::ModelError;
use parallax_puzzles::errors::PuzzleBoardError;

use super::table_kind::CrawfordTableKind;

/// Why a table cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// There is no empty board of the order.
    #[error(transparent)]
    Board(#[from] PuzzleBoardError),
    /// The puzzle has no such model.
    #[error(transparent)]
    Viewpoint(#[from] ModelError),
    /// The oracle makes no board.
    #[error("no board")]
    NoBoard,
}

/// A name that no table has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no table '{name}'; expected one of {}", CrawfordTableKind::ALL.map(CrawfordTableKind::name).join(", "))]
pub struct UnknownTable {
    /// The name.
    pub name: String,
}
