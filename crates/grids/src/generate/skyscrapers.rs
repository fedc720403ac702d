//! Skyscrapers: the clues of all rows and columns, from both ends.

use rand::RngCore;

use super::{Draft, square};
use crate::errors::DraftError;
use crate::rules::Skyscraper;
use crate::shape::Side;

/// Draws a full grid and its clues.
pub(super) fn draw(size: usize, rng: &mut dyn RngCore) -> Result<Draft, DraftError> {
    let mut draft = square::latin(size, rng)?;
    let shape = draft.puzzle.shape;
    for side in Side::ALL {
        for place in 0..shape.lines(side) {
            let (mut highest, mut clue) = (0, 0);
            for cell in shape.line(side, place) {
                clue += i64::from(draft.solution[cell] > highest);
                highest = highest.max(draft.solution[cell]);
            }
            draft.puzzle.rules.push(Skyscraper { side, place, clue }.into());
        }
    }
    Ok(draft)
}
