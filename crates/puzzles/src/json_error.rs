//! Errors in the JSON of puzzles.

use std::fmt;

/// An error at a value of JSON. It displays with the path of the value. Each puzzle has errors of
/// its own, of which [`PuzzleJsonError`] are some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LocatedPuzzleJsonError<E> {
    /// The path, such as `.cells[3]`; empty for a whole puzzle.
    pub path: String,
    /// The error, with what was found and what was expected.
    pub error: E,
}

/// A value of JSON that is not as any puzzle expects. Values that were found are shortened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PuzzleJsonError {
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
}

impl<E> LocatedPuzzleJsonError<E> {
    /// Places an error at a path.
    pub(crate) fn new(path: impl Into<String>, error: impl Into<E>) -> Self {
        LocatedPuzzleJsonError { path: path.into(), error: error.into() }
    }

    /// Places the fault inside of a value at a path.
    pub(crate) fn within_path(mut self, path: &str) -> Self {
        self.path.insert_str(0, path);
        self
    }
}

impl<E: fmt::Display> fmt::Display for LocatedPuzzleJsonError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            return self.error.fmt(f);
        }
        write!(f, "{}: {}", self.path, self.error)
    }
}

impl<E> From<E> for LocatedPuzzleJsonError<E> {
    fn from(error: E) -> Self {
        LocatedPuzzleJsonError { path: String::new(), error }
    }
}
