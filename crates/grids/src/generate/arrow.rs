//! Arrow Sudokus: a bulb with the sum of its shaft.

use rand::RngCore;
use rand::seq::SliceRandom;

use super::lines::{Line, LineDrawer};
use super::{GridDraft, square};
use crate::errors::DraftError;
use crate::rules::Arrow;

/// The longest shaft.
const MAX_SHAFT_CELLS: usize = 4;

/// Draws a full grid and arrows.
pub(super) fn draw_arrows(size: usize, rng: &mut dyn RngCore) -> Result<GridDraft, DraftError> {
    let mut draft = square::draw_sudoku(size, rng)?;
    LineDrawer::new(&mut draft).cover_cells(rng, &draw_arrow);
    Ok(draft)
}

/// Draws an arrow with a shaft of two to four cells from its bulb.
fn draw_arrow(lines: &LineDrawer<'_>, bulb: usize, rng: &mut dyn RngCore) -> Option<Line> {
    // Shafts that may become longer, each with the rest of the bulb's digit.
    let mut open = vec![(Vec::new(), lines.cell_digit(bulb))];
    while let Some((shaft, left)) = open.pop() {
        if left == 0 && shaft.len() >= 2 {
            let cells = [&[bulb], &shaft[..]].concat();
            return Some((cells, Arrow { bulb: vec![bulb], shaft }.into()));
        }
        let last = shaft.last().copied().unwrap_or(bulb);
        let mut next: Vec<usize> = lines.free_neighbours(last).collect();
        next.retain(|&cell| {
            cell != bulb && !shaft.contains(&cell) && lines.cell_digit(cell) <= left
        });
        next.shuffle(rng);
        if shaft.len() < MAX_SHAFT_CELLS {
            open.extend(next.into_iter().map(|cell| {
                let longer = [&shaft[..], &[cell]].concat();
                (longer, left - lines.cell_digit(cell))
            }));
        }
    }
    None
}
