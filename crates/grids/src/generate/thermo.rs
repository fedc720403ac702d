//! Thermo Sudokus: rising paths of cells that share sides.

use rand::seq::IndexedRandom;
use rand::{Rng, RngCore};

use super::lines::{Line, Lines};
use super::{Draft, square};
use crate::errors::DraftError;
use crate::rules::Thermometer;

/// Draws a full grid and thermometers.
pub(super) fn draw(size: usize, rng: &mut dyn RngCore) -> Result<Draft, DraftError> {
    let mut draft = square::sudoku(size, rng)?;
    Lines::new(&mut draft).cover(rng, &thermometer);
    Ok(draft)
}

/// Draws a thermometer of three cells or more from its bulb, in small grids of two.
fn thermometer(lines: &Lines<'_>, bulb: usize, rng: &mut dyn RngCore) -> Option<Line> {
    let (least, most) = if lines.size() < 6 { (2, 3) } else { (3, 6) };
    let length = rng.random_range(least..=most);
    let (mut cells, mut last) = (vec![bulb], bulb);
    while cells.len() < length {
        let rises = |next: &usize| lines.digit(*next) > lines.digit(last);
        let higher: Vec<usize> = lines.beside(last).filter(rises).collect();
        let Some(&next) = higher.choose(rng) else { break };
        cells.push(next);
        last = next;
    }
    let rule = Thermometer { cells: cells.clone(), slow: false };
    (cells.len() >= least).then(|| (cells, rule.into()))
}
