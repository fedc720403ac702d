//! Sudokus as JSON: an object with `order` and `cells` (row by row, 0 for a
//! blank), or an array of such objects. Other members are ignored.

use parallax_model::Value;
use parallax_model::instance::{InputError, Lines};
use serde_json::Value as Json;

use super::super::json;
use super::super::token::shorten;
use super::Sudoku;

/// Whether the next lines start JSON.
pub(super) fn looks_like(lines: &mut Lines<'_>) -> Result<bool, InputError> {
    json::starts(lines)
}

/// Reads the rest of the file.
pub(super) fn read(lines: &mut Lines<'_>) -> Result<Vec<Sudoku>, InputError> {
    let boards = json::objects(lines)?;
    let read = |(i, board): (usize, &Json)| {
        self::board(board).map_err(|fault| lines.error(format!("[{i}]{fault}")))
    };
    boards.iter().enumerate().map(read).collect()
}

fn board(board: &Json) -> Result<Sudoku, String> {
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
