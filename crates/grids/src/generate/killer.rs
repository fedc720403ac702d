//! Killer Sudokus: cages of one to five cells with sums cover the grid.

use rand::RngCore;

use super::{GridDraft, cages, square};
use crate::errors::DraftError;
use crate::rules::Cage;

/// The shares of cages of one cell, of two cells, and so on.
const CAGE_SIZE_SHARES: [u32; 5] = [1, 10, 7, 3, 1];

/// Draws a full grid and its cages.
pub(super) fn draw_killer(size: usize, rng: &mut dyn RngCore) -> Result<GridDraft, DraftError> {
    let mut draft = square::draw_sudoku(size, rng)?;
    let solution = &draft.solution;
    let differs =
        |cage: &[usize], cell: usize| cage.iter().all(|&other| solution[other] != solution[cell]);
    // Larger cages have several solutions in small grids.
    let shares = &CAGE_SIZE_SHARES[..CAGE_SIZE_SHARES.len().min(size / 2 + 1)];
    for cells in cages::partition_cages(draft.puzzle.shape, shares, &differs, rng) {
        let sum = cells.iter().map(|&cell| i64::from(solution[cell])).sum();
        draft.puzzle.rules.push(Cage { cells, sum: Some(sum) }.into());
    }
    Ok(draft)
}
