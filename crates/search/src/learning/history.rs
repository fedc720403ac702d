//! When atoms became true, read from the trail after each propagation.
//!
//! The chains of changes alone would do; the most frequent queries of analysis, the change that
//! removed a value and the level of a change, are also answered by arrays.

use parallax_propagation::explain::{ChangeChains, RootDomains};
use parallax_propagation::store::{ChangeRequest, DomainStore, set_bits};

use super::reasons::AtomDate;

/// The changes of a search, and the levels at which they happened.
#[derive(Clone, Debug, Default)]
pub(super) struct ChangeHistory {
    pub(super) chains: ChangeChains,
    /// For each value of the root, by rank, when it was removed last. For a value that is back, the
    /// date is of no use, and stays until the value is removed again.
    removals: Vec<AtomDate>,
    /// For each entry, its level; 0 is the root.
    levels: Vec<u32>,
    /// The start of each level above the root.
    starts: Vec<u32>,
}

impl ChangeHistory {
    /// Reads the new entries of the trail, which belong to the innermost level.
    pub(super) fn read_trail(&mut self, store: &DomainStore, root: &RootDomains) {
        let from = self.chains.len();
        self.chains.read_trail(store);
        // A level is opened only at a fixpoint whose changes were read, so all new entries belong
        // to one level.
        self.levels.resize(store.trail().len(), self.starts.len() as u32);
        self.removals.resize(root.values_in_all(), AtomDate::new(0, 0));
        for (at, entry) in store.trail().iter().enumerate().skip(from) {
            let (word, old) = store.changed_word(entry);
            // With values {a, b}, `x != a` and `x = b` are one atom, true as soon as the change is
            // made, however it was requested.
            let is_request =
                entry.change_request() == ChangeRequest::Values || root.word_size(word) == 2;
            let date = AtomDate::new(self.chains.change_time(at as u32), u64::from(!is_request));
            // A later entry of the same word dates its own values again.
            let gone = old & !store.all_words()[word] & root.domain_word(word);
            for bit in set_bits(gone) {
                self.removals[root.value_rank(word, bit)] = date;
            }
        }
    }

    /// Opens a level at the end of the trail.
    pub(super) fn open_level(&mut self, store: &DomainStore) {
        self.starts.push(store.trail().len() as u32);
    }

    /// Closes the innermost level, which the store has not undone yet.
    pub(super) fn close_level(&mut self, store: &DomainStore) {
        // The chains find the variable of a dropped entry on the trail, so this comes before the
        // store undoes the level.
        let start = store.level_start();
        self.chains.drop_entries(store, start);
        self.levels.truncate(start);
        self.starts.pop();
    }

    /// Returns the number of levels above the root.
    pub(super) fn depth(&self) -> usize {
        self.starts.len()
    }

    /// Returns the level of a date; 0 is the root.
    #[inline]
    pub(super) fn date_level(&self, date: AtomDate) -> usize {
        self.levels[date.trail_time() as usize] as usize
    }

    /// Returns the first date of a level.
    pub(super) fn level_start(&self, level: usize) -> AtomDate {
        // `starts` has no entry for the root, which begins with the trail.
        let start = level.checked_sub(1).map_or(0, |at| self.starts[at]);
        AtomDate::new(start, 0)
    }

    /// Returns the length of the trail at the first decision: what came before needs no reason.
    pub(super) fn settled_length(&self, store: &DomainStore) -> u32 {
        self.starts.first().map_or(store.trail().len() as u32, |&start| start)
    }

    /// Returns the date at which the value of a rank was removed; it must be gone now.
    #[inline]
    pub(super) fn removal_date(&self, rank: usize) -> AtomDate {
        self.removals[rank]
    }
}
