//! The symmetry of full decks and how it is broken.

use crate::instance::Weight;
use crate::model::ModelError;

use super::SetBoard;

/// Whether the symmetry of a board can be broken, with the weight that a set
/// with the first card then has.
///
/// In a full deck the values of each attribute can be shifted in a circle,
/// which keeps sets and takes any card to any other. So each card is in
/// equally many sets; every set has three cards; and the number of all sets
/// is that of the sets with the first card, times the cards, over three.
///
/// # Errors
/// When the board is no full deck: not every combination of values is there.
pub(super) fn weight(board: &SetBoard) -> Result<Weight, ModelError> {
    let sizes = board.attributes().iter().map(|attribute| attribute.values.len());
    let deck = sizes.into_iter().try_fold(1, usize::checked_mul);
    let cards = board.cards().len();
    // No two cards are equal, so that their number tells.
    match deck == Some(cards) {
        true => Ok(Weight { times: cards as u128, over: 3 }),
        false => Err(ModelError::new(
            "no symmetry to break: the board is no full deck, with every combination of values",
        )),
    }
}
