//! Compact-Table for allowed tuples.

use parallax_model::VarId;

use super::tuples::SparseTupleSet;
use crate::propagators::{
    ConstraintPropagator, DomainClaim, DomainStore, ExplanationPremises, PastDomains,
    PropagatorCost,
};
use crate::store::{PropagationConflict, set_bits};

/// Compact-Table (Demeulenaere, Hartert, Lecoutre, Perez, Perron, Régin and Schaus 2016): removes
/// values without a valid tuple. Domain consistent. For each value, the word in which it last had a
/// tuple is read first (a residue). Constraint checks count words of tuples read.
#[derive(Clone)]
pub(super) struct CompactTablePropagator {
    tuples: SparseTupleSet,
    /// For each column and each bit of its domain.
    residues: Vec<Vec<u32>>,
}

impl CompactTablePropagator {
    pub(super) fn new(tuples: SparseTupleSet) -> Self {
        CompactTablePropagator { residues: vec![Vec::new(); tuples.arity()], tuples }
    }

    /// Removes the values of one variable that have no valid tuple.
    fn filter_column(
        &mut self,
        column: usize,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        let v = self.tuples.column_variable(column);
        let residues = &mut self.residues[column];
        // Allocated once, at the first call.
        residues.resize(store.domain_words(v).len() * 64, 0);
        for w in 0..store.domain_words(v).len() {
            let word = store.domain_words(v)[w];
            let mut kept = word;
            for bit in set_bits(word) {
                let place = w * 64 + bit as usize;
                let residue = &mut residues[place];
                store.count_checks(1);
                // The residue is a hint from any branch; the test against the valid tuples makes it
                // safe.
                if self.tuples.has_tuple(column, place, *residue as usize, store) {
                    continue;
                }
                let mut read = 0;
                let of_value = self.tuples.valid_words(column, place, store).inspect(|_| read += 1);
                let found = of_value.into_iter().find(|&(_, tuples)| tuples != 0);
                store.count_checks(read);
                match found {
                    Some((word, _)) => *residue = word as u32,
                    None => kept &= !(1 << bit),
                }
            }
            store.keep_bits(v, w, kept)?;
        }
        // The removed values had no valid tuple, so their removal is no news for the tuples.
        self.tuples.store_domain(column, store);
        Ok(())
    }
}

impl ConstraintPropagator for CompactTablePropagator {
    fn scope(&self) -> Vec<VarId> {
        self.tuples.scope()
    }

    fn call_cost(&self) -> PropagatorCost {
        PropagatorCost::High
    }

    // The values that it removes have no valid tuple, so no tuple becomes invalid.
    fn is_idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        self.tuples.drop_tuples(store)?;
        if self.tuples.is_empty(store) {
            return Err(PropagationConflict);
        }
        (0..self.tuples.arity()).try_for_each(|column| self.filter_column(column, store))
    }

    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        self.tuples.explain_claim(claim, past, into);
    }

    fn explain_failure(&self, past: &PastDomains<'_>, into: &mut ExplanationPremises<'_>) {
        self.tuples.explain_emptiness(past, into);
    }
}
