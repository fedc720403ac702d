//! Parts of a Keisuke that do not fit.

use std::fmt;

use super::super::grid_rules::cell_name;
use super::super::line_fields::count_noun;
use super::board::{KeisukeEntry, MAX_SIDE, RunDirection};

/// An inconsistency of a puzzle, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocatedKeisukeError {
    /// The name of the list that it is about, if it is about one.
    pub list: Option<&'static str>,
    /// The error, with what was found and what was expected.
    pub error: KeisukeError,
    /// The place, if it is a single one.
    pub spot: Option<KeisukeSpot>,
}

/// A place in a Keisuke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeisukeSpot {
    /// A cell, row by row from 0.
    Cell(usize),
    /// A list.
    List(RunDirection),
    /// An entry of a list, from 0.
    Entry(RunDirection, usize),
}

/// Parts of a Keisuke that do not fit each other.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeisukeError {
    /// A side is out of range.
    #[error("a grid of {height}x{width} cells; expected sides of 1 to {}", MAX_SIDE)]
    Size {
        /// The number of rows.
        height: usize,
        /// The number of columns.
        width: usize,
    },
    /// The grid has another number of cells.
    #[error("{}; expected {height} x {width}", count_noun(*.cells, "cell", "cells"))]
    Cells {
        /// The number of cells.
        cells: usize,
        /// The number of rows.
        height: usize,
        /// The number of columns.
        width: usize,
    },
    /// A clue is no digit.
    #[error("a clue beyond 9; expected a digit")]
    Digit,
    /// No run covers a clue.
    #[error(
        "the clue {digit} at {} is in no run of two or more cells, so no entry covers it",
        cell_name(*.width, *.cell)
    )]
    LooseClue {
        /// The clue.
        digit: u8,
        /// The cell, row by row from 0.
        cell: usize,
        /// The number of columns.
        width: usize,
    },
    /// An entry has no digits.
    #[error("an entry without digits; expected at least two")]
    EmptyEntry,
    /// An entry has one digit.
    #[error(
        "the entry {entry} has one digit; expected at least two, because runs of one cell have no \
         entry"
    )]
    ShortEntry {
        /// The entry.
        entry: KeisukeEntry,
    },
    /// An entry is longer than a line.
    #[error(
        "the entry {entry} has {} digits, but a {line} has {}",
        .entry.digits().len(),
        count_noun(*.cells, "cell", "cells")
    )]
    LongEntry {
        /// The entry.
        entry: KeisukeEntry,
        /// A line in words: row, column or line.
        line: &'static str,
        /// The number of its cells.
        cells: usize,
    },
    /// A list has more entries than a grid has runs.
    #[error("more than {most} entries, the most that fit a grid")]
    Entries {
        /// The largest number of entries.
        most: usize,
    },
    /// A list has more or fewer entries of a length than the grid has runs.
    #[error(
        "{} of length {length}, but the grid has {} of length {length}{}",
        count_noun(*.entries, "entry", "entries"),
        if *.runs == 0 { "no run".to_owned() } else { count_noun(*.runs, "run", "runs") },
        .direction.map_or_else(String::new, |direction| format!(" {direction}"))
    )]
    Runs {
        /// The length.
        length: usize,
        /// The number of entries of this length.
        entries: usize,
        /// The number of runs of this length.
        runs: usize,
        /// The direction of the list, if it has one.
        direction: Option<RunDirection>,
    },
    /// The entries of an unknown grid are too long for its lines.
    #[error(
        "{} with {digits} digits do not fit {} of {}, with a black cell between two entries",
        count_noun(*.entries, "entry", "entries"),
        count_noun(*.lines, line, &format!("{line}s")),
        count_noun(*.cells, "cell", "cells")
    )]
    Room {
        /// The number of entries.
        entries: usize,
        /// The number of their digits.
        digits: usize,
        /// The number of lines.
        lines: usize,
        /// A line in words: row, column or line.
        line: &'static str,
        /// The number of cells of a line.
        cells: usize,
    },
}

/// A text that is no entry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not an entry; expected digits", super::super::line_fields::shorten_text(.text))]
pub struct EntryError {
    /// The text.
    pub text: String,
}

impl KeisukeError {
    /// Places the error, which is about a list or about none.
    pub(super) fn at_spot(
        self,
        list: Option<&'static str>,
        spot: Option<KeisukeSpot>,
    ) -> LocatedKeisukeError {
        LocatedKeisukeError { list, error: self, spot }
    }
}

impl fmt::Display for LocatedKeisukeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.list {
            Some(list) => write!(f, "{list}: {}", self.error),
            None => self.error.fmt(f),
        }
    }
}

impl std::error::Error for LocatedKeisukeError {}
