//! Why a value went: every trail entry can be explained.

use super::backtracking::Search;
use super::store::Reason;
use crate::model::{Domain, Value, VarId};

/// Why values went from a domain.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The variable that lost values.
    pub variable: VarId,
    /// The values that it lost.
    pub removed: Vec<Value>,
    /// Who took them.
    pub reason: Reason,
    /// For a propagator: the domains of its scope just before. Under these
    /// the constraint has no solution with a removed value.
    pub because: Vec<(VarId, Domain)>,
}

impl Search {
    /// Explains every change on the trail, in order. This is the explanation
    /// that every propagator has by default: its scope's domains at the time.
    pub fn explain_trail(&self) -> Vec<Explanation> {
        let store = &self.store;
        let mut words = store.all_words().to_vec();
        let mut told: Vec<Explanation> = Vec::with_capacity(store.trail.len());
        for entry in store.trail.iter().rev() {
            let (place, old) = store.changed(entry);
            let removed = store.removed(entry, words[place]).collect();
            words[place] = old;
            let because = match entry.reason {
                Reason::Propagator(number) => self.propagators[number as usize]
                    .scope()
                    .into_iter()
                    .map(|v| (v, self.domain_in(&words, v)))
                    .collect(),
                Reason::Decision | Reason::Given => Vec::new(),
            };
            told.push(Explanation {
                variable: VarId::new(entry.variable as usize),
                removed,
                reason: entry.reason,
                because,
            });
        }
        told.reverse();
        told
    }

    fn domain_in(&self, words: &[u64], v: VarId) -> Domain {
        let base = self.store.base(v);
        let part = &words[self.store.part(v)];
        Domain::of(part.iter().enumerate().flat_map(|(w, &word)| {
            super::store::bits(word).map(move |b| base + (w * 64) as Value + b as Value)
        }))
    }
}
