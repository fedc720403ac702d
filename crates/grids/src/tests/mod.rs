//! Tests of puzzles: each rule against its sentence, the plain form, and damage.

mod brute;
mod codes;
mod damage;
mod damaged_lines;
mod data;
mod iss_items;
mod known;
mod lockout;
mod meanings;
mod oblong;
mod refusals;
mod rewritten;
mod rules;
mod sentences;
pub(crate) mod texts;
mod values;
mod written;

use parallax_instance::{Instance, LineReader};

use super::GridPuzzle;
use super::plain;

/// Reads one puzzle in the plain form.
pub(super) fn puzzle(text: &str) -> Result<GridPuzzle, String> {
    let mut lines = LineReader::new("text", text.as_bytes());
    match plain::next(&mut lines) {
        Ok(Some(puzzle)) => Ok(puzzle),
        Ok(None) => Err("empty".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Writes a puzzle and reads it back.
fn again(puzzle: &GridPuzzle) -> GridPuzzle {
    let text = puzzle.notation().write_instance();
    self::puzzle(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}
