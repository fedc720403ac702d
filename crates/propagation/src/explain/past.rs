//! The domains at an earlier time.

use parallax_model::{Domain, Value, VarId};

use super::{Chains, Claim};
use crate::decision::Test;
use crate::store::{Store, bits};

/// The domains just before a change. Each question walks back the chain of one variable.
#[derive(Clone, Copy)]
pub struct Past<'a> {
    pub(super) store: &'a Store,
    pub(super) chains: &'a Chains,
    /// The first entry of the trail that had not happened yet.
    pub(super) time: u32,
}

impl Past<'_> {
    /// Returns the time: the place on the trail of the first change that had not happened yet.
    #[inline]
    #[must_use]
    pub fn time(&self) -> u32 {
        self.time
    }

    /// Returns the later entries of a variable, newest first.
    #[inline]
    fn later(&self, v: VarId) -> impl Iterator<Item = u32> + '_ {
        self.chains.of_variable(v).take_while(move |&place| place >= self.time)
    }

    /// Returns a word of a variable's domain at that time.
    #[inline]
    fn word(&self, v: VarId, w: usize) -> u64 {
        let at = self.store.part(v).start + w;
        let mut word = self.store.all_words()[at];
        for place in self.later(v) {
            let (changed, old) = self.store.changed(&self.store.trail[place as usize]);
            if changed == at {
                word = old;
            }
        }
        word
    }

    /// Returns the domain of a variable at that time.
    #[must_use]
    pub fn domain(&self, v: VarId) -> Domain {
        Domain::of(self.values(v))
    }

    /// Returns the values of a variable at that time, in ascending order.
    #[inline]
    pub fn values(&self, v: VarId) -> impl Iterator<Item = Value> + '_ {
        (0..self.store.part(v).len()).flat_map(move |w| {
            let start = self.store.start(v, w);
            bits(self.word(v, w)).map(move |b| start + b as Value)
        })
    }

    /// Returns the number of values of a variable at that time.
    #[inline]
    #[must_use]
    pub fn size(&self, v: VarId) -> u32 {
        let first = self.later(v).last();
        first.map_or(self.store.size(v), |place| self.store.trail[place as usize].sizes())
    }

    /// Returns the least and the greatest value of a variable at that time; `None` if it had no
    /// value.
    #[inline]
    #[must_use]
    pub fn bounds(&self, v: VarId) -> Option<(Value, Value)> {
        match self.later(v).last() {
            Some(place) => Some(self.store.trail[place as usize].bounds()),
            None if self.store.size(v) == 0 => None,
            None => Some((self.store.min(v), self.store.max(v))),
        }
    }

    /// Returns the 64 values of a variable from `from` (a multiple of 64) on, as bits.
    #[inline]
    #[must_use]
    pub fn word_at(&self, v: VarId, from: Value) -> u64 {
        self.store.place(v, from).map_or(0, |place| self.word(v, place / 64))
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
    pub fn fixed(&self, v: VarId) -> Option<Value> {
        match self.later(v).last() {
            Some(place) => {
                let entry = &self.store.trail[place as usize];
                (entry.sizes() == 1).then_some(entry.bounds().0)
            }
            None => self.store.fixed(v),
        }
    }

    /// Whether a claim held for every value that its variable had at that time.
    #[inline]
    #[must_use]
    pub fn holds(&self, claim: Claim) -> bool {
        let Claim { variable, test, value } = claim;
        match (test, self.bounds(variable)) {
            (_, None) => true,
            (Test::Is, Some(_)) => self.fixed(variable) == Some(value),
            (Test::Not, Some(_)) => !self.contains(variable, value),
            (Test::AtMost, Some((_, max))) => max <= value,
            (Test::Above, Some((min, _))) => min > value,
        }
    }
}
