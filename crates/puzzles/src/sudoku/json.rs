//! Sudokus as JSON: an object with `order` and `cells` (row by row, 0 for a
//! blank), or an array of such objects, whose other members may only be notes; or a list of rows,
//! as programs print it.

use parallax_model::Value;
use parallax_model::instance::{InputError, Lines};
use serde_json::Value as Json;

use super::super::json;
use super::super::json_error::{JsonError, JsonFault};
use super::super::token::shorten;
use super::{Sudoku, symbol};
use crate::errors::BoardError;

/// An error in the JSON of a Sudoku, and its place.
type SudokuJsonFault = JsonFault<SudokuJsonError>;

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
    Board(#[from] BoardError),
    #[error(transparent)]
    Json(#[from] JsonError),
}

/// Whether the next lines start JSON.
pub(super) fn looks_like(lines: &mut Lines<'_>) -> Result<bool, InputError> {
    json::starts(lines)
}

/// Reads the rest of the file.
pub(super) fn read(lines: &mut Lines<'_>) -> Result<Vec<Sudoku>, InputError> {
    let json = json::value(lines)?;
    if let Some(rows) = json.as_array().filter(|rows| rows.first().is_some_and(Json::is_array)) {
        return list(rows).map(|board| vec![board]).map_err(|fault| lines.error(fault.to_string()));
    }
    let boards = json::objects_of(lines, json)?;
    let read = |(i, board): (usize, &Json)| {
        let fault = |fault: SudokuJsonFault| fault.within(&format!("[{i}]"));
        self::board(board).map_err(|error| lines.error(fault(error).to_string()))
    };
    boards.iter().enumerate().map(read).collect()
}

/// Reads a list of rows, which are lists of numbers, of symbols, or of `null` for a blank.
fn list(rows: &[Json]) -> Result<Sudoku, SudokuJsonFault> {
    let order = rows.len();
    super::box_height(order).map_err(SudokuJsonError::from)?;
    let mut clues = Vec::with_capacity(order * order);
    for (i, row) in rows.iter().enumerate() {
        let cells = row.as_array().ok_or_else(|| {
            let found = shorten(&row.to_string());
            let error = JsonError::Mismatch { found, expected: "a list of cells" };
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
                Json::String(text) => symbols(text.trim()),
                number => number.as_u64().and_then(|value| Value::try_from(value).ok()),
            };
            let value = value.filter(|&value| value <= order as Value).ok_or_else(|| {
                let found = shorten(&cell.to_string());
                SudokuJsonFault::new(format!("[{i}][{k}]"), SudokuJsonError::Cell { found, order })
            })?;
            clues.push((value > 0).then_some(value));
        }
    }
    Ok(Sudoku::new(order, clues).map_err(SudokuJsonError::from)?)
}

/// The value of a cell in quotes: a symbol or a number.
fn symbols(text: &str) -> Option<Value> {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => symbol::value(c),
        _ => text.parse().ok().filter(|&value: &Value| value > 0),
    }
}

fn board(board: &Json) -> Result<Sudoku, SudokuJsonFault> {
    json::check_members::<SudokuJsonError>(board, &["order", "cells"])?;
    let missing = JsonError::NoMember { expected: "an array of numbers, row by row" };
    let cells = board.get("cells").and_then(Json::as_array);
    let cells = cells.ok_or_else(|| SudokuJsonFault::new(".cells", missing))?;
    let order = match board.get("order") {
        Some(order) => order.as_u64().and_then(|n| usize::try_from(n).ok()).ok_or_else(|| {
            let (found, expected) = (order.to_string(), "a whole number, such as 9");
            SudokuJsonFault::new(".order", JsonError::Mismatch { found, expected })
        })?,
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
            let (row, column, found) = (i / order, i % order, shorten(&cell.to_string()));
            let error = SudokuJsonError::CellAt { found, row, column, order };
            Err(SudokuJsonFault::new(format!(".cells[{i}]"), error))
        }
    };
    let clues = cells.iter().enumerate().map(clue).collect::<Result<_, SudokuJsonFault>>()?;
    Sudoku::new(order, clues).map_err(|error| SudokuJsonFault::new(".cells", error))
}
