//! The true candidates of a board: for each cell the values that it has in some solution.

use parallax_instance::BoardLayout;
use parallax_model::Model;
use parallax_model::engine_api::VariableConsequences;

/// Maximum number of values of a cell that are written out; of more, only their number is.
const MAX_CELL_VALUES: usize = 9;

/// Draws the values of each cell, one line per row. A `?` after them means that time ended before
/// all were decided.
pub(super) fn draw_candidates(
    model: &Model,
    board: &BoardLayout,
    list: &[VariableConsequences],
) -> String {
    // A square without a variable, such as the black cells of some puzzles, keeps the dash.
    let mut cells = vec!["-".to_owned(); board.rows * board.columns];
    let find = |variable: usize| list.iter().find(|possible| possible.variable.index() == variable);
    for (variable, &cell) in board.cells.iter().enumerate() {
        if let (Some(possible), Some(place)) = (find(variable), cells.get_mut(cell)) {
            *place = cell_values(model, possible);
        }
    }
    let width = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(1);
    let row = |row: &[String]| {
        let cells: Vec<String> = row.iter().map(|cell| format!("{cell:<width$}")).collect();
        cells.join(" ").trim_end().to_owned() + "\n"
    };
    cells.chunks(board.columns.max(1)).map(row).collect()
}

/// Whether a board shows all values of a variable, one by one.
pub(super) fn shows_values(board: &BoardLayout, possible: &VariableConsequences) -> bool {
    let is_cell = possible.variable.index() < board.cells.len();
    is_cell && (1..=MAX_CELL_VALUES).contains(&possible.values.len())
}

/// Returns the values of a cell: digits without separators, larger numbers with commas.
fn cell_values(model: &Model, possible: &VariableConsequences) -> String {
    let word = |&value| model.describe_value(possible.variable, value).into_owned();
    let words: Vec<String> = possible.values.iter().map(word).collect();
    let is_short = words.iter().all(|word| word.chars().count() == 1);
    let open = if possible.open.is_empty() { "" } else { "?" };
    match words.len() {
        0 => format!("-{open}"),
        count if count > MAX_CELL_VALUES => format!("({count}){open}"),
        _ => words.join(if is_short { "" } else { "," }) + open,
    }
}
