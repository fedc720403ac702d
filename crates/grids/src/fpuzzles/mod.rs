//! The f-puzzles form: JSON, and its links.
//!
//! - `json.rs`: values with their paths, for messages.
//! - `entry.rs`: an entry of a list of rules, and what rules read from it.
//! - `kinds.rs`: the rules of the form. Each reads and writes itself, at the end of its own file.
//! - `reader.rs`, `cells.rs`, `negative.rs`, `drawings.rs`, `twice.rs`: the parts of a file.
//! - `writer.rs`: a puzzle as JSON.
//! - `link.rs`, `compress.rs`, `decompress.rs`, `base64.rs`: addresses, and the compressed text in
//!   them.

mod base64;
mod cells;
mod compress;
mod decompress;
mod drawings;
mod entry;
mod json;
mod kinds;
mod link;
mod negative;
mod reader;
#[cfg(test)]
mod tests;
mod twice;
mod writer;

use super::GridPuzzle;

pub(crate) use entry::Entry;
pub(crate) use kinds::{FPuzzles, Reader};
pub(crate) use negative::{XV, has_dots, put_dots};
pub(crate) use writer::File;

/// The longest text of a puzzle, in bytes, as it is and unpacked.
const MAX_TEXT: usize = 4 << 20;

/// Whether the text is the JSON of f-puzzles: an object with a `size` and a `grid`.
///
/// A damaged text counts if it begins as an object and has both names, so that [`read_fpuzzles`]
/// says where the damage is.
#[must_use]
pub fn is_fpuzzles(text: &str) -> bool {
    if text.len() > MAX_TEXT || !text.trim_start().starts_with('{') {
        return false;
    }
    match serde_json::from_str::<serde_json::Value>(text) {
        Ok(value) => {
            let grid = value.get("grid").is_some_and(serde_json::Value::is_array);
            grid && value.get("size").is_some()
        }
        Err(_) => {
            let is_list = |after: &str| {
                let after = after.trim_start().strip_prefix(':');
                after.is_some_and(|after| after.trim_start().starts_with('['))
            };
            text.contains("\"size\"") && text.split("\"grid\"").skip(1).any(is_list)
        }
    }
}

/// Whether the text is the address of a puzzle of f-puzzles or `SudokuPad`, or the compressed text
/// in one.
///
/// Addresses that hold no f-puzzles count as well; [`read_fpuzzles`] says why it refuses them.
#[must_use]
pub fn is_fpuzzles_link(text: &str) -> bool {
    link::is_link(text)
}

/// Returns the name of such a link, for people.
pub(crate) fn link_name(text: &str) -> &'static str {
    link::name(text)
}

/// Reads the JSON of f-puzzles, or a link that holds it.
///
/// Rules that stand only in the prose or in drawings are not read: a file with drawings that none
/// of its rules explains is refused, unless `ignore_drawings` is true. Then a note of the puzzle
/// names them. The solution in a file is no rule, and is not read.
///
/// # Errors
/// Returns a message that begins with the path of the value in the JSON, and says what is there and
/// what was expected.
pub fn read_fpuzzles(text: &str, ignore_drawings: bool) -> Result<GridPuzzle, String> {
    if text.len() > MAX_TEXT {
        return Err(format!("a text of {} bytes; expected at most {MAX_TEXT}", text.len()));
    }
    if link::is_link(text) {
        return reader::read(&link::unpack(text)?, ignore_drawings);
    }
    reader::read(text, ignore_drawings)
}

impl GridPuzzle {
    /// Returns the puzzle as JSON of f-puzzles, on one line.
    ///
    /// # Errors
    /// Returns a message if the form has no place for the base, the digits or a rule, which it
    /// names.
    pub fn write_fpuzzles(&self) -> Result<String, String> {
        writer::write(self)
    }

    /// Returns the address that opens the puzzle in f-puzzles.
    ///
    /// # Errors
    /// Returns the errors of [`write_fpuzzles`](GridPuzzle::write_fpuzzles).
    pub fn fpuzzles_link(&self) -> Result<String, String> {
        Ok(link::pack(&self.write_fpuzzles()?))
    }
}
