//! The domains of a store as a graph.

use std::ops::Range;

use parallax_model::{Value, VarId};

use super::{PrunableGraph, ValueGraph};
use crate::store::{DomainStore, PropagationConflict};

/// The values of a scope, numbered: the words in which any variable had initial values follow each
/// other.
#[derive(Clone)]
pub(in crate::propagators) struct ScopeValues {
    /// The first value of each word.
    starts: Vec<Value>,
    /// The words of each variable.
    spans: Vec<(u32, u32)>,
}

impl ScopeValues {
    pub(in crate::propagators) fn new(scope: &[VarId], store: &DomainStore) -> Self {
        let mut values = ScopeValues { starts: word_starts(scope, store), spans: Vec::new() };
        values.spans = scope.iter().map(|&v| values.span_of(v, store)).collect();
        values
    }

    fn span_of(&self, v: VarId, store: &DomainStore) -> (u32, u32) {
        // The words of other variables between the bounds are part of the range; the variable reads
        // as empty there.
        let from = self.starts.partition_point(|&start| start < store.domain_base(v));
        let to = self.starts.partition_point(|&start| start <= store.max(v));
        (from as u32, to.max(from) as u32)
    }

    /// Returns the number of a value, if a variable may have had it.
    pub(in crate::propagators) fn value_number(&self, value: Value) -> Option<usize> {
        let start = value.div_euclid(64) * 64;
        let w = self.starts.binary_search(&start).ok()?;
        Some(w * 64 + (value - start) as usize)
    }

    /// Returns the value of each number.
    pub(in crate::propagators) fn all_values(&self) -> impl Iterator<Item = Value> + '_ {
        self.starts.iter().flat_map(|&start| (0..64).map(move |bit| start + bit))
    }

    /// Returns the number of words.
    pub(in crate::propagators) fn word_count(&self) -> usize {
        self.starts.len()
    }

    /// Returns the first value of a word.
    #[inline]
    pub(in crate::propagators) fn word_start(&self, w: usize) -> Value {
        self.starts[w]
    }

    /// Removes the values in `mask` of word `w` from a variable.
    ///
    /// # Errors
    /// Returns a conflict if none remains.
    #[inline]
    pub(in crate::propagators) fn remove_values(
        &self,
        v: VarId,
        w: usize,
        mask: u64,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        if store.word_at(v, self.starts[w]) & mask == 0 {
            return Ok(());
        }
        // The word of the scope and the word of the variable start at the same multiple of 64.
        match store.bit_index(v, self.starts[w]) {
            Some(place) => store.keep_bits(v, place / 64, !mask),
            None => Ok(()),
        }
    }

    /// Returns the words of the variable at a place of the scope.
    #[inline]
    pub(in crate::propagators) fn variable_words(&self, place: usize) -> Range<usize> {
        let (from, to) = self.spans[place];
        from as usize..to as usize
    }
}

/// Returns the first values of the words in which any variable has values, in ascending order.
/// Sorts and deduplicates repeatedly, so that similar domains do not add up.
pub(in crate::propagators) fn word_starts(scope: &[VarId], store: &DomainStore) -> Vec<Value> {
    let (mut starts, mut sorted) = (Vec::new(), 0);
    for &v in scope {
        let words = store.domain_words(v).iter().enumerate();
        starts.extend(words.filter(|(_, word)| **word != 0).map(|(w, _)| store.word_start(v, w)));
        // The list at most doubles between two sorts, so sorting costs a constant factor.
        if starts.len() > sorted * 2 + 4096 {
            starts.sort_unstable();
            starts.dedup();
            sorted = starts.len();
        }
    }
    starts.sort_unstable();
    starts.dedup();
    starts
}

/// The domains of a scope.
pub(super) struct DomainGraph<'a> {
    pub(super) store: &'a mut DomainStore,
    pub(super) scope: &'a [VarId],
    pub(super) values: &'a ScopeValues,
}

impl ValueGraph for DomainGraph<'_> {
    #[inline]
    fn word_range(&self, variable: usize) -> Range<usize> {
        self.values.variable_words(variable)
    }

    #[inline]
    fn value_word(&self, variable: usize, w: usize) -> u64 {
        self.store.word_at(self.scope[variable], self.values.word_start(w))
    }

    #[inline]
    fn spend_steps(&mut self, steps: usize) -> Result<(), PropagationConflict> {
        self.store.spend_steps(steps)
    }
}

impl PrunableGraph for DomainGraph<'_> {
    #[inline]
    fn keep_values(
        &mut self,
        variable: usize,
        w: usize,
        mask: u64,
    ) -> Result<(), PropagationConflict> {
        self.values.remove_values(self.scope[variable], w, !mask, self.store)
    }
}
