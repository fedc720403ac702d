//! The lines of the plain form.

use parallax_model::instance::{InputError, Line, Lines, shorten};

use super::nearest;
use super::reader;
use crate::errors::{Fault, LineError};
use crate::{EXPECTED, GridPuzzle};

/// The start of the first line of a puzzle.
pub(super) const HEAD: &str = "puzzle:";

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
pub(crate) fn is_plain(lines: &mut Lines<'_>) -> Result<bool, InputError> {
    for distance in 0..100 {
        match lines.peek(distance)? {
            // The reader says that a comment begins with %.
            Some(line) if is_between(&line.text) || line.text.starts_with("# ") => {}
            Some(line) => return Ok(line.text.trim_start().starts_with(HEAD)),
            None => break,
        }
    }
    Ok(false)
}

/// Reads the next puzzle. `None` at the end of the text.
///
/// # Errors
/// Returns an error at the first line that is not as expected.
pub(crate) fn next(lines: &mut Lines<'_>) -> Result<Option<GridPuzzle>, InputError> {
    let Some(first) = content(lines)? else { return Ok(None) };
    if !first.text.trim_start().starts_with(HEAD) {
        let error = nearest::stray_line(&first.text).unwrap_or_else(|| LineError::Mismatch {
            found: shorten(first.text.trim()),
            expected: EXPECTED,
        });
        return Err(Fault::new(error).on_line(lines, first.number));
    }
    let mut own = vec![first];
    while let Some(line) = lines.peek(0)? {
        if line.text.trim_start().starts_with(HEAD) {
            break;
        }
        if own.len() == MAX_LINES {
            let number = line.number;
            return Err(Fault::new(LineError::Lines).on_line(lines, number));
        }
        own.extend(lines.next()?);
    }
    reader::read(&own).map(Some).map_err(|(number, fault)| fault.on_line(lines, number))
}

/// Consumes lines up to the next one that is neither blank nor a comment, and returns it.
fn content(lines: &mut Lines<'_>) -> Result<Option<Line>, InputError> {
    while let Some(line) = lines.next()? {
        if !is_between(&line.text) {
            return Ok(Some(line));
        }
    }
    Ok(None)
}
