//! The domains at an earlier time.

use parallax_model::{Domain, Value, VarId};

use super::{ChangeChains, DomainClaim};
use crate::decision::ValueTest;
use crate::store::{DomainStore, set_bits};

/// The domains just before a change. Each question walks back the chain of one variable.
#[derive(Clone, Copy)]
pub struct PastDomains<'a> {
    pub(super) store: &'a DomainStore,
    pub(super) chains: &'a ChangeChains,
    /// The first entry of the trail that had not happened yet.
    pub(super) time: u32,
}

impl PastDomains<'_> {
    /// Returns the time: the place on the trail of the first change that had not happened yet.
    #[inline]
    #[must_use]
    pub fn trail_time(&self) -> u32 {
        self.time
    }

    /// Returns the later entries of a variable, newest first.
    #[inline]
    fn later_entries(&self, v: VarId) -> impl Iterator<Item = u32> + '_ {
        self.chains.of_variable(v).take_while(move |&place| place >= self.time)
    }

    /// Returns a word of a variable's domain at that time.
    #[inline]
    fn domain_word(&self, v: VarId, w: usize) -> u64 {
        let at = self.store.word_range(v).start + w;
        let mut word = self.store.all_words()[at];
        // Newest first: the last assignment comes from the oldest later entry of this word, whose
        // old content is the content at that time.
        for place in self.later_entries(v) {
            let (changed, old) = self.store.changed_word(&self.store.trail[place as usize]);
            if changed == at {
                word = old;
            }
        }
        word
    }

    /// Returns the domain of a variable at that time.
    #[must_use]
    pub fn domain(&self, v: VarId) -> Domain {
        Domain::from_values(self.values(v))
    }

    /// Returns the values of a variable at that time, in ascending order.
    #[inline]
    pub fn values(&self, v: VarId) -> impl Iterator<Item = Value> + '_ {
        (0..self.store.word_range(v).len()).flat_map(move |w| {
            let start = self.store.word_start(v, w);
            set_bits(self.domain_word(v, w)).map(move |b| start + b as Value)
        })
    }

    /// Returns the number of values of a variable at that time.
    #[inline]
    #[must_use]
    pub fn domain_size(&self, v: VarId) -> u32 {
        // The oldest later entry records the state before it, which is the state at that time.
        let first = self.later_entries(v).last();
        first.map_or(self.store.domain_size(v), |place| {
            self.store.trail[place as usize].previous_size()
        })
    }

    /// Returns the least and the greatest value of a variable at that time; `None` if it had no
    /// value.
    #[inline]
    #[must_use]
    pub fn bounds(&self, v: VarId) -> Option<(Value, Value)> {
        match self.later_entries(v).last() {
            // A variable that changed later was not empty then, because a conflict ends the branch.
            Some(place) => Some(self.store.trail[place as usize].previous_bounds()),
            None if self.store.domain_size(v) == 0 => None,
            None => Some((self.store.min(v), self.store.max(v))),
        }
    }

    /// Returns the 64 values of a variable from `from` (a multiple of 64) on, as bits.
    #[inline]
    #[must_use]
    pub fn word_at(&self, v: VarId, from: Value) -> u64 {
        self.store.bit_index(v, from).map_or(0, |place| self.domain_word(v, place / 64))
    }

    /// Whether a variable had a value at that time.
    #[inline]
    #[must_use]
    pub fn contains(&self, v: VarId, value: Value) -> bool {
        self.word_at(v, value & !63) >> (value & 63) & 1 == 1
    }

    /// Returns the value to which a variable was fixed at that time.
    #[inline]
    #[must_use]
    pub fn fixed_value(&self, v: VarId) -> Option<Value> {
        match self.later_entries(v).last() {
            Some(place) => {
                let entry = &self.store.trail[place as usize];
                (entry.previous_size() == 1).then_some(entry.previous_bounds().0)
            }
            None => self.store.fixed_value(v),
        }
    }

    /// Whether a claim held for every value that its variable had at that time.
    #[inline]
    #[must_use]
    pub fn claim_holds(&self, claim: DomainClaim) -> bool {
        let DomainClaim { variable, test, value } = claim;
        match (test, self.bounds(variable)) {
            // A statement about all values of an empty domain holds.
            (_, None) => true,
            (ValueTest::Is, Some(_)) => self.fixed_value(variable) == Some(value),
            (ValueTest::Not, Some(_)) => !self.contains(variable, value),
            (ValueTest::AtMost, Some((_, max))) => max <= value,
            (ValueTest::Above, Some((min, _))) => min > value,
        }
    }
}
