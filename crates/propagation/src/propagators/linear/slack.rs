//! Decides incrementally whether a long sum can tighten any term.

use parallax_model::VarId;

use crate::store::{DomainStore, TrailWords};

/// Minimum number of terms of a long sum; shorter ones are recomputed. Tests are small and must
/// cover both cases.
const MIN_LONG_TERMS: usize = if cfg!(test) { 5 } else { 64 };

/// The least and greatest value of each term and of their sum at the last scan, and the width of
/// the widest term, restored by the trail. If the widest term has become narrower since, a scan may
/// be unnecessary.
#[derive(Clone)]
pub(super) struct SumSlack {
    /// Two words for each term, then three for the sum and the widest term.
    words: TrailWords,
    /// Buffer: places of terms that changed.
    changed: Vec<u32>,
}

/// Both ends of a sum, and the width of its widest term.
#[derive(Clone, Copy)]
pub(super) struct SumBounds {
    pub(super) low: i64,
    pub(super) high: i64,
    pub(super) widest: i64,
}

impl SumSlack {
    /// Returns `None` for a sum that is not long.
    pub(super) fn for_terms(terms: &[(i64, VarId)], store: &mut DomainStore) -> Option<Self> {
        let words = vec![0; terms.len() * 2 + 3];
        let long = terms.len() >= MIN_LONG_TERMS;
        long.then(|| SumSlack { words: store.new_words(&words), changed: Vec::new() })
    }

    /// Returns the ends of the sum, if the terms that changed since the last full scan are known.
    pub(super) fn follow_changes(
        &mut self,
        bounds: impl Fn(usize, &DomainStore) -> (i64, i64),
        store: &mut DomainStore,
    ) -> Option<SumBounds> {
        if !store.take_changes(&mut self.changed) {
            return None;
        }
        // The words end with the sum's two ends and the widest width.
        let sum = self.words.len() - 3;
        let get = |place, store: &DomainStore| store.own_word(self.words, place) as i64;
        // Only the changed terms are read. The width may be stale, but terms only become narrower,
        // so it remains an upper bound.
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
        Some(SumBounds { low, high, widest: get(sum + 2, store) })
    }

    /// Stores the result of a full scan.
    pub(super) fn store_scan(
        &self,
        bounds: impl Fn(usize, &DomainStore) -> (i64, i64),
        store: &mut DomainStore,
    ) {
        let sum = self.words.len() - 3;
        let mut ends = SumBounds { low: 0, high: 0, widest: 0 };
        // The bounds after pruning: the changes of this call are not reported to the next one.
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
