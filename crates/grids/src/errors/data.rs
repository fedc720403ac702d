//! Kakuro data of MiniZinc.

use super::GridBoardError;
use crate::dzn::DZN_NAMES;
use crate::shape::CellPlace;

/// Data that are not as expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum KakuroDataError {
    #[error("'{found}'; expected 'name = value;'")]
    Statement { found: String },
    #[error("'{found}' is no name of kakuro; expected {}", DZN_NAMES.join(", "))]
    UnknownName { found: String },
    #[error("'{name}' is there twice")]
    NameRepeat { name: &'static str },
    #[error("no '{name}'")]
    NoName { name: &'static str },
    #[error("'{name}' is no number")]
    Number { name: &'static str },
    #[error("'grid_data' is not {rows} rows of {columns} cells")]
    Grid { rows: usize, columns: usize },
    #[error("'grid_data' has {value} in {cell}")]
    Cell { value: i64, cell: CellPlace },
    #[error("'{name}' has {found} rows, '{count}' says another")]
    Rows { name: &'static str, found: usize, count: &'static str },
    #[error("'{name}' has two clues in {cell}")]
    ClueRepeat { name: &'static str, cell: CellPlace },
    #[error("'{name}' has a row of {found} numbers; expected 4")]
    Row { name: &'static str, found: usize },
    #[error("'{name}' has a cell outside of the grid")]
    OutsideGrid { name: &'static str },
    #[error("'{name}' has a run of {length} after {cell}; the grid has {found}")]
    Run { name: &'static str, length: i64, cell: CellPlace, found: usize },
    #[error(transparent)]
    Board(#[from] GridBoardError),
}
