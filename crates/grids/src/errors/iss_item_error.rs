//! Constraint strings of Interactive Sudoku Solver.

use super::{GridBoardError, GridRuleError, NearName};
use crate::board::MAX_NUMBER;
use crate::iss::MAX_SIDE;
use crate::shape::CellPlace;

/// An item of a constraint string that is not as expected. Texts that were found are shortened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ItemError {
    #[error("expected {expected}")]
    Absence { expected: &'static str },
    #[error("'{found}'; expected {expected}")]
    Mismatch { found: String, expected: &'static str },
    #[error("'{found}'; expected a number to {}", MAX_NUMBER)]
    Number { found: String },
    #[error("'{found}' is outside of the grid")]
    OutsideGrid { found: String },
    #[error("the line is outside of the grid")]
    LineOutsideGrid,
    #[error("'.{found}' is no constraint that is read here{near}")]
    UnknownType { found: String, near: NearName },
    #[error("{found} arguments; expected {expected}")]
    Arguments { found: usize, expected: usize },
    #[error("{found} arguments; expected more")]
    FewArguments { found: usize },
    #[error("'{found}' after it")]
    ExtraArgument { found: String },
    #[error("{cell} occurs twice")]
    CellRepeat { cell: CellPlace },
    #[error("{found} cells; expected {least} or more")]
    Cells { found: usize, least: usize },
    #[error("{cell} touches no other cell of the list")]
    LooseCell { cell: CellPlace },
    #[error("a second time")]
    Repeat,
    #[error("a second time at this place")]
    PlaceRepeat,

    // The board.
    #[error("a second shape")]
    ShapeRepeat,
    #[error("a second jigsaw")]
    JigsawRepeat,
    #[error("expected ROWSxCOLUMNS to {}, and the digits", MAX_SIDE)]
    Shape,
    #[error("expected {least} to {} digits, from 0 or 1", MAX_SIDE)]
    DigitCount { least: usize },
    #[error("{found} symbols; expected {expected}")]
    Symbols { found: usize, expected: usize },
    #[error("regions of other sizes than {least} to {most}")]
    RegionSizes { least: usize, most: usize },
    #[error("two digits in {cell}")]
    TwoDigits { cell: CellPlace },

    // Rules.
    #[error("with digits from {low}; expected digits from 1")]
    LowestDigit { low: parallax_model::Value },
    #[error("a pill of {size}; expected 2 or 3")]
    PillSize { size: i64 },
    #[error("a pill with more than 9 digits; expected 9 digits or fewer")]
    PillDigits,
    #[error("residues by {number}; expected 3")]
    Residues { number: i64 },
    #[error("no four cells there")]
    NoQuadruple,
    #[error(transparent)]
    Board(#[from] GridBoardError),
    #[error(transparent)]
    Rule(#[from] GridRuleError),
}
