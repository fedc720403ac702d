//! Lines of sixteen symbols: each is a board of order 4 or a row of one of order 16.

use parallax_instance::{InputError, LineReader};

use super::layout::{first_piece, is_border, read_row};
use super::symbol;

/// Maximum number of lines to examine. A longer list has boards of order 4.
const MAX_EXAMINED_LINES: usize = 4096;

/// The reading of the next lines of sixteen symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SixteenSymbolLines {
    /// This number of boards of order 4.
    Boards(usize),
    /// Rows of boards of order 16: there are values above 4 in each.
    Rows,
    /// This number of lines, which may be either.
    Either(usize),
}

/// Examines the next lines of sixteen symbols, with the comments and borders that a board in rows
/// may have between them. `None` if there are none. Consumes nothing.
///
/// # Errors
/// Returns an error if a line cannot be read.
pub(super) fn read_sixteen_lines(
    lines: &mut LineReader<'_>,
) -> Result<Option<SixteenSymbolLines>, InputError> {
    let (mut rows, mut large_boards, mut is_large) = (0usize, 0, false);
    let mut ended = false;
    for distance in 0..MAX_EXAMINED_LINES {
        let Some(line) = lines.peek_line(distance)? else {
            ended = true;
            break;
        };
        if let Some(large) = of_sixteen(&line.text) {
            rows += 1;
            is_large |= large;
            // Sixteen rows are a board of order 16 if one of their values is above 4.
            if rows.is_multiple_of(16) {
                large_boards += usize::from(std::mem::take(&mut is_large));
            }
        } else if rows == 0 || !is_between_rows(&line.text) {
            ended = true;
            break;
        }
    }
    Ok(match rows {
        // Sixteen lines each with a value above 4 are boards of order 16. Without such values, both
        // readings are possible; with some, the lines are read as boards of order 4.
        0 => None,
        _ if !ended || !rows.is_multiple_of(16) => Some(SixteenSymbolLines::Boards(rows)),
        _ if large_boards == rows / 16 => Some(SixteenSymbolLines::Rows),
        _ if large_boards == 0 => Some(SixteenSymbolLines::Either(rows)),
        _ => Some(SixteenSymbolLines::Boards(rows)),
    })
}

/// Returns the message for lines that may be either.
pub(super) fn ambiguity_message(rows: usize) -> String {
    let large = match rows / 16 {
        1 => "one board".to_owned(),
        more => format!("{more} boards"),
    };
    format!(
        "{rows} lines of 16 symbols are {rows} boards of order 4 or {large} of order 16; write \
         blanks between the cells of order 16, or an empty line between boards of order 4"
    )
}

/// Whether a line that is a board of order 4 and a row of order 16 has values above 4; `None` if
/// it is not both.
fn of_sixteen(text: &str) -> Option<bool> {
    let is_alone = first_piece(text).is_some_and(|piece| piece.text.chars().count() == 16);
    let cells = is_alone.then(|| read_row(text, 16).ok()).flatten()?;
    let cell = |c: char| {
        if symbol::is_letter_for_blank(c, 16) { Some(0) } else { symbol::symbol_value(c) }
    };
    let values: Option<Vec<_>> =
        cells.into_iter().map(|(column, _)| text.chars().nth(column - 1).and_then(cell)).collect();
    let values = values.filter(|values| values.iter().all(|&value| value <= 16))?;
    Some(values.iter().any(|&value| value > 4))
}

/// Whether a line may be between the rows of a board.
fn is_between_rows(text: &str) -> bool {
    text.trim_start().starts_with('#') || is_border(text, true)
}
