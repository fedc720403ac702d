//! Deals of SET cards with an exact number of sets.

use rand::Rng;
use rand::seq::SliceRandom;

use super::super::errors::RequestError;
use super::{MAX_CARDS, SetBoard};

/// Maximum number of cards of a deal with a required number of sets.
pub const MAX_DEALT: usize = 729;

/// Number of exchanges of cards after which a new random deal begins.
const EXCHANGES_PER_DEAL: u64 = 4_000;

/// Number of cards that are tried to replace one.
const CANDIDATES_PER_EXCHANGE: usize = 8;

/// The requirements of a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetDealOptions {
    /// The number of attributes.
    pub attributes: usize,
    /// The number of values of each attribute.
    pub values: usize,
    /// The number of cards.
    pub cards: usize,
    /// The number of sets among them; `None` for any.
    pub sets: Option<u64>,
    /// Maximum number of exchanges of cards.
    pub exchanges: u64,
}

impl SetDealOptions {
    /// Returns the number of cards of the deck.
    ///
    /// # Errors
    /// Returns an error if a number is out of range, the deck has too few cards, or the cards
    /// cannot have the required number of sets.
    pub fn check_deck(&self) -> Result<usize, RequestError> {
        SetBoard::from_digits(self.attributes, self.values, Vec::new())?;
        let power = u32::try_from(self.attributes).ok();
        let deck = power.and_then(|power| self.values.checked_pow(power));
        let (attributes, values) = (self.attributes, self.values);
        let too_large = RequestError::Deck { attributes, values };
        let deck = deck.filter(|&deck| deck <= MAX_CARDS).ok_or(too_large)?;
        let most = if self.sets.is_some() { MAX_DEALT.min(deck) } else { deck };
        if !(1..=most).contains(&self.cards) {
            return Err(RequestError::DealtCards { cards: self.cards, most });
        }
        let n = self.cards as u64;
        // There is at least one card, so the difference is not negative.
        let pairs = n * (n - 1);
        // Two cards allow (values - 2) values of the third in each attribute in which they differ:
        // with three values, one.
        let most = if self.values == 3 { pairs / 6 } else { pairs * n.saturating_sub(2) / 6 };
        match self.sets {
            Some(sets) if sets > most => Err(RequestError::Sets { sets, cards: self.cards, most }),
            _ => Ok(deck),
        }
    }
}

/// Deals random cards. With a required number of sets, exchanges cards for others of the deck until
/// there are that many, and starts again from other cards now and then. Returns an error if the
/// number is not reached after [`SetDealOptions::exchanges`]: there may be no such deal. Calls
/// `stop` now and then, and returns `None` if it returns true.
pub fn deal_set_cards(
    wanted: &SetDealOptions,
    rng: &mut impl Rng,
    stop: &mut dyn FnMut() -> bool,
) -> Option<Result<SetBoard, RequestError>> {
    let size = match wanted.check_deck() {
        Ok(size) => size,
        Err(fault) => return Some(Err(fault)),
    };
    let mut left = wanted.exchanges;
    let mut nearest = u64::MAX;
    loop {
        let mut table = DealTable::draw_cards(wanted, size, rng);
        let steps = left.min(EXCHANGES_PER_DEAL);
        // One more test than exchanges, since the table after the last one counts as well.
        for step in 0..=steps {
            let apart = table.set_difference();
            nearest = nearest.min(apart);
            if apart == 0 {
                let cards = table.cards.into_iter().take(wanted.cards).collect();
                let board = SetBoard::from_digits(wanted.attributes, wanted.values, cards);
                return Some(board.map_err(RequestError::from));
            }
            if step % 64 == 0 && stop() {
                return None;
            }
            // A whole deck has no cards left to exchange.
            if step < steps && wanted.cards < size {
                table.exchange_card(rng);
            }
        }
        left = left.saturating_sub(EXCHANGES_PER_DEAL);
        if left == 0 {
            let exchanges = wanted.exchanges;
            return Some(Err(RequestError::Exchanges { exchanges, nearest }));
        }
    }
}

