//! The first line: `puzzle: sudoku 9`, `puzzle: kakuro 10x16`.

use parallax_instance::{shorten_text, split_words};

use super::PUZZLE_LINE_PREFIX;
use crate::GridPuzzle;
use crate::board::GridBase;
use crate::errors::{LocatedTextError, PlainLineError};
use crate::shape::GridShape;

/// Reads the first line: an empty puzzle.
pub(super) fn read_head(text: &str) -> Result<GridPuzzle, LocatedTextError> {
    let start = text.find(PUZZLE_LINE_PREFIX).map_or(0, |at| at + PUZZLE_LINE_PREFIX.len());
    let before = text[..start].chars().count();
    let expected = "'puzzle: sudoku 9' or 'puzzle: kakuro 10x16'";
    let [name, size] = split_words(&text[start..])[..] else {
        return Err(PlainLineError::Absence { expected }.into());
    };
    let base =
        GridBase::ALL.into_iter().find(|base| base.plain_word() == name.text).ok_or_else(|| {
            let error = PlainLineError::UnknownBase { found: shorten_text(name.text) };
            LocatedTextError::at_column(before + name.column, error)
        })?;
    let column = before + size.column;
    let side = |text: &str| -> Result<usize, LocatedTextError> {
        let is_number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let error = || PlainLineError::Mismatch { found: shorten_text(size.text), expected };
        is_number
            // A number that overflows is too large for any grid.
            .then(|| text.parse().unwrap_or(usize::MAX))
            .ok_or_else(|| LocatedTextError::at_column(column, error()))
    };
    let (rows, columns) = match size.text.split_once('x') {
        Some((rows, columns)) => (side(rows)?, side(columns)?),
        None => (side(size.text)?, side(size.text)?),
    };
    GridPuzzle::new(base, GridShape { rows, columns })
        .map_err(|error| LocatedTextError::at_column(column, error))
}
