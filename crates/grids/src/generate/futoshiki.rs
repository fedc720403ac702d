//! Futoshiki: signs between cells of a Latin square.

use rand::{Rng, RngCore};

use super::{GridDraft, square};
use crate::errors::DraftError;
use crate::rules::Inequality;
use crate::shape::SIDE_STEPS;

/// The share of neighbours with a sign, in hundredths.
const SIGN_SHARE_PERCENT: u32 = 40;

/// Draws a full grid and its signs.
pub(super) fn draw_futoshiki(size: usize, rng: &mut dyn RngCore) -> Result<GridDraft, DraftError> {
    let mut draft = square::draw_latin(size, rng)?;
    for (a, b) in draft.puzzle.shape.step_pairs(&SIDE_STEPS) {
        if rng.random_ratio(SIGN_SHARE_PERCENT, 100) {
            let rises = draft.solution[a] < draft.solution[b];
            let (lower, upper) = if rises { (a, b) } else { (b, a) };
            draft.puzzle.rules.push(Inequality { lower, upper }.into());
        }
    }
    Ok(draft)
}
