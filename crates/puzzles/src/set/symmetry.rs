//! Breaks the symmetry of full decks.

use parallax_instance::SolutionWeight;
use parallax_model::ModelError;

use super::SetBoard;

/// Returns the weight of a set with the first card when the symmetry is broken.
///
/// In a full deck the values of each attribute can be shifted cyclically. This
/// maps sets to sets and can map any card to any other, so each card is in
/// equally many sets. Every set has three cards, so the number of all sets is
/// the number of sets with the first card, times the number of cards, divided
/// by three.
///
/// # Errors
/// Returns an error if the board is no full deck: some combination of values is missing.
pub(super) fn solution_weight(board: &SetBoard) -> Result<SolutionWeight, ModelError> {
    let sizes = board.attributes().iter().map(|attribute| attribute.values.len());
    let deck = sizes.into_iter().try_fold(1, usize::checked_mul);
    let cards = board.cards().len();
    // No two cards are equal, so comparing the numbers is enough.
    if deck == Some(cards) {
        Ok(SolutionWeight { times: cards.into(), over: 3 })
    } else {
        Err(ModelError::new(
            "no symmetry to break: the board is no full deck; some combination of values is missing",
        ))
    }
}
