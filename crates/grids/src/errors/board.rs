//! Boards, givens and regions that do not fit.

use parallax_model::Value;

use super::GridRuleError;
use crate::board::GridBase;
use crate::shape::{CellPlace, CellPlaces, MAX_SIDE};

/// A board that its base does not have, or a given, a cell or a rule that does not fit the board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum GridBoardError {
    #[error("a grid of {rows}x{columns}; expected sides from 1 to {}", MAX_SIDE)]
    Sides { rows: usize, columns: usize },
    #[error("a {} of {rows}x{columns}; expected as many rows as columns", .base.plain_word())]
    Oblong { base: GridBase, rows: usize, columns: usize },
    #[error(
        "a {} of {rows}x{columns}; expected as many rows as columns, or a line 'digits: 1-{}'",
        .base.plain_word(),
        .rows.max(.columns)
    )]
    OblongDigits { base: GridBase, rows: usize, columns: usize },
    #[error("a takuzu of {rows}x{columns}; expected even sides")]
    OddSides { rows: usize, columns: usize },
    #[error("a sudoku of {side} has no boxes; expected 'regions:' or 'no boxes'")]
    NoBoxes { side: usize },
    #[error("{digit} in {cell} is no digit here; expected {low} to {high}")]
    Given { digit: Value, cell: CellPlace, low: Value, high: Value },
    #[error("{cell} is black; expected a cell that takes a digit")]
    BlackCell { cell: CellPlace },
    /// A sum of a kakuro that has no run: down or across.
    #[error("{cell}: {sum} {direction}, but there is no run of white cells")]
    NoRun { cell: CellPlace, sum: i64, direction: &'static str },
    #[error(transparent)]
    Rule(#[from] GridRuleError),
}

/// A grid that lines do not divide into rooms.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum RoomError {
    #[error("{cell} does not touch the other cells of its group")]
    Apart { cell: CellPlace },
    #[error("a line between {cells}, which are in one group")]
    LineInside { cells: CellPlaces },
    #[error("{cell} is in two groups")]
    TwoGroups { cell: CellPlace },
}
