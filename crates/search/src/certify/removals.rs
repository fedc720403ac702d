//! Lists the removals of a call, in order.

use parallax_model::{Value, VarId};

use super::super::store::{Store, bits};

/// Minimum number of removed values that are logged as the remaining bounds, if these describe
/// them.
const SEVERAL: usize = 4;

/// Buffers that find the state after each trail entry, reused between calls.
#[derive(Default)]
pub(super) struct Removals {
    /// For each entry of the trail, its word and the bounds of its variable after the change.
    after: Vec<(u64, Value, Value)>,
    /// For each word of the store, the round that saw it and its later content.
    words: Vec<(u64, u64)>,
    /// For each variable, the round that saw it and its later bounds.
    bounds: Vec<(u64, Value, Value)>,
    round: u64,
    gone: Vec<Value>,
}

impl Removals {
    /// Calls `say` with each variable, its remaining bounds if all removed values lay outside, and
    /// the removed values. Later removals may depend on earlier ones, so their order is kept.
    pub(super) fn since(
        &mut self,
        store: &Store,
        mark: usize,
        mut say: impl FnMut(VarId, Option<(Value, Value)>, &[Value]),
    ) {
        self.look_back(store, mark);
        let entries = &store.trail[mark..];
        let mut place = 0;
        while place < entries.len() {
            let variable = entries[place].variable;
            self.gone.clear();
            let mut last = place;
            while last < entries.len() && entries[last].variable == variable {
                self.gone.extend(store.removed(&entries[last], self.after[last].0));
                last += 1;
            }
            let (_, low, high) = self.after[last - 1];
            let outside = self.gone.len() >= SEVERAL
                && low <= high
                && self.gone.iter().all(|&value| value < low || value > high);
            let variable = VarId::new(variable as usize);
            say(variable, outside.then_some((low, high)), &self.gone);
            place = last;
        }
    }

    /// Finds the word that each entry left: the next entry of the same word saved it.
    fn look_back(&mut self, store: &Store, mark: usize) {
        let entries = &store.trail[mark..];
        self.after.clear();
        self.after.resize(entries.len(), (0, 0, 0));
        self.words.resize(store.all_words().len(), (0, 0));
        self.round += 1;
        for (place, entry) in entries.iter().enumerate().rev() {
            let (at, old) = store.changed(entry);
            let (variable, index) = (VarId::new(entry.variable as usize), entry.variable as usize);
            if self.bounds.len() <= index {
                self.bounds.resize(index + 1, (0, 0, 0));
            }
            let word = match self.words[at] {
                (round, later) if round == self.round => later,
                _ => store.all_words()[at],
            };
            let (low, high) = match self.bounds[index] {
                (round, low, high) if round == self.round => (low, high),
                _ if bits(word).next().is_none()
                    && store.words(variable).iter().all(|&w| w == 0) =>
                {
                    (1, 0)
                }
                _ => (store.min(variable), store.max(variable)),
            };
            self.after[place] = (word, low, high);
            self.words[at] = (self.round, old);
            let before = entry.bounds();
            self.bounds[index] = (self.round, before.0, before.1);
        }
    }
}
