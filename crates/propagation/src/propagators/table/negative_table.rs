//! Forbidden tuples, by counting.

use parallax_model::VarId;

use super::tuples::SparseTupleSet;
use crate::propagators::{
    ConstraintPropagator, DomainClaim, DomainStore, ExplanationPremises, PastDomains,
    PropagationConflict, PropagatorCost,
};
use crate::store::set_bits;

/// Compact-Table for negative tables (Verhaeghe, Lecoutre and Schaus 2017): removes a value
/// once it has as many valid forbidden tuples as the other variables have assignments. Domain
/// consistent. Constraint checks count words of tuples read.
#[derive(Clone)]
pub(super) struct NegativeTablePropagator {
    tuples: SparseTupleSet,
}

impl NegativeTablePropagator {
    pub(super) fn new(tuples: SparseTupleSet) -> Self {
        NegativeTablePropagator { tuples }
    }

    /// Returns the number of assignments of all variables but one; `None` if it exceeds `most`.
    fn other_assignments(&self, column: usize, most: u64, store: &DomainStore) -> Option<u64> {
        let others = (0..self.tuples.arity()).filter(|&other| other != column);
        // Stops as soon as the product exceeds the limit, before it can overflow.
        others.map(|other| self.tuples.column_variable(other)).try_fold(1u64, |product, v| {
            product.checked_mul(store.domain_size(v).into()).filter(|&product| product <= most)
        })
    }

    /// Removes the values of one variable whose assignments are all forbidden.
    fn filter_column(
        &self,
        column: usize,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        let valid = self.tuples.valid_count(store);
        // More assignments of the others than valid forbidden tuples: no value can have all of
        // them.
        let Some(others) = self.other_assignments(column, valid, store) else {
            return Ok(());
        };
        let v = self.tuples.column_variable(column);
        for w in 0..store.domain_words(v).len() {
            let word = store.domain_words(v)[w];
            let mut kept = word;
            for bit in set_bits(word) {
                // Tuples are deduplicated and within the domains, so a count equal to the number of
                // assignments means that each of them is forbidden.
                let mut read = 0;
                let of_value = self
                    .tuples
                    .valid_words(column, w * 64 + bit as usize, store)
                    .inspect(|_| read += 1);
                let count: u64 = of_value.map(|(_, word)| u64::from(word.count_ones())).sum();
                store.count_checks(read);
                if count == others {
                    kept &= !(1 << bit);
                }
            }
            store.keep_bits(v, w, kept)?;
        }
        Ok(())
    }
}

impl ConstraintPropagator for NegativeTablePropagator {
    fn scope(&self) -> Vec<VarId> {
        self.tuples.scope()
    }

    fn call_cost(&self) -> PropagatorCost {
        PropagatorCost::High
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        self.tuples.drop_tuples(store)?;
        for column in 0..self.tuples.arity() {
            if self.tuples.is_empty(store) {
                return Ok(());
            }
            self.filter_column(column, store)?;
            // Tuples with a removed value are no longer valid.
            self.tuples.drop_tuples(store)?;
        }
        Ok(())
    }

    /// Names the domains of the other variables, all of whose assignments are forbidden with the
    /// value.
    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        into.left_to_refute(claim, past);
        let scope = self.tuples.scope();
        scope.iter().filter(|&&v| v != claim.variable).for_each(|&v| into.add_domain(v, past));
    }
}
