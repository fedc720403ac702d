//! Cards dealt at random.

use parallax_puzzles::set::SetBoard;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::swearngin_error::DeckDealError;

/// The cards of the deck.
pub const DECK_SIZE: usize = 81;

/// Draws deal number `number` of `cards` cards of the deck, in the deck's order. The deal depends
/// only on the seed, the number of cards and its number.
///
/// # Errors
/// Returns an error if there are no cards, or more than the deck has.
pub fn draw_deal(cards: usize, seed: u64, number: u64) -> Result<SetBoard, DeckDealError> {
    if !(1..=DECK_SIZE).contains(&cards) {
        return Err(DeckDealError::Cards { cards });
    }
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    // Deals of different sizes have disjoint streams, so none is a part of another.
    rng.set_stream((cards as u64) << 48 | number);
    let mut deck: Vec<usize> = (0..DECK_SIZE).collect();
    let mut dealt = deck.partial_shuffle(&mut rng, cards).0.to_vec();
    dealt.sort_unstable();
    // A card is its number in base 3, one digit for each of its four attributes.
    let digit = |card: usize, place: u32| (card / 3usize.pow(place) % 3) as u16;
    let card = |card: usize| (0..4).rev().map(|place| digit(card, place)).collect();
    Ok(SetBoard::from_standard_cards(dealt.into_iter().map(card).collect())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deals_depend_on_their_number_alone() {
        let board = draw_deal(12, 1, 7).unwrap();
        assert_eq!(board, draw_deal(12, 1, 7).unwrap());
        assert_ne!(board, draw_deal(12, 1, 8).unwrap());
        assert_eq!(draw_deal(81, 0, 0).unwrap(), SetBoard::deal_cards(81, None).unwrap());
        assert!(draw_deal(82, 0, 0).is_err() && draw_deal(0, 0, 0).is_err());
    }
}
