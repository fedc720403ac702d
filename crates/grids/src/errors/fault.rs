//! An error in a text, before the file's name and the line are known.

use std::fmt;

use parallax_model::instance::{InputError, Lines};

use super::{
    AddressError, BoardError, CodeError, DataError, GameError, ItemError, JsonFault, LineError,
    MarkError, RoomError, RuleError,
};

/// An error at a place of a line, or of a structure. It displays with its column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The column of the line, from 1, if the error is at one.
    pub column: Option<usize>,
    /// The error, with what was found and what was expected.
    pub error: TextError,
}

/// An error in a text of any form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TextError {
    /// An error of a whole line of the plain form.
    #[error("'{line}': {error}")]
    WholeLine { line: String, error: LineError },
    #[error(transparent)]
    Line(#[from] LineError),
    #[error(transparent)]
    Mark(#[from] MarkError),
    /// An error of a whole item of a constraint string.
    #[error("'.{kind}': {error}")]
    WholeItem { kind: String, error: ItemError },
    #[error(transparent)]
    Item(#[from] ItemError),
    #[error(transparent)]
    Code(#[from] CodeError),
    #[error(transparent)]
    Game(#[from] GameError),
    #[error(transparent)]
    Address(#[from] AddressError),
    #[error(transparent)]
    Data(#[from] DataError),
    #[error(transparent)]
    Json(#[from] JsonFault),
    #[error(transparent)]
    Board(#[from] BoardError),
    #[error(transparent)]
    Room(#[from] RoomError),
    #[error(transparent)]
    Rule(#[from] RuleError),
}

impl Fault {
    /// Creates a fault of a whole line.
    pub(crate) fn new(error: impl Into<TextError>) -> Self {
        Fault { column: None, error: error.into() }
    }

    /// Creates a fault at a column, counted from 1.
    pub(crate) fn at(column: usize, error: impl Into<TextError>) -> Self {
        Fault { column: Some(column), error: error.into() }
    }

    /// Returns the error of a text, at a line of it.
    pub(crate) fn on_line(&self, lines: &Lines<'_>, number: usize) -> InputError {
        let error = lines.error(self.error.to_string());
        match self.column {
            Some(column) => error.at(number, column),
            None => error.at_line(number),
        }
    }

    /// Returns the fault with its error inside of another one.
    pub(crate) fn wrap(self, outer: impl FnOnce(TextError) -> TextError) -> Self {
        Fault { column: self.column, error: outer(self.error) }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            Some(column) => write!(f, "column {column}: {}", self.error),
            None => self.error.fmt(f),
        }
    }
}

/// Lets `?` turn errors into faults of a whole line.
macro_rules! whole_line {
    ($($error:ty),+) => {
        $(impl From<$error> for Fault {
            fn from(error: $error) -> Self {
                Fault::new(error)
            }
        })+
    };
}

whole_line!(
    AddressError,
    BoardError,
    CodeError,
    DataError,
    GameError,
    ItemError,
    JsonFault,
    LineError,
    RoomError,
    RuleError
);
