//! Little killers: the sums of all diagonals.

use rand::RngCore;

use super::{GridDraft, square};
use crate::errors::DraftError;
use crate::rules::LittleKiller;

/// Minimum number of cells of a diagonal with a sum.
const MIN_DIAGONAL_CELLS: usize = 2;

/// Draws a full grid and the sum of each diagonal, written where the diagonal leaves the first row
/// or, below it, a side.
pub(super) fn draw_little_killer(
    size: usize,
    rng: &mut dyn RngCore,
) -> Result<GridDraft, DraftError> {
    let mut draft = square::draw_sudoku(size, rng)?;
    let shape = draft.puzzle.shape;
    // The other two directions have the same diagonals, from their other ends.
    for direction in [(1, 1), (1, -1)] {
        for start in (0..shape.cell_count())
            .filter(|&cell| LittleKiller::starts_at_border(shape, cell, direction))
        {
            let mut rule = LittleKiller { start, direction, sum: 0 };
            let path = rule.diagonal_cells(shape);
            if path.len() >= MIN_DIAGONAL_CELLS {
                let digits = path.iter().map(|&cell| i64::from(draft.solution[cell]));
                rule.sum = digits.sum();
                draft.puzzle.rules.push(rule.into());
            }
        }
    }
    Ok(draft)
}
