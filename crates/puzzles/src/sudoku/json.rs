//! Sudokus as JSON: an object with `order` and `cells` (row by row, 0 for a
//! blank), or an array of such objects, whose other members may only be notes; or a list of rows,
//! as programs print it.

use parallax_instance::{InputError, LineReader};
use parallax_model::Value;
use serde_json::Value as Json;

use super::super::json;
use super::super::json_error::{LocatedPuzzleJsonError, PuzzleJsonError};
use super::super::line_fields::shorten_text;
use super::{SudokuPuzzle, symbol};
use crate::errors::PuzzleBoardError;

/// An error in the JSON of a Sudoku, and its place.
type SudokuJsonFault = LocatedPuzzleJsonError<SudokuJsonError>;

/// A value of JSON that makes no Sudoku. Values that were found are shortened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum SudokuJsonError {
    #[error("{found} cells; expected {rows}, as there are {rows} rows")]
    RowCells { found: usize, rows: usize },
    #[error("{found}; expected 1 to {order}, or 0 for a blank")]
    Cell { found: String, order: usize },
    #[error("{found} in row {}, column {}; expected 1 to {order}, or 0 for a blank", .row + 1, .column + 1)]
    CellAt { found: String, row: usize, column: usize, order: usize },
    #[error("{found} numbers; expected {} for order {order}", .order * .order)]
    Numbers { found: usize, order: usize },
    #[error(transparent)]
    Board(#[from] PuzzleBoardError),
    #[error(transparent)]
    Json(#[from] PuzzleJsonError),
}

/// Whether the next lines start JSON.
pub(super) fn looks_like(lines: &mut LineReader<'_>) -> Result<bool, InputError> {
    json::starts_json(lines)
}

/// Reads the rest of the file.
pub(super) fn read_json(lines: &mut LineReader<'_>) -> Result<Vec<SudokuPuzzle>, InputError> {
    let json = json::read_value(lines)?;
    // A list of lists is one board in rows; any other list has an object for each board.
    if let Some(rows) = json.as_array().filter(|rows| rows.first().is_some_and(Json::is_array)) {
        return read_rows(rows)
            .map(|board| vec![board])
            .map_err(|fault| lines.make_error(fault.to_string()));
    }
    let boards = json::objects_of(lines, json)?;
    let read = |(i, board): (usize, &Json)| {
        let fault = |fault: SudokuJsonFault| fault.within_path(&format!("[{i}]"));
        self::read_board(board).map_err(|error| lines.make_error(fault(error).to_string()))
    };
    boards.iter().enumerate().map(read).collect()
}

/// Reads a list of rows, which are lists of numbers, of symbols, or of `null` for a blank.
fn read_rows(rows: &[Json]) -> Result<SudokuPuzzle, SudokuJsonFault> {
    let order = rows.len();
    super::box_height(order).map_err(SudokuJsonError::from)?;
    let mut clues = Vec::with_capacity(order * order);
    for (i, row) in rows.iter().enumerate() {
        let cells = row.as_array().ok_or_else(|| {
            let found = shorten_text(&row.to_string());
            let error = PuzzleJsonError::Mismatch { found, expected: "a list of cells" };
            SudokuJsonFault::new(format!("[{i}]"), error)
        })?;
        if cells.len() != order {
            let error = SudokuJsonError::RowCells { found: cells.len(), rows: order };
            return Err(SudokuJsonFault::new(format!("[{i}]"), error));
        }
        for (k, cell) in cells.iter().enumerate() {
            let value = match cell {
                Json::Null => Some(0),
                Json::String(text) if text.trim().is_empty() => Some(0),
                Json::String(text) => quoted_value(text.trim()),
                number => number.as_u64().and_then(|value| Value::try_from(value).ok()),
            };
            let value = value.filter(|&value| value <= order as Value).ok_or_else(|| {
                let found = shorten_text(&cell.to_string());
                SudokuJsonFault::new(format!("[{i}][{k}]"), SudokuJsonError::Cell { found, order })
            })?;
            clues.push((value > 0).then_some(value));
        }
    }
    Ok(SudokuPuzzle::new(order, clues).map_err(SudokuJsonError::from)?)
}

/// Returns the value of a cell in quotes: a symbol or a number.
fn quoted_value(text: &str) -> Option<Value> {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => symbol::symbol_value(c),
        _ => text.parse().ok().filter(|&value: &Value| value > 0),
    }
}

fn read_board(board: &Json) -> Result<SudokuPuzzle, SudokuJsonFault> {
    json::check_members::<SudokuJsonError>(board, &["order", "cells"])?;
    let missing = PuzzleJsonError::NoMember { expected: "an array of numbers, row by row" };
    let cells = board.get("cells").and_then(Json::as_array);
    let cells = cells.ok_or_else(|| SudokuJsonFault::new(".cells", missing))?;
    let order = match board.get("order") {
        Some(order) => order.as_u64().and_then(|n| usize::try_from(n).ok()).ok_or_else(|| {
            let (found, expected) = (order.to_string(), "a whole number, such as 9");
            SudokuJsonFault::new(".order", PuzzleJsonError::Mismatch { found, expected })
        })?,
        // If the number of cells is no square, the check below names it.
        None => cells.len().isqrt(),
    };
    super::box_height(order).map_err(|error| SudokuJsonFault::new(".order", error))?;
    if cells.len() != order * order {
        let error = SudokuJsonError::Numbers { found: cells.len(), order };
        return Err(SudokuJsonFault::new(".cells", error));
    }
    let clue = |(i, cell): (usize, &Json)| match cell.as_u64() {
        Some(0) => Ok(None),
        Some(value) if value <= order as u64 => Ok(Some(value as Value)),
        _ => {
            let (row, column, found) = (i / order, i % order, shorten_text(&cell.to_string()));
            let error = SudokuJsonError::CellAt { found, row, column, order };
            Err(SudokuJsonFault::new(format!(".cells[{i}]"), error))
        }
    };
    let clues = cells.iter().enumerate().map(clue).collect::<Result<_, SudokuJsonFault>>()?;
    SudokuPuzzle::new(order, clues).map_err(|error| SudokuJsonFault::new(".cells", error))
}
