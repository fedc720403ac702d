//! The domains at the root of a question, on which atoms rest.

use parallax_model::{Value, VarId};

use super::{DomainAtom, DomainClaim};
use crate::decision::ValueTest;
use crate::refusal::PropagationRefusal;
use crate::store::DomainStore;

/// The status of a claim at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootClaimStatus {
    /// It holds for every value of the root.
    Always,
    /// It holds for no value of the root.
    Never,
    /// It holds for some values: its atom.
    Open(DomainAtom),
}

/// The domains at the root, which nothing undoes while their atoms are in use.
#[derive(Clone, Debug)]
pub struct RootDomains {
    words: Vec<u64>,
    /// For each word its variable, and the value of its lowest bit.
    owners: Vec<(u32, Value)>,
    /// For each word, the number of values in the words before it; at the end, the number of all
    /// values.
    ranks: Vec<u32>,
    /// For each variable, the index of its first word, its size, and its least and greatest value.
    ends: Vec<RootSpan>,
}

#[derive(Clone, Copy, Debug)]
struct RootSpan {
    start: usize,
    size: u32,
    min: Value,
    max: Value,
}

impl RootDomains {
    /// Takes the current domains as the root.
    ///
    /// # Errors
    /// Returns an error if there are too many words for atoms of four bytes.
    pub fn from_store(store: &DomainStore) -> Result<Self, PropagationRefusal> {
        let words = store.all_words().to_vec();
        if words.len() > DomainAtom::MAX_WORDS {
            return Err(PropagationRefusal::Words);
        }
        let (mut owners, mut ends) = (Vec::with_capacity(words.len()), Vec::new());
        for v in (0..store.variable_count()).map(VarId::new) {
            let part = store.word_range(v);
            ends.push(RootSpan {
                start: part.start,
                size: store.domain_size(v),
                min: store.min(v),
                max: store.max(v),
            });
            owners.extend((0..part.len()).map(|w| (v.index() as u32, store.word_start(v, w))));
        }
        // Prefix sums of population counts: the rank of a value is one addition and one count, so
        // arrays over atoms are as long as the number of values, not of bits.
        let mut ranks = Vec::with_capacity(words.len() + 1);
        let mut values = 0;
        for word in &words {
            ranks.push(values);
            values += word.count_ones();
        }
        ranks.push(values);
        Ok(RootDomains { words, owners, ranks, ends })
    }

    /// Returns the number of values of all variables.
    #[inline]
    #[must_use]
    pub fn values_in_all(&self) -> usize {
        self.ranks.last().map_or(0, |&all| all as usize)
    }

    /// Returns the number of values before a bit of a word, in the order of the words.
    #[inline]
    #[must_use]
    pub fn value_rank(&self, word: usize, bit: u32) -> usize {
        (self.ranks[word] + (self.words[word] & ((1 << bit) - 1)).count_ones()) as usize
    }

    /// Returns a number for an atom, below four times the number of all values.
    #[inline]
    #[must_use]
    pub fn atom_rank(&self, atom: DomainAtom) -> usize {
        let bit = atom.bit_index();
        self.value_rank(bit / 64, (bit % 64) as u32) * 4 + (atom.number() & 3) as usize
    }

    /// Returns the number of words of all domains.
    #[must_use]
    pub fn word_count(&self) -> usize {
        self.words.len()
    }

    /// Returns the number of values of a variable.
    #[inline]
    #[must_use]
    pub fn domain_size(&self, v: VarId) -> u32 {
        self.ends[v.index()].size
    }

    /// Returns the least and the greatest value of a variable.
    #[inline]
    #[must_use]
    pub fn domain_bounds(&self, v: VarId) -> (Value, Value) {
        (self.ends[v.index()].min, self.ends[v.index()].max)
    }

    /// Returns the word at an index among the words of all domains.
    #[inline]
    #[must_use]
    pub fn domain_word(&self, index: usize) -> u64 {
        self.words[index]
    }

    /// Returns the number of values of the variable of a word.
    #[inline]
    #[must_use]
    pub fn word_size(&self, index: usize) -> u32 {
        self.ends[self.owners[index].0 as usize].size
    }

    /// Returns the variable of an atom.
    #[inline]
    #[must_use]
    pub fn atom_variable(&self, atom: DomainAtom) -> VarId {
        VarId::new(self.owners[atom.bit_index() / 64].0 as usize)
    }

    /// Returns the claim that an atom makes.
    #[inline]
    #[must_use]
    pub fn atom_claim(&self, atom: DomainAtom) -> DomainClaim {
        let bit = atom.bit_index();
        let (variable, start) = self.owners[bit / 64];
        let value = start + (bit % 64) as Value;
        DomainClaim { variable: VarId::new(variable as usize), test: atom.value_test(), value }
    }

    /// Returns the status of a claim.
    #[inline]
    #[must_use]
    pub fn claim_status(&self, store: &DomainStore, claim: DomainClaim) -> RootClaimStatus {
        let DomainClaim { variable, test, value } = claim;
        match test {
            ValueTest::Is => self.equality_status(store, variable, value),
            ValueTest::Not => self.equality_status(store, variable, value).opposite(),
            ValueTest::AtMost => self.at_most(store, variable, value.into()),
            ValueTest::Above => self.at_most(store, variable, value.into()).opposite(),
        }
    }

