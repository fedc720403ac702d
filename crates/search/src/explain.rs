//! Explains why each value was removed.
//!
//! Every entry of the trail carries the decision, given or propagator that caused it. A propagator
//! explains a removal by the domains of its scope just before it; the tests check these
//! explanations against the meaning of the constraint.

use parallax_model::{Domain, Value, VarId};

use super::store::{Reason, Store, bits};

/// A value that was removed from a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Removal {
    /// The variable that lost the value.
    pub variable: VarId,
    /// The value.
    pub value: Value,
}

/// The domains just before a removal.
pub struct Past<'a> {
    pub(super) store: &'a Store,
    pub(super) words: &'a [u64],
}

impl Past<'_> {
    /// Returns the domain of a variable at that time.
    #[must_use]
    pub fn domain(&self, v: VarId) -> Domain {
        Domain::of(self.values(v))
    }

    /// Returns the values of a variable at that time, in ascending order.
    pub fn values(&self, v: VarId) -> impl Iterator<Item = Value> + '_ {
        self.words[self.store.part(v)].iter().enumerate().flat_map(move |(w, &word)| {
            let start = self.store.start(v, w);
            bits(word).map(move |b| start + b as Value)
        })
    }

    /// Returns the least and the greatest value of a variable at that time.
    #[must_use]
    pub fn bounds(&self, v: VarId) -> Option<(Value, Value)> {
        let words = &self.words[self.store.part(v)];
        let low = words.iter().position(|&word| word != 0)?;
        let high = words.iter().rposition(|&word| word != 0)?;
        let min = self.store.start(v, low) + words[low].trailing_zeros() as Value;
        let max = self.store.start(v, high) + 63 - words[high].leading_zeros() as Value;
        Some((min, max))
    }

    /// Returns the 64 values of a variable from `from` (a multiple of 64) on, as bits.
    #[must_use]
    pub fn word_at(&self, v: VarId, from: Value) -> u64 {
        let words = &self.words[self.store.part(v)];
        self.store.place(v, from).map_or(0, |place| words[place / 64])
    }

    /// Returns the value to which a variable was fixed at that time.
    #[must_use]
    pub fn fixed(&self, v: VarId) -> Option<Value> {
        let mut values = self.values(v);
        match (values.next(), values.next()) {
            (Some(value), None) => Some(value),
            _ => None,
        }
    }
}

/// The reason why a value was removed from a domain.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The removal.
    pub removal: Removal,
    /// The decision, given or propagator that removed it.
    pub reason: Reason,
    /// For a propagator: domains, each at least as large as just before the removal, under which
    /// the constraint has no solution with the removed value.
    pub because: Vec<(VarId, Domain)>,
}
