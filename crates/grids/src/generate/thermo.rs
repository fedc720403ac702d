//! Thermo Sudokus: rising paths of cells that share sides.

use rand::seq::IndexedRandom;
use rand::{Rng, RngCore};

use super::lines::{Line, LineDrawer};
use super::{GridDraft, square};
use crate::errors::DraftError;
use crate::rules::Thermometer;

/// Draws a full grid and thermometers.
pub(super) fn draw_thermometers(
    size: usize,
    rng: &mut dyn RngCore,
) -> Result<GridDraft, DraftError> {
    let mut draft = square::draw_sudoku(size, rng)?;
    LineDrawer::new(&mut draft).cover_cells(rng, &draw_thermometer);
    Ok(draft)
}

/// Draws a thermometer of three cells or more from its bulb, in small grids of two.
fn draw_thermometer(lines: &LineDrawer<'_>, bulb: usize, rng: &mut dyn RngCore) -> Option<Line> {
    let (min_length, max_length) = if lines.row_count() < 6 { (2, 3) } else { (3, 6) };
    let length = rng.random_range(min_length..=max_length);
    let (mut cells, mut last) = (vec![bulb], bulb);
    while cells.len() < length {
        let rises = |next: &usize| lines.cell_digit(*next) > lines.cell_digit(last);
        let higher: Vec<usize> = lines.free_neighbours(last).filter(rises).collect();
        let Some(&next) = higher.choose(rng) else { break };
        cells.push(next);
        last = next;
    }
    let rule = Thermometer { cells: cells.clone(), slow: false };
    (cells.len() >= min_length).then(|| (cells, rule.into()))
}
