//! An error in a text, before the file's name and the line are known.

use std::fmt;

use parallax_instance::{InputError, LineReader};

use super::{
    AddressError, CodeError, GameError, GridBoardError, GridRuleError, ItemError, KakuroDataError,
    LocatedFPuzzlesError, MarkError, PlainLineError, RoomError,
};

/// An error at a place of a line, or of a structure. It displays with its column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LocatedTextError {
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
    WholeLine { line: String, error: PlainLineError },
    #[error(transparent)]
    Line(#[from] PlainLineError),
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
    Data(#[from] KakuroDataError),
    #[error(transparent)]
    Json(#[from] LocatedFPuzzlesError),
    #[error(transparent)]
    Board(#[from] GridBoardError),
    #[error(transparent)]
    Room(#[from] RoomError),
    #[error(transparent)]
    Rule(#[from] GridRuleError),
}

impl LocatedTextError {
    /// Creates a fault of a whole line.
    pub(crate) fn new(error: impl Into<TextError>) -> Self {
        LocatedTextError { column: None, error: error.into() }
    }

    /// Creates a fault at a column, counted from 1.
    pub(crate) fn at_column(column: usize, error: impl Into<TextError>) -> Self {
        LocatedTextError { column: Some(column), error: error.into() }
    }

    /// Returns the error of a text, at a line of it.
    pub(crate) fn on_line(&self, lines: &LineReader<'_>, number: usize) -> InputError {
        let error = lines.make_error(self.error.to_string());
        match self.column {
            Some(column) => error.at_position(number, column),
            None => error.at_line(number),
        }
    }

    /// Returns the fault with its error inside of another one.
    pub(crate) fn wrap_error(self, outer: impl FnOnce(TextError) -> TextError) -> Self {
        LocatedTextError { column: self.column, error: outer(self.error) }
    }
}

impl fmt::Display for LocatedTextError {
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
        $(impl From<$error> for LocatedTextError {
            fn from(error: $error) -> Self {
                LocatedTextError::new(error)
            }
        })+
    };
}

whole_line!(
    AddressError,
    GridBoardError,
    CodeError,
    KakuroDataError,
    GameError,
    ItemError,
    LocatedFPuzzlesError,
    PlainLineError,
    RoomError,
    GridRuleError
);
