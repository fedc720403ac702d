//! Random patterns of black cells for kakuro.

use rand::seq::SliceRandom;
use rand::{Rng, RngCore};

use super::jigsaw::is_connected;
use crate::shape::GridShape;

/// The longest run: there are nine digits.
const MAX_RUN_CELLS: usize = 9;

/// The range of the share of black cells that a pattern tries to reach, in hundredths.
const BLACK_CELL_PERCENTAGES: std::ops::RangeInclusive<usize> = 24..=36;

/// Draws a pattern: the first row and the first column are black, the others stay the same under
/// half a turn. White cells are connected, and each is in a run of two to nine cells of a row and
/// of a column. `None` if a run remains too long.
pub(super) fn draw_pattern(size: usize, rng: &mut dyn RngCore) -> Option<Vec<bool>> {
    let shape = GridShape { rows: size, columns: size };
    let is_edge = |cell: usize| shape.row(cell) == 0 || shape.column(cell) == 0;
    let mut black: Vec<bool> = (0..shape.cell_count()).map(is_edge).collect();
    let inner = (size - 1) * (size - 1);
    let wanted = inner * rng.random_range(BLACK_CELL_PERCENTAGES) / 100;
    let mut order: Vec<usize> = (0..shape.cell_count()).filter(|&cell| !black[cell]).collect();
    order.shuffle(rng);
    let mut blackened = 0;
    for cell in order {
        // Half a turn of the inner square takes row r and column c to `size - r` and `size - c`. As
        // indices, the two cells sum to `size * size + size`.
        let image = shape.cell_count() + size - cell;
        if black[cell] || blackened >= wanted {
            continue;
        }
        (black[cell], black[image]) = (true, true);
        // Only the runs next to the two new black cells have changed.
        let ends = [cell, image].iter().all(|&cell| leaves_no_single(shape, &black, cell));
        if ends && is_connected(shape, &|cell| !black[cell]) {
            blackened += if cell == image { 1 } else { 2 };
        } else {
            (black[cell], black[image]) = (false, false);
        }
    }
    let rows = (0..size).map(|row| shape.row_cells(row));
    let columns = (0..size).map(|column| shape.column_cells(column));
    let short =
        |line: Vec<usize>| line.split(|&cell| black[cell]).all(|run| run.len() <= MAX_RUN_CELLS);
    rows.chain(columns).all(short).then_some(black)
}

/// Whether no run next to a black cell has a single cell.
fn leaves_no_single(shape: GridShape, black: &[bool], cell: usize) -> bool {
    let white = |cell: Option<usize>| cell.is_some_and(|cell| !black[cell]);
    crate::shape::SIDE_STEPS.into_iter().all(|step| {
        let next = shape.step_from(cell, step);
        let after = next.and_then(|next| shape.step_from(next, step));
        !white(next) || white(after)
    })
}