/// A deck whose first cards are on the table.
struct DealTable {
    cards: Vec<Vec<u16>>,
    /// The number of cards on the table.
    dealt: usize,
    /// The number of sets on the table, and the required number.
    sets: u64,
    wanted: Option<u64>,
}

impl DealTable {
    fn draw_cards(wanted: &SetDealOptions, size: usize, rng: &mut impl Rng) -> Self {
        let values = wanted.values;
        let digits = |card: usize| {
            (0..wanted.attributes as u32)
                .rev()
                .map(|a| (card / values.pow(a) % values) as u16)
                .collect()
        };
        let mut cards: Vec<Vec<u16>> = (0..size).map(digits).collect();
        cards.partial_shuffle(rng, wanted.cards);
        // The drawn cards come last.
        cards.rotate_right(wanted.cards);
        let mut table = DealTable { cards, dealt: wanted.cards, sets: 0, wanted: wanted.sets };
        if wanted.sets.is_some() {
            // Each set is counted at its last card.
            table.sets = (0..wanted.cards).map(|card| table.sets_with(card, card)).sum();
        }
        table
    }

    /// Returns the number of sets of a card with two of the first `among` cards on the table.
    fn sets_with(&self, card: usize, among: usize) -> u64 {
        let mut found = 0;
        for j in (0..among).filter(|&j| j != card) {
            let others = (0..j).filter(|&i| i != card);
            found += others.filter(|&i| self.is_set(card, i, j)).count() as u64;
        }
        found
    }

    fn is_set(&self, i: usize, j: usize, k: usize) -> bool {
        let [a, b, c] = [i, j, k].map(|card| &self.cards[card]);
        a.iter().zip(b).zip(c).all(|((a, b), c)| if a == b { b == c } else { a != c && b != c })
    }

    /// Returns the difference between the number of sets and the required number.
    fn set_difference(&self) -> u64 {
        self.wanted.map_or(0, |wanted| wanted.abs_diff(self.sets))
    }

    /// Exchanges a card on the table for the best of a few that are not: a card of a set, if there
    /// are too many sets. Keeps the exchange unless it increases the distance to the required
    /// number; an increase by `d` sets is kept with a chance of 1 in 16^d.
    fn exchange_card(&mut self, rng: &mut impl Rng) {
        let draw = |rng: &mut _, from: usize, to: usize| {
            Rng::random_range(rng, from as u32..to as u32) as usize
        };
        let (before, old) = (self.set_difference(), self.sets);
        // The search for a card of a set begins at a random card, so each of them may be found.
        let first = draw(rng, 0, self.dealt);
        let in_set = |&out: &usize| self.sets_with(out, self.dealt) > 0;
        let mut all = (0..self.dealt).map(|step| (first + step) % self.dealt);
        let too_many = self.wanted.is_some_and(|wanted| old > wanted);
        let out = if too_many { all.find(in_set).unwrap_or(first) } else { first };
        let without = old - self.sets_with(out, self.dealt);
        let mut best: Option<(u64, usize)> = None;
        for _ in 0..CANDIDATES_PER_EXCHANGE {
            let new = draw(rng, self.dealt, self.cards.len());
            self.sets = self.with_exchanged(out, new, without);
            if best.is_none_or(|(apart, _)| self.set_difference() < apart) {
                best = Some((self.set_difference(), new));
            }
        }
        // The candidates have changed `sets`, on which the difference depends.
        self.sets = old;
        let Some((apart, new)) = best else { return };
        // At most 15, so that the shift stays below 64 bits.
        let worse = apart.saturating_sub(before).min(15) as u32;
        if worse == 0 || rng.random_range(0..1u64 << (4 * worse)) == 0 {
            self.sets = self.with_exchanged(out, new, without);
            self.cards.swap(out, new);
        }
    }

