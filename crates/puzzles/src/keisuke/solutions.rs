//! Filled grids as text: rows of `#`, digits and `.` for an uncovered cell, one
//! on a line or separated by `/`.

use parallax_instance::{InputError, LineReader, PuzzleSolution};
use parallax_model::Value;

use super::super::line_fields::{LinePlace, iterate_fields, next_content_line};
use super::board::KeisukePuzzle;

/// The value of a black cell in a puzzle solution.
pub const BLACK_VALUE: Value = -1;

/// The value of a white cell that no entry covers.
pub const BLANK_VALUE: Value = -2;

/// Returns the symbol of a value of a puzzle solution.
fn value_symbol(value: Value) -> String {
    match value {
        BLACK_VALUE => "#".to_owned(),
        BLANK_VALUE => ".".to_owned(),
        digit => digit.to_string(),
    }
}

/// Writes a filled grid on one line.
pub(super) fn write_filled_grid(keisuke: &KeisukePuzzle, solution: &[Value]) -> String {
    let row = |row: &[Value]| row.iter().map(|&value| value_symbol(value)).collect::<String>();
    solution.chunks(keisuke.width()).map(row).collect::<Vec<_>>().join("/")
}

/// Reads at least one filled grid. Lines that start with `%` are comments.
pub(super) fn read_filled_grids(
    keisuke: &KeisukePuzzle,
    source: &str,
    text: &str,
) -> Result<Vec<PuzzleSolution>, InputError> {
    let (height, width) = (keisuke.height(), keisuke.width());
    let mut lines = LineReader::new(source, text.as_bytes());
    let (mut found, mut cells, mut last) = (Vec::new(), PuzzleSolution::new(), 0);
    while let Some(line) = next_content_line(&mut lines, &['%'])? {
        last = line.number;
        let place = LinePlace { source, line: line.number };
        for row in iterate_fields(&line.text, |c| c.is_whitespace() || c == '/') {
            let length = row.text.chars().count();
            for (i, c) in row.text.chars().enumerate() {
                let value = match c {
                    '#' => Some(BLACK_VALUE),
                    '.' => Some(BLANK_VALUE),
                    digit => digit.to_digit(10).map(|digit| digit as Value),
                };
                cells.push(value.ok_or_else(|| {
                    let expected = "expected # (black), . (uncovered) or a digit";
                    place.column_error(row.column + i, format!("'{c}' is not a cell; {expected}"))
                })?);
            }
            if length != width {
                let message = format!("a row of {length} cells; expected {width}");
                return Err(place.column_error(row.column, message));
            }
            if cells.len() == height * width {
                found.push(std::mem::take(&mut cells));
            }
        }
    }
    if !cells.is_empty() {
        let message = format!("the grid ends after {} of {height} rows", cells.len() / width);
        return Err(LinePlace { source, line: last }.line_error(message));
    }
    if found.is_empty() {
        Err(lines.make_error(format!("no solution; expected {height} rows of {width} cells")))
    } else {
        Ok(found)
    }
}
