//! Hidden singles and counting, after value elimination.

use parallax_model::{self as model, VarId};

use super::reasons::{explain_shortage, explain_single};
use crate::propagators::flow::word_starts;
use crate::propagators::{
    ConstraintPropagator, DomainClaim, DomainEvent, DomainStore, ExplanationPremises, PastDomains,
};
use crate::store::{PropagationConflict, set_bits};

/// If there are as many values as variables, assigns a value that only one variable can take to
/// that variable (a hidden single; Simonis 2005). Otherwise fails if there are fewer values than
/// variables. Weaker than matching (Régin 1994), at a few word operations per variable.
#[derive(Clone)]
pub(super) struct HiddenSinglePropagator {
    scope: Vec<VarId>,
    /// For each variable in turn, the words that hold its initial values, and their places
    /// among the words of all variables.
    words: Vec<(u32, u32)>,
    /// The end of the words of each variable.
    ends: Vec<u32>,
    /// The values that at least one variable can take, and the values that several can take.
    once: Vec<u64>,
    twice: Vec<u64>,
    /// Whether there are as many values as variables.
    permutation: bool,
}

impl HiddenSinglePropagator {
    pub(super) fn new(c: &model::AllDifferent, store: &DomainStore) -> Self {
        let starts = word_starts(&c.scope, store);
        let (mut words, mut ends) = (Vec::new(), Vec::new());
        let mut once = vec![0u64; starts.len()];
        for &v in &c.scope {
            // Words without initial values stay empty and are left out of the layout.
            for (w, &word) in
                store.domain_words(v).iter().enumerate().filter(|(_, word)| **word != 0)
            {
                // Every nonempty word of the scope is in `starts`, so this finds the word itself.
                let place = starts.partition_point(|&start| start < store.word_start(v, w));
                once[place] |= word;
                words.push((w as u32, place as u32));
            }
            ends.push(words.len() as u32);
        }
        let values: usize = once.iter().map(|word| word.count_ones() as usize).sum();
        HiddenSinglePropagator {
            permutation: values == c.scope.len(),
            twice: vec![0; once.len()],
            scope: c.scope.clone(),
            words,
            ends,
            once,
        }
    }

    /// Computes the values taken at least once and more than once; returns the number of
    /// values.
    fn count_values(&mut self, store: &DomainStore) -> usize {
        self.once.fill(0);
        self.twice.fill(0);
        let mut from = 0;
        for (&v, &end) in self.scope.iter().zip(&self.ends) {
            let domain = store.domain_words(v);
            for &(w, place) in &self.words[from..end as usize] {
                let word = domain[w as usize];
                // In this order: a value counts as taken twice only if an earlier variable had it.
                self.twice[place as usize] |= self.once[place as usize] & word;
                self.once[place as usize] |= word;
            }
            from = end as usize;
        }
        self.once.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Fixes each variable that alone can take some value.
    fn fix_singles(&self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let mut from = 0;
        for (&v, &end) in self.scope.iter().zip(&self.ends) {
            let own = from..end as usize;
            from = end as usize;
            if store.is_fixed(v) {
                continue;
            }
            for &(w, place) in &self.words[own] {
                let single = self.once[place as usize] & !self.twice[place as usize];
                let start = store.word_start(v, w as usize);
                // With two such values the second assignment fails, as it must: one of them would
                // remain untaken.
                for bit in set_bits(store.domain_words(v)[w as usize] & single) {
                    store.fix_value(v, start + bit as i32)?;
                }
            }
        }
        Ok(())
    }
}

impl ConstraintPropagator for HiddenSinglePropagator {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn watched_events(&self) -> Vec<(VarId, DomainEvent)> {
        let event = if self.permutation { DomainEvent::Domain } else { DomainEvent::Fixed };
        self.scope.iter().map(|&v| (v, event)).collect()
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        store.spend_steps(self.words.len())?;
        match self.count_values(store) {
            values if values < self.scope.len() => Err(PropagationConflict),
            _ if self.permutation => self.fix_singles(store),
            _ => Ok(()),
        }
    }

    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        explain_single(&self.scope, claim, past, into);
    }

    fn explain_failure(&self, past: &PastDomains<'_>, into: &mut ExplanationPremises<'_>) {
        explain_shortage(&self.scope, self.permutation, past, into);
    }
}
