//! Little killers: the sums of all diagonals.

use rand::RngCore;

use super::{Draft, square};
use crate::errors::DraftError;
use crate::rules::LittleKiller;

/// Minimum number of cells of a diagonal with a sum.
const SHORTEST: usize = 2;

/// Draws a full grid and the sum of each diagonal, written where the diagonal leaves the first row
/// or, below it, a side.
pub(super) fn draw(size: usize, rng: &mut dyn RngCore) -> Result<Draft, DraftError> {
    let mut draft = square::sudoku(size, rng)?;
    let shape = draft.puzzle.shape;
    for direction in [(1, 1), (1, -1)] {
        for start in (0..shape.cells())
            .filter(|&cell| LittleKiller::starts_at_border(shape, cell, direction))
        {
            let mut rule = LittleKiller { start, direction, sum: 0 };
            let path = rule.path(shape);
            if path.len() >= SHORTEST {
                let digits = path.iter().map(|&cell| i64::from(draft.solution[cell]));
                rule.sum = digits.sum();
                draft.puzzle.rules.push(rule.into());
            }
        }
    }
    Ok(draft)
}
