//! The lines of the plain form.

use parallax_instance::{InputError, LineReader, TextLine, shorten_text};

use super::nearest_key;
use super::reader;
use crate::errors::{LocatedTextError, PlainLineError};
use crate::{EXPECTED, GridPuzzle};

/// The start of the first line of a puzzle.
pub(super) const PUZZLE_LINE_PREFIX: &str = "puzzle:";

/// The largest number of lines of a puzzle.
pub(crate) const MAX_LINES: usize = 100_000;

/// Whether a line belongs to no puzzle.
pub(crate) fn is_between(text: &str) -> bool {
    let text = text.trim_start();
    text.is_empty() || text.starts_with('%')
}

/// Whether the text begins as a puzzle in the plain form. Consumes nothing.
///
/// # Errors
/// Returns an error if the text cannot be read.
pub(crate) fn is_plain(lines: &mut LineReader<'_>) -> Result<bool, InputError> {
    for distance in 0..100 {
        match lines.peek_line(distance)? {
            // The reader says that a comment begins with %.
            Some(line) if is_between(&line.text) || line.text.starts_with("# ") => {}
            Some(line) => return Ok(line.text.trim_start().starts_with(PUZZLE_LINE_PREFIX)),
            None => break,
        }
    }
    Ok(false)
}

/// Reads the next puzzle. `None` at the end of the text.
///
/// # Errors
/// Returns an error at the first line that is not as expected.
pub(crate) fn next(lines: &mut LineReader<'_>) -> Result<Option<GridPuzzle>, InputError> {
    let Some(first) = next_content_line(lines)? else { return Ok(None) };
    if !first.text.trim_start().starts_with(PUZZLE_LINE_PREFIX) {
        let error = nearest_key::stray_line(&first.text).unwrap_or_else(|| {
            PlainLineError::Mismatch { found: shorten_text(first.text.trim()), expected: EXPECTED }
        });
        return Err(LocatedTextError::new(error).on_line(lines, first.number));
    }
    let mut block = vec![first];
    while let Some(line) = lines.peek_line(0)? {
        if line.text.trim_start().starts_with(PUZZLE_LINE_PREFIX) {
            break;
        }
        if block.len() == MAX_LINES {
            let number = line.number;
            return Err(LocatedTextError::new(PlainLineError::Lines).on_line(lines, number));
        }
        block.extend(lines.next_line()?);
    }
    reader::read_plain(&block).map(Some).map_err(|(number, fault)| fault.on_line(lines, number))
}

/// Consumes lines up to the next one that is neither blank nor a comment, and returns it.
fn next_content_line(lines: &mut LineReader<'_>) -> Result<Option<TextLine>, InputError> {
    while let Some(line) = lines.next_line()? {
        if !is_between(&line.text) {
            return Ok(Some(line));
        }
    }
    Ok(None)
}
