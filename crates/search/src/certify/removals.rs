//! Lists the removals of a call, in order.

use parallax_model::{Value, VarId};
use parallax_propagation::store::{ChangeReason, DomainStore, TrailEntry, set_bits};

/// Minimum number of removed values that are logged as the remaining bounds, if these describe
/// them.
const MIN_VALUES_FOR_BOUNDS: usize = 4;

/// Values that a variable lost at once.
pub(super) struct TrailRemoval<'a> {
    pub(super) variable: VarId,
    /// The bounds that it kept, if all that it lost lay outside.
    pub(super) kept: Option<(Value, Value)>,
    pub(super) gone: RemovedValues<'a>,
    place: usize,
    later: &'a LaterContents,
}

/// Removed values.
#[derive(Clone, Copy)]
pub(super) enum RemovedValues<'a> {
    /// Bits of the only word of a variable, and the value of its lowest bit.
    Bits(Value, u64),
    /// Values of a variable with several words.
    Values(&'a [Value]),
}

impl<'a> RemovedValues<'a> {
    pub(super) fn iter(self) -> impl Iterator<Item = Value> + use<'a> {
        let (base, word, values) = match self {
            RemovedValues::Bits(base, word) => (base, word, &[][..]),
            RemovedValues::Values(values) => (0, 0, values),
        };
        set_bits(word).map(move |bit| base + bit as Value).chain(values.iter().copied())
    }

    /// Returns the values as bits, each in the place of its last six bits.
    pub(super) fn value_bits(self) -> u64 {
        match self {
            RemovedValues::Bits(_, word) => word,
            RemovedValues::Values(values) => {
                values.iter().fold(0, |all, &value| all | 1 << (value & 63))
            }
        }
    }

    /// Whether there are several values, all outside two bounds.
    fn are_outside(self, low: Value, high: Value) -> bool {
        match self {
            RemovedValues::Bits(_, word) => {
                let inside = u64::MAX << (low & 63) & u64::MAX >> (63 - (high & 63));
                word.count_ones() as usize >= MIN_VALUES_FOR_BOUNDS && word & inside == 0
            }
            RemovedValues::Values(values) => {
                values.len() >= MIN_VALUES_FOR_BOUNDS
                    && values.iter().all(|&own| own < low || own > high)
            }
        }
    }
}

impl TrailRemoval<'_> {
    /// Whether the domain of a variable has not changed since, nor at this moment.
    pub(super) fn is_after_all_of(&self, variable: VarId) -> bool {
        // A variable with an entry at this place or after it was still changing.
        let own = self.later.later_bounds(variable.index());
        own.is_none_or(|own| own.last < self.place)
    }

    /// Whether the variable had one value, and loses it.
    pub(super) fn empties_domain(&self, store: &DomainStore) -> bool {
        let words = store.word_range(self.variable).map(|at| self.word_at(store, at).count_ones());
        words.sum::<u32>() == 1
    }

    /// Returns the first word of a variable before the removal.
    pub(super) fn first_word(&self, store: &DomainStore, variable: VarId) -> u64 {
        self.word_at(store, store.word_range(variable).start)
    }

    fn word_at(&self, store: &DomainStore, at: usize) -> u64 {
        match self.later.words[at] {
            (round, word) if round == self.later.round => word,
            _ => store.all_words()[at],
        }
    }
}

/// Reusable buffers for removals.
#[derive(Default)]
pub(super) struct RemovalBuffers {
    /// For each entry of the trail, its word and the bounds of its variable after the change.
    after: Vec<(u64, Value, Value)>,
    later: LaterContents,
    gone: Vec<Value>,
}

/// Later contents of words and variables, from the entries of the trail after the current one.
#[derive(Default)]
struct LaterContents {
    round: u64,
    /// For each word of the store, the round in which it was seen and its later content; while
    /// removals are reported, its current content.
    words: Vec<(u64, u64)>,
    variables: Vec<LaterBounds>,
}

/// A variable, and the round in which it was seen.
#[derive(Clone, Copy, Default)]
struct LaterBounds {
    round: u64,
    /// Its bounds later.
    bounds: (Value, Value),
    /// The place of its last entry.
    last: usize,
}

impl LaterContents {
    fn later_bounds(&self, variable: usize) -> Option<&LaterBounds> {
        self.variables.get(variable).filter(|own| own.round == self.round)
    }
}

impl RemovalBuffers {
    /// Calls `say` with all removals. Later ones may depend on earlier ones, so their order stays.
    pub(super) fn visit_removals(
        &mut self,
        store: &DomainStore,
        mark: usize,
        mut say: impl FnMut(&TrailRemoval<'_>, ChangeReason),
    ) {
        let entries = &store.trail()[mark..];
        // The store has only the latest words. A backward pass finds the state after each entry; it
        // ends with the words as they were before all of them.
        self.look_back(store, entries);
        let RemovalBuffers { after, later, gone, .. } = self;
        let mut place = 0;
        while let Some(first) = entries.get(place) {
            gone.clear();
            let variable = first.variable();
            let has_one_word = store.word_range(variable).len() == 1;
            let (mut last, mut word) = (place, 0);
            // Neighbouring entries of one variable by one propagator are one removal, e.g. the
            // words of a wide domain.
            let is_same = |own: &TrailEntry| {
                own.variable() == first.variable() && own.change_reason() == first.change_reason()
            };
            while entries.get(last).is_some_and(is_same) {
                let (entry, left) = (&entries[last], after[last].0);
                if has_one_word {
                    word |= store.changed_word(entry).1 & !left;
                } else {
                    gone.extend(store.removed_values(entry, left));
                }
                last += 1;
            }
            let (_, low, high) = after[last - 1];
            let bits = RemovedValues::Bits(store.domain_base(variable), word);
            let gone = if has_one_word { bits } else { RemovedValues::Values(gone) };
            let is_outside = low <= high && gone.are_outside(low, high);
            let kept = is_outside.then_some((low, high));
            say(&TrailRemoval { variable, kept, gone, place, later }, first.change_reason());
            // From the oldest state on, each reported entry brings the words up to date, so
            // `word_at` reads the state before the next.
            for (entry, after) in entries[place..last].iter().zip(&after[place..last]) {
                later.words[store.changed_word(entry).0].1 = after.0;
            }
            place = last;
        }
    }

    /// Finds the state after each entry: the next entry of the same word holds it.
    fn look_back(&mut self, store: &DomainStore, entries: &[TrailEntry]) {
        let RemovalBuffers { after, later, .. } = self;
        after.clear();
        after.resize(entries.len(), (0, 0, 0));
        later.words.resize(store.all_words().len(), (0, 0));
        later.round += 1;
        let round = later.round;
        for (place, entry) in entries.iter().enumerate().rev() {
            let (at, old) = store.changed_word(entry);
            let (variable, index) = (entry.variable(), entry.variable().index());
            if later.variables.len() <= index {
                later.variables.resize(index + 1, LaterBounds::default());
            }
            let word = match later.words[at] {
                (seen, later) if seen == round => later,
                _ => store.all_words()[at],
            };
            // The newest entry of a variable sees the current bounds. Each older one sees the
            // bounds that the entry after it replaced.
            let own = &mut later.variables[index];
            if own.round != round {
                let is_empty = store.domain_words(variable).iter().all(|&word| word == 0);
                let bounds =
                    if is_empty { (1, 0) } else { (store.min(variable), store.max(variable)) };
                *own = LaterBounds { round, bounds, last: place };
            }
            after[place] = (word, own.bounds.0, own.bounds.1);
            later.words[at] = (round, old);
            own.bounds = entry.previous_bounds();
        }
    }
}
