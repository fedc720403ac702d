//! Grids of candidates: the digits that each cell may still have, in columns.
//!
//! ```text
//! 1  23  234 | 14 ...
//! 34 12  1   | 23 ...
//! ```
//!
//! A row has as many groups of digits as the grid has rows. A group of one digit is a given. Lines
//! without digits are borders.

use parallax_instance::{InputError, LineField, LineReader, TextLine, shorten_text, split_fields};
use parallax_model::Value;

use crate::GridPuzzle;
use crate::board::{GridBase, usual_boxes};
use crate::errors::{LocatedTextError, MarkError};
use crate::rules::Candidates;
use crate::shape::GridShape;

/// The largest grid. Beyond it, digits are no longer one symbol.
const MAX_SIDE: usize = 9;

/// Maximum number of lines to examine.
const MAX_EXAMINED_LINES: usize = 64;

/// Whether a line belongs to no row: blank, a comment or a border.
fn is_between(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with(['%', '#']) || !text.contains(char::is_alphanumeric)
}

/// Returns the groups of a line.
fn split_groups(text: &str) -> Vec<LineField<'_>> {
    split_fields(text, |c| c.is_whitespace() || matches!(c, '|' | '│' | '┃' | '║'))
}

/// Whether a side is that of a grid with usual boxes and one symbol a digit.
fn is_side(side: usize) -> bool {
    let shape = GridShape { rows: side, columns: side };
    (1..=MAX_SIDE).contains(&side) && usual_boxes(shape).is_some()
}

/// Whether the next lines are a grid of candidates: rows of as many groups of digits, some of
/// several digits. Consumes nothing.
///
/// # Errors
/// Returns an error if the text cannot be read.
pub(crate) fn is_marks(lines: &mut LineReader<'_>) -> Result<bool, InputError> {
    let (mut rows, mut side, mut several) = (0, 0, 0);
    for distance in 0..MAX_EXAMINED_LINES {
        let Some(line) = lines.peek_line(distance)? else { break };
        if is_between(&line.text) {
            // A blank line ends a grid.
            if rows > 0 && line.text.trim().is_empty() {
                break;
            }
            continue;
        }
        let found = split_groups(&line.text);
        if rows == 0 {
            side = found.len();
        }
        let is_group =
            |group: &LineField<'_>| group.text.bytes().all(|b| (b'1'..=b'9').contains(&b));
        if !is_side(side) || found.len() != side || !found.iter().all(is_group) {
            return Ok(false);
        }
        several += found.iter().filter(|group| group.text.len() > 1).count();
        rows += 1;
        // Returns without waiting for text after the grid.
        if rows == side {
            // A grid of single digits may be a Sudoku with blanks between them. Candidates have
            // several digits in some cells.
            return Ok(4 * several >= side);
        }
    }
    Ok(false)
}

/// Reads the next grid of candidates. `None` at the end of the text.
///
/// # Errors
/// Returns an error at the first line that is not as expected.
pub(crate) fn next(lines: &mut LineReader<'_>) -> Result<Option<GridPuzzle>, InputError> {
    let mut rows: Vec<TextLine> = Vec::new();
    while let Some(line) = lines.peek_line(0)? {
        // The number of groups in the first row is the number of rows.
        if rows.first().is_some_and(|first| split_groups(&first.text).len() == rows.len()) {
            break;
        }
        let line = line.clone();
        lines.next_line()?;
        if !is_between(&line.text) {
            rows.push(line);
        }
    }
    let Some(first) = rows.first() else { return Ok(None) };
    let side = split_groups(&first.text).len();
    if rows.len() != side || !is_side(side) {
        let error = MarkError::Rows { rows: rows.len(), groups: side };
        return Err(lines.make_error(error.to_string()).at_line(first.number));
    }
    read_mark_rows(&rows, side).map(Some).map_err(|(number, fault)| fault.on_line(lines, number))
}

/// Reads the rows of a grid of a side, which has usual boxes.
fn read_mark_rows(rows: &[TextLine], side: usize) -> Result<GridPuzzle, (usize, LocatedTextError)> {
    let shape = GridShape { rows: side, columns: side };
    let fault = |error| (rows[0].number, LocatedTextError::new(error));
    let mut puzzle = GridPuzzle::new(GridBase::Sudoku, shape).map_err(fault)?;
    for (row, line) in rows.iter().enumerate() {
        let found = split_groups(&line.text);
        if found.len() != side {
            let error = MarkError::Groups { found: found.len(), side };
            return Err((line.number, LocatedTextError::new(error)));
        }
        for (column, group) in found.into_iter().enumerate() {
            let digits = read_group_digits(group, side).map_err(|fault| (line.number, fault))?;
            let cell = shape.cell_at(row, column);
            match digits[..] {
                [digit] => puzzle.givens[cell] = Some(digit),
                // A group of all digits restricts nothing.
                _ if digits.len() == side => {}
                _ => puzzle.rules.push(Candidates { cells: vec![cell], digits }.into()),
            }
        }
    }
    puzzle.validate_puzzle().map_err(fault)?;
    Ok(puzzle)
}

/// Reads a group: different digits up to a side.
fn read_group_digits(group: LineField<'_>, side: usize) -> Result<Vec<Value>, LocatedTextError> {
    let mut found: Vec<Value> = Vec::new();
    for symbol in group.text.chars() {
        let digit = symbol.to_digit(10).filter(|digit| (1..=side as u32).contains(digit));
        let Some(digit) = digit.map(|digit| digit as Value) else {
            let error = MarkError::Digit { found: shorten_text(group.text), side };
            return Err(LocatedTextError::at_column(group.column, error));
        };
        if found.contains(&digit) {
            let error = MarkError::DigitRepeat { found: shorten_text(group.text) };
            return Err(LocatedTextError::at_column(group.column, error));
        }
        found.push(digit);
    }
    Ok(found)
}
