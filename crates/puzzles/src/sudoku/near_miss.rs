//! Diagnoses texts that are nearly a Sudoku.

use parallax_instance::{InputError, LineReader};

use super::super::line_fields::{count_noun, is_idle};
use super::layout::{fields_between_commas, is_border, row_pieces};
use super::{box_height, symbol};

/// Maximum number of lines to examine.
const MAX_EXAMINED_LINES: usize = 64;

/// Returns the first row whose number of cells differs from that of most rows: its line and the
/// message. Consumes nothing.
pub(super) fn odd_row(lines: &mut LineReader<'_>) -> Result<Option<(usize, String)>, InputError> {
    let rows = lines.look_ahead(measure_rows)?;
    Ok(majority_row_width(&rows).and_then(|order| uneven_row(&rows, order)))
}

/// Returns the reason why the next lines are not a Sudoku in rows: the line with the error and the
/// message, such as `nearly a Sudoku: row 1 has 8 cells, 9 expected`. `None` if they do not
/// resemble a Sudoku or no count is wrong. Consumes nothing.
pub fn near_miss(lines: &mut LineReader<'_>) -> Result<Option<(usize, String)>, InputError> {
    Ok(find_miscount(&measure_rows(lines)?))
}

/// Returns the line and the number of cells of each row.
fn measure_rows(lines: &mut LineReader<'_>) -> Result<Vec<(usize, usize)>, InputError> {
    let mut rows: Vec<(usize, usize)> = Vec::new();
    for distance in 0..MAX_EXAMINED_LINES {
        let Some(line) = lines.peek_line(distance)? else { break };
        let (number, text) = (line.number, line.text.as_str());
        match row_width(text) {
            Some(width) => rows.push((number, width)),
            None if rows.is_empty() || is_border(text, true) => {}
            None if is_idle(text, &['#']) && rows.len() < 3 => {}
            None => break,
        }
    }
    Ok(rows)
}

/// Returns the number of cells of a line, if it is a row and nothing else.
fn row_width(text: &str) -> Option<usize> {
    if is_idle(text, &['#']) || is_border(text, true) {
        return None;
    }
    if let Some(fields) = fields_between_commas(text) {
        return Some(fields.len());
    }
    let pieces = row_pieces(text);
    let symbols = || pieces.iter().flat_map(|piece| piece.text.chars());
    let plain = symbols().filter(|&c| c.is_ascii_digit() || symbol::is_blank(c)).count();
    let all = symbols().count();
    // A piece of two digits shows that pieces are numbers and not groups of symbols.
    let numbers = pieces.len() > 1 && pieces.iter().any(|piece| piece.text.len() == 2);
    (all >= 3 && plain == all).then_some(if numbers { pieces.len() } else { all })
}

fn find_miscount(rows: &[(usize, usize)]) -> Option<(usize, String)> {
    if let &[(line, width)] = rows {
        return on_a_line(width).map(|message| (line, message));
    }
    let order = majority_row_width(rows)?;
    // All rows have the same length, but there are a few too many or too few.
    let missing = || {
        let close = rows.len() != order && rows.len().abs_diff(order) <= 2;
        let found = count_noun(rows.len(), "row", "rows");
        let message = format!("nearly a Sudoku: {found} of {order} cells, {order} expected");
        close.then_some((rows[0].0, message))
    };
    uneven_row(rows, order).or_else(missing)
}

/// Returns the message for a line with this number of cells, if it is nearly a board.
pub(super) fn on_a_line(width: usize) -> Option<String> {
    let boards = [4usize, 9, 16].map(|order| order * order);
    let expected = boards.into_iter().find(|&cells| (1..=2).contains(&cells.abs_diff(width)))?;
    Some(format!("nearly a Sudoku: {} on a line, {expected} expected", cells_of(width)))
}

/// Returns the number of cells that most rows have, if it is the order of a Sudoku.
fn majority_row_width(rows: &[(usize, usize)]) -> Option<usize> {
    let number = |width: usize| rows.iter().filter(|row| row.1 == width).count();
    let order = rows.iter().map(|row| row.1).max_by_key(|&width| number(width))?;
    // Most rows must agree, or no row can be called the odd one.
    let is_most = rows.len() >= 3 && 2 * number(order) > rows.len();
    (is_most && box_height(order).is_ok()).then_some(order)
}

fn uneven_row(rows: &[(usize, usize)], order: usize) -> Option<(usize, String)> {
    let (row, &(line, width)) = (1..=order).zip(rows).find(|(_, (_, width))| *width != order)?;
    let message = format!("nearly a Sudoku: row {row} has {}, {order} expected", cells_of(width));
    (rows.len().abs_diff(order) <= 1).then_some((line, message))
}

fn cells_of(number: usize) -> String {
    count_noun(number, "cell", "cells")
}
