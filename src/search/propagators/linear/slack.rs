//! How far a long sum is from tightening anything, kept up.

use crate::model::VarId;
use crate::search::store::{Store, Words};

/// Sums of fewer terms than this are rather looked at anew. Tests are small,
/// and go through both.
const LONG: usize = if cfg!(test) { 5 } else { 64 };

/// The least and greatest value of each term and of their sum when they were
/// last looked at, and the widest term, undone with the trail. The widest may
/// have become narrower: then a look that is not needed is taken.
pub(super) struct Slack {
    /// Two words a term, then three for the sum and the widest.
    words: Words,
    /// Places of terms that changed, a buffer.
    changed: Vec<u32>,
}

/// Both ends of a sum, and how far apart those of its widest term are.
#[derive(Clone, Copy)]
pub(super) struct Ends {
    pub(super) low: i64,
    pub(super) high: i64,
    pub(super) widest: i64,
}

impl Slack {
    /// `None` for a sum that is not long.
    pub(super) fn of(terms: &[(i64, VarId)], store: &mut Store) -> Option<Self> {
        let words = vec![0; terms.len() * 2 + 3];
        let long = terms.len() >= LONG;
        long.then(|| Slack { words: store.new_words(&words), changed: Vec::new() })
    }

    /// The ends of the sum, if it is known which terms changed since the last
    /// look at all of them.
    pub(super) fn follow(
        &mut self,
        bounds: impl Fn(usize, &Store) -> (i64, i64),
        store: &mut Store,
    ) -> Option<Ends> {
        if !store.take_changes(&mut self.changed) {
            return None;
        }
        let sum = self.words.len() - 3;
        let get = |place, store: &Store| store.own_word(self.words, place) as i64;
        let (mut low, mut high) = (get(sum, store), get(sum + 1, store));
        for &term in &self.changed {
            let place = term as usize * 2;
            let (new_low, new_high) = bounds(term as usize, store);
            low += new_low - get(place, store);
            high += new_high - get(place + 1, store);
            store.set_own_word(self.words, place, new_low as u64);
            store.set_own_word(self.words, place + 1, new_high as u64);
        }
        store.set_own_word(self.words, sum, low as u64);
        store.set_own_word(self.words, sum + 1, high as u64);
        Some(Ends { low, high, widest: get(sum + 2, store) })
    }

    /// Notes what a look at all terms found.
    pub(super) fn note(&self, bounds: impl Fn(usize, &Store) -> (i64, i64), store: &mut Store) {
        let sum = self.words.len() - 3;
        let mut ends = Ends { low: 0, high: 0, widest: 0 };
        for term in 0..sum / 2 {
            let (low, high) = bounds(term, store);
            store.set_own_word(self.words, term * 2, low as u64);
            store.set_own_word(self.words, term * 2 + 1, high as u64);
            ends.low += low;
            ends.high += high;
            ends.widest = ends.widest.max(high - low);
        }
        for (place, end) in [ends.low, ends.high, ends.widest].into_iter().enumerate() {
            store.set_own_word(self.words, sum + place, end as u64);
        }
    }
}
