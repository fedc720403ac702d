//! Allowed tuples in a list: needs less memory than bit sets.

use parallax_model::{self as model, Value, VarId};

use crate::propagators::{
    ConstraintPropagator, DomainClaim, DomainStore, ExplanationPremises, PastDomains,
    PropagatorCost,
};
use crate::store::{PropagationConflict, TrailCell};

/// Simple tabular reduction (Ullmann 2007): the valid tuples form the front of a list whose
/// length the trail restores; values without a valid tuple are removed. Domain consistent.
#[derive(Clone)]
pub(super) struct TabularReductionPropagator {
    scope: Vec<VarId>,
    /// All tuples, one after the other.
    tuples: Vec<Value>,
    /// Places of tuples, valid ones first.
    order: Vec<u32>,
    valid: TrailCell,
    /// For each variable, its supported values as words.
    supported: Vec<Vec<u64>>,
}

impl TabularReductionPropagator {
    pub(super) fn new(c: &model::Table, store: &mut DomainStore) -> Self {
        let count = c.tuples.len() as u32;
        TabularReductionPropagator {
            scope: c.scope.clone(),
            tuples: c.tuples.concat(),
            order: (0..count).collect(),
            valid: store.new_cell(count),
            supported: c.scope.iter().map(|&v| vec![0; store.domain_words(v).len()]).collect(),
        }
    }

    /// Whether every value of a tuple remains.
    fn is_valid(&self, tuple: u32, store: &DomainStore) -> bool {
        let arity = self.scope.len();
        let values = &self.tuples[tuple as usize * arity..][..arity];
        self.scope.iter().zip(values).all(|(&v, &x)| store.contains(v, x))
    }

    /// Adds lost values such that each tuple, or each with one of these values of a variable, has
    /// one of them.
    fn cover_tuples(
        &self,
        excluded: Option<(VarId, &[Value])>,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        let mut used: Vec<(VarId, Value)> = Vec::new();
        for tuple in self.tuples.chunks_exact(self.scope.len().max(1)) {
            let pairs = || self.scope.iter().copied().zip(tuple.iter().copied());
            // At all places of the variable.
            let is_meant = excluded.is_none_or(|(own, values)| {
                pairs().all(|(v, value)| v != own || values.contains(&value))
            });
            if !is_meant || pairs().any(|pair| used.contains(&pair)) {
                continue;
            }
            let is_own = |v: VarId| excluded.is_some_and(|(own, _)| own == v);
            // The first lost value that is not of the explained variable; the tuple was excluded by
            // one of these.
            let lost = pairs().find(|&(v, value)| !is_own(v) && !past.contains(v, value));
            used.extend(lost);
        }
        used.into_iter().for_each(|(v, value)| into.add_disequality(v, value));
    }

    /// Drops tuples that are no longer valid and marks the values that the others support.
    fn scan_tuples(&mut self, store: &mut DomainStore) -> usize {
        self.supported.iter_mut().for_each(|words| words.fill(0));
        let arity = self.scope.len();
        let mut valid = store.get(self.valid) as usize;
        // Invalid tuples are swapped behind the valid ones. The trail restores only the length: an
        // undo makes exactly the tuples valid again that left the front since then, in whatever
        // order.
        let mut i = 0;
        while i < valid {
            let tuple = self.order[i];
            store.count_checks(1);
            if !self.is_valid(tuple, store) {
                valid -= 1;
                self.order.swap(i, valid);
                continue;
            }
            let values = &self.tuples[tuple as usize * arity..][..arity];
            for (column, (&v, &x)) in self.scope.iter().zip(values).enumerate() {
                let place = store.bit_index(v, x).expect("a value that is left");
                self.supported[column][place / 64] |= 1 << (place % 64);
            }
            i += 1;
        }
        store.set_cell(self.valid, valid as u32);
        valid
    }
}

impl ConstraintPropagator for TabularReductionPropagator {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn call_cost(&self) -> PropagatorCost {
        PropagatorCost::High
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        store.spend_steps(store.get(self.valid) as usize)?;
        if self.scan_tuples(store) == 0 {
            return Err(PropagationConflict);
        }
        for (&v, words) in self.scope.iter().zip(&self.supported) {
            for (w, &word) in words.iter().enumerate() {
                store.keep_bits(v, w, word)?;
            }
        }
        Ok(())
    }

    /// Names a lost value of each tuple with the excluded one.
    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        let left = into.left_to_refute(claim, past);
        self.cover_tuples(Some((claim.variable, left.as_slice())), past, into);
    }

    /// Names a lost value of each tuple.
    fn explain_failure(&self, past: &PastDomains<'_>, into: &mut ExplanationPremises<'_>) {
        self.cover_tuples(None, past, into);
    }
}
