//! Lists the removals of a call, in order.

use parallax_model::{Value, VarId};
use parallax_propagation::store::{Entry, Reason, Store, bits};

/// Minimum number of removed values that are logged as the remaining bounds, if these describe
/// them.
const SEVERAL: usize = 4;

/// Values that a variable lost at once.
pub(super) struct Removal<'a> {
    pub(super) variable: VarId,
    /// The bounds that it kept, if all that it lost lay outside.
    pub(super) kept: Option<(Value, Value)>,
    pub(super) gone: Gone<'a>,
    place: usize,
    later: &'a Later,
}

/// Removed values.
#[derive(Clone, Copy)]
pub(super) enum Gone<'a> {
    /// Bits of the only word of a variable, and the value of its lowest bit.
    Bits(Value, u64),
    /// Values of a variable with several words.
    Values(&'a [Value]),
}

impl<'a> Gone<'a> {
    pub(super) fn iter(self) -> impl Iterator<Item = Value> + use<'a> {
        let (base, word, values) = match self {
            Gone::Bits(base, word) => (base, word, &[][..]),
            Gone::Values(values) => (0, 0, values),
        };
        bits(word).map(move |bit| base + bit as Value).chain(values.iter().copied())
    }

    /// Returns the values as bits, each in the place of its last six bits.
    pub(super) fn bits(self) -> u64 {
        match self {
            Gone::Bits(_, word) => word,
            Gone::Values(values) => values.iter().fold(0, |all, &value| all | 1 << (value & 63)),
        }
    }

    /// Whether there are several values, none of them between two bounds.
    fn are_outside(self, low: Value, high: Value) -> bool {
        match self {
            Gone::Bits(_, word) => {
                let inside = u64::MAX << (low & 63) & u64::MAX >> (63 - (high & 63));
                word.count_ones() as usize >= SEVERAL && word & inside == 0
            }
            Gone::Values(values) => {
                values.len() >= SEVERAL && values.iter().all(|&own| own < low || own > high)
            }
        }
    }
}

impl Removal<'_> {
    /// Whether the domain of a variable has not changed since, nor at this moment.
    pub(super) fn is_after_all_of(&self, variable: VarId) -> bool {
        let own = self.later.of(variable.index());
        own.is_none_or(|own| own.last < self.place)
    }

    /// Whether the variable had one value, and loses it.
    pub(super) fn empties(&self, store: &Store) -> bool {
        let words = store.part(self.variable).map(|at| self.word_at(store, at).count_ones());
        words.sum::<u32>() == 1
    }

    /// Returns the first word of a variable before the removal.
    pub(super) fn word(&self, store: &Store, variable: VarId) -> u64 {
        self.word_at(store, store.part(variable).start)
    }

    fn word_at(&self, store: &Store, at: usize) -> u64 {
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
        let entries = &store.trail()[mark..];
        self.look_back(store, entries);
        let Removals { after, later, gone, .. } = self;
        let mut place = 0;
        while let Some(first) = entries.get(place) {
            gone.clear();
            let variable = first.variable();
            let has_one_word = store.part(variable).len() == 1;
            let (mut last, mut word) = (place, 0);
            let is_same =
                |own: &Entry| own.variable() == first.variable() && own.reason() == first.reason();
            while entries.get(last).is_some_and(is_same) {
                let (entry, left) = (&entries[last], after[last].0);
                if has_one_word {
                    word |= store.changed(entry).1 & !left;
                } else {
                    gone.extend(store.removed(entry, left));
                }
                last += 1;
            }
            let (_, low, high) = after[last - 1];
            let bits = Gone::Bits(store.base(variable), word);
            let gone = if has_one_word { bits } else { Gone::Values(gone) };
            let is_outside = low <= high && gone.are_outside(low, high);
            let kept = is_outside.then_some((low, high));
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
            let (variable, index) = (entry.variable(), entry.variable().index());
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