    /// Returns the status of `v = value`.
    #[inline]
    #[must_use]
    pub fn equality_status(&self, store: &DomainStore, v: VarId, value: Value) -> RootClaimStatus {
        let root = self.ends[v.index()];
        let Some(bit) = self.bit_index(store, v, value) else {
            return RootClaimStatus::Never;
        };
        match root.size {
            1 => RootClaimStatus::Always,
            // The one atom of a variable with two values names the greater one.
            2 if value == root.min => RootClaimStatus::Open(self.greater_atom(store, v)).opposite(),
            _ => RootClaimStatus::Open(DomainAtom::new(bit, ValueTest::Is)),
        }
    }

    /// Returns the status of `v <= bound`.
    #[inline]
    #[must_use]
    pub fn at_most(&self, store: &DomainStore, v: VarId, bound: i64) -> RootClaimStatus {
        let root = self.ends[v.index()];
        if bound >= i64::from(root.max) {
            return RootClaimStatus::Always;
        }
        if bound < i64::from(root.min) {
            return RootClaimStatus::Never;
        }
        // With two values, at most the smaller one is the same as not equal to the greater one.
        if root.size == 2 {
            return RootClaimStatus::Open(self.greater_atom(store, v)).opposite();
        }
        // All bounds between two neighbouring root values mean the same, so the atom names the
        // lower neighbour: with root {1, 4, 9}, `v <= 6` and `v <= 4` are one atom.
        let place = self.last_place(store, v, bound as Value);
        RootClaimStatus::Open(DomainAtom::new(place, ValueTest::AtMost))
    }

    /// Returns the greatest value of a variable below `value`, if there is one.
    #[must_use]
    pub fn previous_value(&self, store: &DomainStore, v: VarId, value: Value) -> Option<Value> {
        let root = self.ends[v.index()];
        if value <= root.min {
            return None;
        }
        let place = self.last_place(store, v, (value - 1).min(root.max));
        let (_, start) = self.owners[place / 64];
        Some(start + (place % 64) as Value)
    }

    /// Returns all values of a variable, in ascending order.
    #[inline]
    pub fn domain_values(&self, v: VarId) -> impl Iterator<Item = Value> + '_ {
        let start = self.ends[v.index()].start;
        let words = self.owners[start..].iter().zip(&self.words[start..]);
        // The words of a variable are adjacent, so the first foreign word ends the run.
        let own = words.take_while(move |(owner, _)| owner.0 == v.index() as u32);
        own.flat_map(|(owner, &word)| {
            let from = owner.1;
            crate::store::set_bits(word).map(move |bit| from + bit as Value)
        })
    }

    /// Returns the values of a variable from one of the root on, in ascending order.
    pub fn values_from(
        &self,
        store: &DomainStore,
        v: VarId,
        from: Value,
    ) -> impl Iterator<Item = Value> + use<'_> {
        let start = self.ends[v.index()].start;
        // Skips whole words; the first one may still hold smaller values, which the end of the
        // chain skips.
        let first = start + store.word_from(v, from);
        let words = self.owners[first..].iter().zip(&self.words[first..]);
        let own = words.take_while(move |(owner, _)| owner.0 == v.index() as u32);
        own.flat_map(|(owner, &word)| {
            let base = owner.1;
            crate::store::set_bits(word).map(move |bit| base + bit as Value)
        })
        .skip_while(move |&value| value < from)
    }

    /// Returns the atom of a bound at a value of the root.
    #[must_use]
    pub fn bound_atom(
        &self,
        store: &DomainStore,
        v: VarId,
        value: Value,
        test: ValueTest,
    ) -> Option<DomainAtom> {
        Some(DomainAtom::new(self.bit_index(store, v, value)?, test))
    }

    /// Returns the place of a value's bit, if it is a value of the root.
    #[inline]
    fn bit_index(&self, store: &DomainStore, v: VarId, value: Value) -> Option<usize> {
        // The layout of a domain's words never changes, so the store's word numbers are valid here.
        let place = self.ends[v.index()].start * 64 + store.bit_index(v, value)?;
        (self.words[place / 64] >> (place % 64) & 1 == 1).then_some(place)
    }

    /// Returns the atom of the greater of two values.
    #[inline]
    fn greater_atom(&self, store: &DomainStore, v: VarId) -> DomainAtom {
        let root = self.ends[v.index()];
        let place = root.start * 64 + store.bit_index(v, root.max).unwrap_or_default();
        DomainAtom::new(place, ValueTest::Is)
    }

    /// Returns the place of the greatest value that is at most `bound`, which must not be below all
    /// of them.
    #[inline]
    fn last_place(&self, store: &DomainStore, v: VarId, bound: Value) -> usize {
        let start = self.ends[v.index()].start;
        let mut at = start + store.word_from(v, bound);
        // The store may know a sparse word that starts above the bound: then the walk begins one
        // word lower.
        let first = self.owners[at].1;
        let mut word =
            if first > bound { 0 } else { self.words[at] & u64::MAX >> (63 - (bound - first)) };
        while word == 0 {
            at -= 1;
            word = self.words[at];
        }
        at * 64 + 63 - word.leading_zeros() as usize
    }
}

impl RootClaimStatus {
    /// Returns the status of the negated claim.
    #[inline]
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            RootClaimStatus::Always => RootClaimStatus::Never,
            RootClaimStatus::Never => RootClaimStatus::Always,
            RootClaimStatus::Open(atom) => RootClaimStatus::Open(atom.opposite_atom()),
        }
    }
}
