//! Lists the removals of a call, in order.

use parallax_model::{Value, VarId};

use super::super::store::{Entry, Reason, Store};

/// Minimum number of removed values that are logged as the remaining bounds, if these describe
/// them.
const SEVERAL: usize = 4;

/// Values that a variable lost at once.
pub(super) struct Removal<'a> {
    pub(super) variable: VarId,
    /// The bounds that it kept, if all that it lost lay outside.
    pub(super) kept: Option<(Value, Value)>,
    pub(super) gone: &'a [Value],
    place: usize,
    later: &'a Later,
}

impl Removal<'_> {
    /// Whether the domain of a variable has not changed since, nor at this moment.
    pub(super) fn is_after_all_of(&self, variable: VarId) -> bool {
        let own = self.later.of(variable.index());
        own.is_none_or(|own| own.last < self.place)
    }

    /// Returns the first word of a variable before the removal.
    pub(super) fn word(&self, store: &Store, variable: VarId) -> u64 {
        let at = store.part(variable).start;
        match self.later.words[at] {
            (round, word) if round == self.later.round => word,
            _ => store.all_words()[at],
        }
    }
}

/// Reusable buffers for removals.
#[derive(Default)]
pub(super) struct Removals {
    /// For each entry of the trail, its word and the bounds of its variable after the change.
    after: Vec<(u64, Value, Value)>,
    later: Later,
    gone: Vec<Value>,
}

/// Later contents of words and variables, from the entries of the trail after the current one.
#[derive(Default)]
struct Later {
    round: u64,
    /// For each word of the store, the round in which it was seen and its later content; while
    /// removals are reported, its current content.
    words: Vec<(u64, u64)>,
    variables: Vec<Changed>,
}

/// A variable, and the round in which it was seen.
#[derive(Clone, Copy, Default)]
struct Changed {
    round: u64,
    /// Its bounds later.
    bounds: (Value, Value),
    /// The place of its last entry.
    last: usize,
}

impl Later {
    fn of(&self, variable: usize) -> Option<&Changed> {
        self.variables.get(variable).filter(|own| own.round == self.round)
    }
}

impl Removals {
    /// Calls `say` with all removals. Later ones may depend on earlier ones, so their order stays.
    pub(super) fn since(
        &mut self,
        store: &Store,
        mark: usize,
        mut say: impl FnMut(&Removal<'_>, Reason),
    ) {
        let entries = &store.trail[mark..];
        self.look_back(store, entries);
        let Removals { after, later, gone, .. } = self;
        let mut place = 0;
        while let Some(first) = entries.get(place) {
            gone.clear();
            let mut last = place;
            let is_same =
                |own: &Entry| own.variable == first.variable && own.reason() == first.reason();
            while entries.get(last).is_some_and(is_same) {
                gone.extend(store.removed(&entries[last], after[last].0));
                last += 1;
            }
            let (_, low, high) = after[last - 1];
            let outside = gone.len() >= SEVERAL
                && low <= high
                && gone.iter().all(|&value| value < low || value > high);
            let variable = VarId::new(first.variable as usize);
            let kept = outside.then_some((low, high));
            say(&Removal { variable, kept, gone, place, later }, first.reason());
            for (entry, after) in entries[place..last].iter().zip(&after[place..last]) {
                later.words[store.changed(entry).0].1 = after.0;
            }
            place = last;
        }
    }

    /// Finds the state after each entry: the next entry of the same word holds it.
    fn look_back(&mut self, store: &Store, entries: &[Entry]) {
        let Removals { after, later, .. } = self;
        after.clear();
        after.resize(entries.len(), (0, 0, 0));
        later.words.resize(store.all_words().len(), (0, 0));
        later.round += 1;
        let round = later.round;
        for (place, entry) in entries.iter().enumerate().rev() {
            let (at, old) = store.changed(entry);
            let (variable, index) = (VarId::new(entry.variable as usize), entry.variable as usize);
            if later.variables.len() <= index {
                later.variables.resize(index + 1, Changed::default());
            }
            let word = match later.words[at] {
                (seen, later) if seen == round => later,
                _ => store.all_words()[at],
            };
            let own = &mut later.variables[index];
            if own.round != round {
                let is_empty = store.description(variable).iter().all(|&word| word == 0);
                let bounds =
                    if is_empty { (1, 0) } else { (store.min(variable), store.max(variable)) };
                *own = Changed { round, bounds, last: place };
            }
            after[place] = (word, own.bounds.0, own.bounds.1);
            later.words[at] = (round, old);
            own.bounds = entry.bounds();
        }
    }
}
