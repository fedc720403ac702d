//! Arrow Sudokus: a bulb with the sum of its shaft.

use rand::RngCore;
use rand::seq::SliceRandom;

use super::lines::{Line, Lines};
use super::{Draft, square};
use crate::errors::DraftError;
use crate::rules::Arrow;

/// The longest shaft.
const LONGEST: usize = 4;

/// Draws a full grid and arrows.
pub(super) fn draw(size: usize, rng: &mut dyn RngCore) -> Result<Draft, DraftError> {
    let mut draft = square::sudoku(size, rng)?;
    Lines::new(&mut draft).cover(rng, &arrow);
    Ok(draft)
}

/// Draws an arrow with a shaft of two to four cells from its bulb.
fn arrow(lines: &Lines<'_>, bulb: usize, rng: &mut dyn RngCore) -> Option<Line> {
    // Shafts that may go on, each with what the bulb leaves for it.
    let mut open = vec![(Vec::new(), lines.digit(bulb))];
    while let Some((shaft, left)) = open.pop() {
        if left == 0 && shaft.len() >= 2 {
            let cells = [&[bulb], &shaft[..]].concat();
            return Some((cells, Arrow { bulb: vec![bulb], shaft }.into()));
        }
        let last = shaft.last().copied().unwrap_or(bulb);
        let mut next: Vec<usize> = lines.beside(last).collect();
        next.retain(|&cell| cell != bulb && !shaft.contains(&cell) && lines.digit(cell) <= left);
        next.shuffle(rng);
        if shaft.len() < LONGEST {
            open.extend(next.into_iter().map(|cell| {
                let longer = [&shaft[..], &[cell]].concat();
                (longer, left - lines.digit(cell))
            }));
        }
    }
    None
}
