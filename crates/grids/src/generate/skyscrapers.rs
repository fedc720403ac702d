//! Skyscrapers: the clues of all rows and columns, from both ends.

use rand::RngCore;

use super::{GridDraft, square};
use crate::errors::DraftError;
use crate::rules::Skyscraper;
use crate::shape::GridSide;

/// Draws a full grid and its clues.
pub(super) fn draw_skyscrapers(
    size: usize,
    rng: &mut dyn RngCore,
) -> Result<GridDraft, DraftError> {
    let mut draft = square::draw_latin(size, rng)?;
    let shape = draft.puzzle.shape;
    for side in GridSide::ALL {
        for place in 0..shape.line_count(side) {
            let (mut highest, mut clue) = (0, 0);
            for cell in shape.line_cells(side, place) {
                clue += i64::from(draft.solution[cell] > highest);
                highest = highest.max(draft.solution[cell]);
            }
            draft.puzzle.rules.push(Skyscraper { side, line_index: place, clue }.into());
        }
    }
    Ok(draft)
}
