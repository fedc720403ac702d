//! Sudokus as JSON: an object with `order` and `cells` (row by row, 0 for a
//! blank), or an array of such objects, whose other members may only be notes; or a list of rows,
//! as programs print it.

use parallax_model::Value;
use parallax_model::instance::{InputError, Lines};
use serde_json::Value as Json;

use super::super::json;
use super::super::token::shorten;
use super::{Sudoku, symbol};

/// Whether the next lines start JSON.
pub(super) fn looks_like(lines: &mut Lines<'_>) -> Result<bool, InputError> {
    json::starts(lines)
}

/// Reads the rest of the file.
pub(super) fn read(lines: &mut Lines<'_>) -> Result<Vec<Sudoku>, InputError> {
    let json = json::value(lines)?;
    if let Some(rows) = json.as_array().filter(|rows| rows.first().is_some_and(Json::is_array)) {
        return list(rows).map(|board| vec![board]).map_err(|fault| lines.error(fault));
    }
    let boards = json::objects_of(lines, json)?;
    let read = |(i, board): (usize, &Json)| {
        self::board(board).map_err(|fault| lines.error(format!("[{i}]{fault}")))
    };
    boards.iter().enumerate().map(read).collect()
}

/// Reads a list of rows, which are lists of numbers, of symbols, or of `null` for a blank.
fn list(rows: &[Json]) -> Result<Sudoku, String> {
    let order = rows.len();
    super::box_height(order)?;
    let mut clues = Vec::with_capacity(order * order);
    for (i, row) in rows.iter().enumerate() {
        let cells = row.as_array().ok_or_else(|| {
            format!("[{i}]: {}; expected a list of cells", shorten(&row.to_string()))
        })?;
        if cells.len() != order {
            let found = cells.len();
            return Err(format!(
                "[{i}]: {found} cells; expected {order}, as there are {order} rows"
            ));
        }
        for (k, cell) in cells.iter().enumerate() {
            let value = match cell {
                Json::Null => Some(0),
                Json::String(text) if text.trim().is_empty() => Some(0),
                Json::String(text) => symbols(text.trim()),
                number => number.as_u64().and_then(|value| Value::try_from(value).ok()),
            };
            let value = value.filter(|&value| value <= order as Value).ok_or_else(|| {
                let cell = shorten(&cell.to_string());
                format!("[{i}][{k}]: {cell}; expected 1 to {order}, or 0 for a blank")
            })?;
            clues.push((value > 0).then_some(value));
        }
    }
    Sudoku::new(order, clues)
}

/// The value of a cell in quotes: a symbol or a number.
fn symbols(text: &str) -> Option<Value> {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => symbol::value(c),
        _ => text.parse().ok().filter(|&value: &Value| value > 0),
    }
}

fn board(board: &Json) -> Result<Sudoku, String> {
    json::check_members(board, &["order", "cells"])?;
    let cells = board
        .get("cells")
        .and_then(Json::as_array)
        .ok_or(".cells: missing; expected an array of numbers, row by row")?;
    let order = match board.get("order") {
        Some(order) => order
            .as_u64()
            .and_then(|n| usize::try_from(n).ok())
            .ok_or_else(|| format!(".order: {order}; expected a whole number, such as 9"))?,
        None => cells.len().isqrt(),
    };
    super::box_height(order).map_err(|fault| format!(".order: {fault}"))?;
    if cells.len() != order * order {
        return Err(format!(
            ".cells: {} numbers; expected {} for order {order}",
            cells.len(),
            order * order
        ));
    }
    let clue = |(i, cell): (usize, &Json)| match cell.as_u64() {
        Some(0) => Ok(None),
        Some(value) if value <= order as u64 => Ok(Some(value as Value)),
        _ => {
            let (row, column) = (i / order + 1, i % order + 1);
            let cell = shorten(&cell.to_string());
            Err(format!(
                ".cells[{i}]: {cell} in row {row}, column {column}; expected 1 to {order}, or 0 for a blank"
            ))
        }
    };
    let clues = cells.iter().enumerate().map(clue).collect::<Result<_, String>>()?;
    Sudoku::new(order, clues).map_err(|fault| format!(".cells: {fault}"))
}
