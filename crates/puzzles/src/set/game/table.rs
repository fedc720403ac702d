//! The cards on the table, and the deck.

use parallax_model::Value;

use super::super::SetBoard;

/// The number of cards on the table, unless no set or no deck remains.
const USUAL_TABLE_CARDS: usize = 12;

/// The number of cards of the deck.
const DECK_CARDS: usize = 81;

/// The cards on the table, and the remaining deck.
#[derive(Clone, Debug)]
pub(super) struct GameTable {
    board: SetBoard,
    /// The deck; the last card is dealt next.
    deck: Vec<Vec<u16>>,
}

impl GameTable {
    /// Deals the first cards of a shuffled deck.
    pub(super) fn deal_first_cards(seed: u64) -> Option<Self> {
        let whole = SetBoard::deal_cards(DECK_CARDS, Some(seed)).ok()?;
        let mut deck = whole.cards().to_vec();
        // Cards are dealt from the end, so the first of the shuffled deck are put there.
        deck.reverse();
        let cards = deck.split_off(DECK_CARDS - USUAL_TABLE_CARDS).into_iter().rev().collect();
        Some(GameTable { board: SetBoard::from_standard_cards(cards).ok()?, deck })
    }

    pub(super) fn board(&self) -> &SetBoard {
        &self.board
    }

    pub(super) fn deck_size(&self) -> usize {
        self.deck.len()
    }

    /// Removes cards, by their numbers from 1. New cards replace them while no more than the usual
    /// number is on the table.
    pub(super) fn take_cards(&mut self, cards: &[Value]) {
        let mut indices: Vec<usize> = cards.iter().map(|&card| card as usize - 1).collect();
        indices.sort_unstable();
        let mut lying: Vec<Option<Vec<u16>>> =
            self.board.cards().iter().cloned().map(Some).collect();
        for &index in &indices {
            // Beyond the usual number, gaps are closed instead of filled.
            let replaced = lying.len() <= USUAL_TABLE_CARDS;
            lying[index] = replaced.then(|| self.deck.pop()).flatten();
        }
        self.lay_cards(lying.into_iter().flatten().collect());
    }

    /// Adds three more cards, or as many as remain, and returns their names.
    pub(super) fn deal_more(&mut self) -> Vec<String> {
        let before = self.board.cards().len();
        let mut cards = self.board.cards().to_vec();
        cards.extend((0..3).map_while(|_| self.deck.pop()));
        self.lay_cards(cards);
        (before..self.board.cards().len()).map(|card| self.board.card_text(card)).collect()
    }

    fn lay_cards(&mut self, cards: Vec<Vec<u16>>) {
        // The cards of one deck differ, so this does not fail.
        if let Ok(board) = SetBoard::from_standard_cards(cards) {
            self.board = board;
        }
    }
}
