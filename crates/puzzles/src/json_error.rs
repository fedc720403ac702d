//! Errors in the JSON of puzzles.

use std::fmt;

use crate::errors::{BoardError, CardError};
use crate::keisuke::{EntryError, KeisukeError};

/// An error at a value of JSON. It displays with the path of the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct JsonFault {
    /// The path, such as `.cells[3]`; empty for a whole puzzle.
    pub path: String,
    /// The error, with what was found and what was expected.
    pub error: JsonError,
}

/// A value of JSON that is not as expected. Values that were found are shortened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum JsonError {
    #[error(
        "an unknown member, which may make another puzzle; expected {}, or a note such as name, \
         source or comment",
        .members.join(", ")
    )]
    UnknownMember { members: &'static [&'static str] },
    #[error("missing; expected {expected}")]
    NoMember { expected: &'static str },
    #[error("{found}; expected {expected}")]
    Mismatch { found: String, expected: &'static str },

    // Sudoku.
    #[error("{found} cells; expected {rows}, as there are {rows} rows")]
    RowCells { found: usize, rows: usize },
    #[error("{found}; expected 1 to {order}, or 0 for a blank")]
    Cell { found: String, order: usize },
    #[error("{found} in row {}, column {}; expected 1 to {order}, or 0 for a blank", .row + 1, .column + 1)]
    CellAt { found: String, row: usize, column: usize, order: usize },
    #[error("{found} numbers; expected {} for order {order}", .order * .order)]
    Numbers { found: usize, order: usize },
    #[error(transparent)]
    Board(#[from] BoardError),

    // SET.
    #[error("expected `cards`, an array of objects")]
    NoCards,
    #[error("it has no cards; expected some")]
    EmptyCards,
    #[error("card {} has the attributes {attributes}, card 1 has {first}", .card + 1)]
    CardAttributes { card: usize, attributes: String, first: String },
    #[error("expected an object from attribute to value")]
    CardObject,
    #[error("'{name}' is {found}; expected a text or a whole number")]
    CardValue { name: String, found: String },
    #[error(transparent)]
    Cards(#[from] CardError),

    // Keisuke.
    #[error("a row of {found} cells; expected {expected}")]
    Row { found: usize, expected: usize },
    #[error("'{found}' is not a cell; expected #, . or a digit")]
    KeisukeCell { found: char },
    #[error(transparent)]
    Entry(#[from] EntryError),
    #[error(transparent)]
    Keisuke(#[from] KeisukeError),
}

impl JsonError {
    /// Places the error at a path.
    pub(crate) fn at(self, path: impl Into<String>) -> JsonFault {
        JsonFault { path: path.into(), error: self }
    }
}

impl JsonFault {
    /// Places the fault inside of a value at a path.
    pub(crate) fn within(mut self, path: &str) -> Self {
        self.path.insert_str(0, path);
        self
    }
}

impl fmt::Display for JsonFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            return self.error.fmt(f);
        }
        write!(f, "{}: {}", self.path, self.error)
    }
}

impl<E: Into<JsonError>> From<E> for JsonFault {
    fn from(error: E) -> Self {
        error.into().at("")
    }
}
