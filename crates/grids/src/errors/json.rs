//! The JSON of f-puzzles.

use std::fmt;

use super::{GridBoardError, GridRuleError, LinkError, NearName};
use crate::board::MAX_NUMBER;
use crate::fpuzzles::{MAX_TEXT, list_drawings};
use crate::shape::CellPlace;

/// An error at a value of the JSON. It displays with the path of the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LocatedFPuzzlesError {
    /// The path from the root, such as `killercage[0].cells[1]`; empty for the whole file.
    pub path: String,
    /// The error, with what was found and what was expected.
    pub error: FPuzzlesJsonError,
}

/// A value of the JSON that is not as expected. Values that were found are quoted and shortened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum FPuzzlesJsonError {
    #[error("a text of {bytes} bytes; expected at most {}", MAX_TEXT)]
    Length { bytes: usize },
    /// A text that is no JSON, with the words of its parser.
    #[error("no JSON: {reason}")]
    Syntax { reason: String },
    #[error("the key '{key}' occurs twice in an object")]
    KeyRepeat { key: String },
    #[error("no '{key}'; expected {expected}")]
    NoKey { key: &'static str, expected: &'static str },
    #[error("'{key}' is an unknown key, and may be a rule{near}")]
    UnknownKey { key: String, near: NearName },
    #[error("box indexers are no rule of this program")]
    BoxIndexer,
    #[error(
        "drawings that no rule of the file explains: {}; expected none, because their meaning \
         stands in the prose",
        list_drawings(.drawings)
    )]
    Drawings { drawings: Vec<String> },
    #[error("{found}; expected {expected}")]
    Mismatch { found: String, expected: &'static str },
    #[error("expected {expected}")]
    Absence { expected: &'static str },
    #[error("{found}; expected a number to {}", MAX_NUMBER)]
    Number { found: String },
    #[error("'{found}' is outside of the grid; expected R1C1 to R{rows}C{columns}")]
    OutsideGrid { found: String, rows: usize, columns: usize },
    #[error("an unknown field; expected {}", .fields.join(", "))]
    UnknownField { fields: &'static [&'static str] },
    #[error("an unknown field of a cell")]
    UnknownCellField,
    #[error("an unknown field of a drawing")]
    UnknownDrawingField,
    /// A value without the cells that it is about.
    #[error("{found}; expected no {name} without '{field}'")]
    Leftover { found: String, name: &'static str, field: &'static str },

    // The grid.
    #[error("{found} rows; expected {expected}")]
    Rows { found: usize, expected: usize },
    #[error("{found} cells; expected {expected}")]
    Cells { found: usize, expected: usize },
    #[error("given without a value")]
    GivenValue,

    // Rules.
    #[error("no cell")]
    NoCell,
    #[error("no direction")]
    NoDirection,
    #[error("a corner; expected a row or a column")]
    Corner,
    #[error("{cells} cells; expected two")]
    PairLength { cells: usize },
    #[error("{cell} begins a line; expected a cell of the bulb")]
    LineStart { cell: CellPlace },
    #[error("{left} cells and {right} cloneCells; expected as many")]
    Clones { left: usize, right: usize },
    #[error("two cells; expected cells between the circles")]
    DoubleArrowLength,
    #[error(transparent)]
    Link(#[from] LinkError),
    #[error(transparent)]
    Board(#[from] GridBoardError),
    #[error(transparent)]
    Rule(#[from] GridRuleError),
}

impl LocatedFPuzzlesError {
    /// Creates a fault of the whole file.
    pub(crate) fn new(error: impl Into<FPuzzlesJsonError>) -> Self {
        LocatedFPuzzlesError { path: String::new(), error: error.into() }
    }
}

impl fmt::Display for LocatedFPuzzlesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            return self.error.fmt(f);
        }
        write!(f, "{}: {}", self.path, self.error)
    }
}

impl std::error::Error for LocatedFPuzzlesError {}

impl<E: Into<FPuzzlesJsonError>> From<E> for LocatedFPuzzlesError {
    fn from(error: E) -> Self {
        LocatedFPuzzlesError::new(error)
    }
}
