//! The rules of Sudoku, on the grid itself.

use parallax_instance::BrokenRuleError;
use parallax_model::Value;

use super::super::grid_rules::{cell_name, check_full, clues_kept, find_repeat, rows_and_columns};
use super::SudokuPuzzle;

/// Fails at the first rule that the filled grid breaks.
pub(super) fn check_rules(
    sudoku: &SudokuPuzzle,
    solution: &[Value],
) -> Result<(), BrokenRuleError> {
    let order = sudoku.order();
    check_full(order, order, solution)?;
    let clues = sudoku.clues().iter().enumerate();
    clues_kept(order, clues.filter_map(|(cell, &clue)| Some((cell, clue?))), solution)?;
    rows_and_columns(order, solution)?;
    let (height, width) = (sudoku.box_height(), sudoku.box_width());
    let tops = (0..order).step_by(height);
    let corners = tops.flat_map(|top| (0..order).step_by(width).map(move |left| (top, left)));
    for (number, (top, left)) in corners.enumerate() {
        let cell = |index: usize| (top + index / width) * order + left + index % width;
        if let Some((value, first, second)) =
            find_repeat((0..order).map(|index| solution[cell(index)]))
        {
            let [first, second] = [first, second].map(|index| cell_name(order, cell(index)));
            let rule = format!("{value} occurs twice ({first} and {second})");
            return Err(BrokenRuleError::new(format!("box {}", number + 1), rule));
        }
    }
    Ok(())
}
