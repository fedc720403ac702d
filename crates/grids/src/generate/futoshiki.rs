//! Futoshiki: signs between cells of a Latin square.

use rand::{Rng, RngCore};

use super::{Draft, square};
use crate::errors::DraftError;
use crate::rules::Inequality;
use crate::shape::SIDES;

/// The share of neighbours with a sign, in hundredths.
const SHARE: u32 = 40;

/// Draws a full grid and its signs.
pub(super) fn draw(size: usize, rng: &mut dyn RngCore) -> Result<Draft, DraftError> {
    let mut draft = square::latin(size, rng)?;
    for (a, b) in draft.puzzle.shape.pairs(&SIDES) {
        if rng.random_ratio(SHARE, 100) {
            let rises = draft.solution[a] < draft.solution[b];
            let (lower, upper) = if rises { (a, b) } else { (b, a) };
            draft.puzzle.rules.push(Inequality { lower, upper }.into());
        }
    }
    Ok(draft)
}
