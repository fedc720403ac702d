//! When atoms became true, read from the trail after each propagation.
//!
//! The chains of changes alone would do; what analysis asks for most often, the change that removed
//! a value and the level of a change, is also noted in arrays.

use parallax_propagation::explain::{Chains, Root};
use parallax_propagation::store::{Asked, Store, bits};

use super::reasons::Date;

/// The changes of a search, and the levels at which they happened.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    pub(super) chains: Chains,
    /// For each value of the root, by rank, when it was removed last. Of a value that is back, the
    /// date is of no use, and stays until the value is removed again.
    removals: Vec<Date>,
    /// For each entry, its level; 0 is the root.
    levels: Vec<u32>,
    /// The start of each level above the root.
    starts: Vec<u32>,
}

impl History {
    /// Reads the new entries of the trail, which belong to the innermost level.
    pub(super) fn follow(&mut self, store: &Store, root: &Root) {
        let from = self.chains.len();
        self.chains.follow(store);
        self.levels.resize(store.trail().len(), self.starts.len() as u32);
        self.removals.resize(root.values_in_all(), Date::of(0, 0));
        for (at, entry) in store.trail().iter().enumerate().skip(from) {
            let (word, old) = store.changed(entry);
            // The last value of two has one atom with the other, which comes at once.
            let is_request = entry.asked() == Asked::Values || root.word_size(word) == 2;
            let date = Date::of(self.chains.time(at as u32), u64::from(!is_request));
            // A later entry of the same word dates its own values again.
            let gone = old & !store.all_words()[word] & root.word(word);
            for bit in bits(gone) {
                self.removals[root.rank(word, bit)] = date;
            }
        }
    }

    /// Opens a level at the end of the trail.
    pub(super) fn open(&mut self, store: &Store) {
        self.starts.push(store.trail().len() as u32);
    }

    /// Closes the innermost level, which the store has not undone yet.
    pub(super) fn close(&mut self, store: &Store) {
        let start = store.level_start();
        self.chains.cut(store, start);
        self.levels.truncate(start);
        self.starts.pop();
    }

    /// Returns the number of levels above the root.
    pub(super) fn depth(&self) -> usize {
        self.starts.len()
    }

    /// Returns the level of a date; 0 is the root.
    #[inline]
    pub(super) fn level(&self, date: Date) -> usize {
        self.levels[date.time() as usize] as usize
    }

    /// Returns the first date of a level.
    pub(super) fn start(&self, level: usize) -> Date {
        let start = level.checked_sub(1).map_or(0, |at| self.starts[at]);
        Date::of(start, 0)
    }

    /// Returns the length of the trail at the first decision: what came before needs no reason.
    pub(super) fn settled(&self, store: &Store) -> u32 {
        self.starts.first().map_or(store.trail().len() as u32, |&start| start)
    }

    /// Returns the date at which the value of a rank was removed; it must be gone now.
    #[inline]
    pub(super) fn removal(&self, rank: usize) -> Date {
        self.removals[rank]
    }
}
