//! The text of an f-puzzles link or document.

use super::link;
use super::reader;
use super::writer;
use crate::GridPuzzle;
use crate::errors::{FPuzzlesJsonError, GridFormError, LocatedFPuzzlesError};

/// The longest text of a puzzle, in bytes, as it is and unpacked.
pub(crate) const MAX_TEXT: usize = 4 << 20;

/// Whether the text is the address of a puzzle of f-puzzles or `SudokuPad`, or the compressed text
/// in one.
///
/// Addresses that hold no f-puzzles count as well; [`read_fpuzzles`] says why it refuses them.
#[must_use]
pub(crate) fn is_fpuzzles_link(text: &str) -> bool {
    link::is_link(text)
}

/// Returns the name of such a link, for people.
pub(crate) fn link_name(text: &str) -> &'static str {
    link::site_name(text)
}

/// Reads the JSON of f-puzzles, or a link that holds it.
///
/// Rules that stand only in the prose or in drawings are not read: a file with drawings that none
/// of its rules explains is refused, unless `ignore_drawings` is true. Then a note of the puzzle
/// names them. The solution in a file is no rule, and is not read.
///
/// # Errors
/// Returns a fault with the path of the value in the JSON, and with what is there and what was
/// expected.
pub(crate) fn read_fpuzzles(
    text: &str,
    ignore_drawings: bool,
) -> Result<GridPuzzle, LocatedFPuzzlesError> {
    if text.len() > MAX_TEXT {
        return Err(FPuzzlesJsonError::Length { bytes: text.len() }.into());
    }
    if link::is_link(text) {
        return reader::read_json_puzzle(&link::unpack_link(text)?, ignore_drawings);
    }
    reader::read_json_puzzle(text, ignore_drawings)
}

impl GridPuzzle {
    /// Returns the puzzle as JSON of f-puzzles, on one line.
    ///
    /// # Errors
    /// Returns an error if the form has no place for the base, the digits or a rule, which it
    /// names.
    pub(crate) fn write_fpuzzles(&self) -> Result<String, GridFormError> {
        writer::write_json_puzzle(self)
    }

    /// Returns the address that opens the puzzle in f-puzzles.
    ///
    /// # Errors
    /// Returns the errors of [`write_fpuzzles`](GridPuzzle::write_fpuzzles).
    pub(crate) fn fpuzzles_link(&self) -> Result<String, GridFormError> {
        Ok(link::pack_link(&self.write_fpuzzles()?))
    }
}
