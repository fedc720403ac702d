//! The first line: `puzzle: sudoku 9`, `puzzle: kakuro 10x16`.

use parallax_model::instance::{shorten, words};

use super::HEAD;
use crate::GridPuzzle;
use crate::board::Base;
use crate::errors::{Fault, LineError};
use crate::shape::Shape;

/// Reads the first line: an empty puzzle.
pub(super) fn read(text: &str) -> Result<GridPuzzle, Fault> {
    let start = text.find(HEAD).map_or(0, |at| at + HEAD.len());
    let before = text[..start].chars().count();
    let expected = "'puzzle: sudoku 9' or 'puzzle: kakuro 10x16'";
    let [name, size] = words(&text[start..])[..] else {
        return Err(LineError::Absence { expected }.into());
    };
    let base = Base::ALL.into_iter().find(|base| base.name() == name.text).ok_or_else(|| {
        let error = LineError::UnknownBase { found: shorten(name.text) };
        Fault::at(before + name.column, error)
    })?;
    let column = before + size.column;
    let side = |text: &str| -> Result<usize, Fault> {
        let is_number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let error = || LineError::Mismatch { found: shorten(size.text), expected };
        is_number
            .then(|| text.parse().unwrap_or(usize::MAX))
            .ok_or_else(|| Fault::at(column, error()))
    };
    let (rows, columns) = match size.text.split_once('x') {
        Some((rows, columns)) => (side(rows)?, side(columns)?),
        None => (side(size.text)?, side(size.text)?),
    };
    GridPuzzle::new(base, Shape { rows, columns }).map_err(|error| Fault::at(column, error))
}