    /// Returns the number of sets with the card `new` in the place of `out`; `without` is their
    /// number without either.
    fn with_exchanged(&mut self, out: usize, new: usize, without: u64) -> u64 {
        self.cards.swap(out, new);
        let sets = without + self.sets_with(out, self.dealt);
        self.cards.swap(out, new);
        sets
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::super::tests::sets;
    use super::*;

    fn wanted(attributes: usize, values: usize, cards: usize, sets: Option<u64>) -> SetDealOptions {
        SetDealOptions { attributes, values, cards, sets, exchanges: 100_000 }
    }

    fn dealt(wanted: &SetDealOptions, seed: u64) -> Result<SetBoard, RequestError> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        deal_set_cards(wanted, &mut rng, &mut || false).expect("nothing stops it")
    }

    #[test]
    fn deals_have_the_wanted_number_of_sets() {
        for (attributes, values, cards, number) in [
            (4, 3, 12, 0),
            (4, 3, 12, 6),
            (4, 3, 20, 0),
            (4, 3, 81, 1080),
            (3, 4, 12, 3),
            (5, 3, 21, 9),
            (2, 3, 1, 0),
            (3, 2, 4, 0),
        ] {
            let wanted = wanted(attributes, values, cards, Some(number));
            // The largest deal without a set takes tens of thousands of exchanges.
            let is_long = cards == 20;
            for seed in 0..if is_long { 1 } else { 3 } {
                let board = dealt(&wanted, seed).unwrap();
                assert_eq!((board.cards().len(), sets(&board).len() as u64), (cards, number));
                assert!(is_long || dealt(&wanted, seed) == Ok(board));
            }
        }
        let any = wanted(4, 3, 12, None);
        assert_ne!(dealt(&any, 0), dealt(&any, 1));
    }

    #[test]
    fn deals_that_are_not_found_are_given_up() {
        // Every two attributes of three values have twelve lines; five cards contain one.
        let none = SetDealOptions { exchanges: 500, ..wanted(2, 3, 5, Some(0)) };
        let error = RequestError::Exchanges { exchanges: 500, nearest: 1 };
        insta::assert_snapshot!(error, @"no deal found in 500 exchanges of cards (the nearest is 1 set off); there may be none");
        assert_eq!(dealt(&none, 0), Err(error));
        let whole = SetDealOptions { exchanges: 10, ..wanted(2, 3, 9, Some(11)) };
        assert!(dealt(&whole, 0).is_err());
        assert_eq!(deal_set_cards(&none, &mut ChaCha8Rng::seed_from_u64(0), &mut || true), None);
    }

    #[test]
    fn deals_that_cannot_be_are_refused() {
        let faults = [
            wanted(0, 3, 1, None),
            wanted(101, 3, 1, None),
            wanted(4, 0, 1, None),
            wanted(4, 11, 1, None),
            wanted(11, 3, 9, None),
            wanted(100, 10, 9, None),
            wanted(4, 3, 0, None),
            wanted(4, 3, 82, Some(1)),
            wanted(8, 3, 730, Some(1)),
            wanted(4, 3, 12, Some(23)),
            wanted(3, 4, 2, Some(1)),
        ];
        let faults = faults.map(|wanted| wanted.check_deck().unwrap_err().to_string());
        insta::assert_snapshot!(faults.join("\n"), @r"
        0 attributes; expected 1 to 100
        101 attributes; expected 1 to 100
        0 values an attribute; expected 1 to 10
        11 values an attribute; expected 1 to 10
        a deck of 11 attributes of 3 values; the largest has 59049 cards
        a deck of 100 attributes of 10 values; the largest has 59049 cards
        0 cards; expected 1 to 81
        82 cards; expected 1 to 81
        730 cards; expected 1 to 729
        23 sets; 12 cards have at most 22
        1 set; 2 cards have at most 0
        ");
        assert_eq!(wanted(10, 3, 59_049, None).check_deck(), Ok(59_049));
    }
}
