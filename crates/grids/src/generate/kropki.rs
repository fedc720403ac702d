//! Kropki Sudokus: all dots of the solution. Neighbours without a dot are neither consecutive nor
//! one twice the other.

use rand::{Rng, RngCore};

use super::{GridDraft, square};
use crate::errors::DraftError;
use crate::rules::{Dot, UnmarkedDots};
use crate::shape::SIDE_STEPS;

/// Draws a full grid and its dots. The dot between 1 and 2 is black or white.
pub(super) fn draw_kropki(size: usize, rng: &mut dyn RngCore) -> Result<GridDraft, DraftError> {
    let mut draft = square::draw_sudoku(size, rng)?;
    for (a, b) in draft.puzzle.shape.step_pairs(&SIDE_STEPS) {
        let (a_digit, b_digit) = (draft.solution[a], draft.solution[b]);
        let (low, high) = (a_digit.min(b_digit), a_digit.max(b_digit));
        let (is_white, is_black) = (high - low == 1, high == 2 * low);
        if is_white || is_black {
            let black = is_black && !(is_white && rng.random_ratio(1, 2));
            let number = if black { 2 } else { 1 };
            draft.puzzle.rules.push(Dot { cells: [a, b], black, number }.into());
        }
    }
    draft.puzzle.rules.push(UnmarkedDots { differences: vec![1], ratios: vec![2] }.into());
    Ok(draft)
}
