//! Forbidden tuples, by counting.

use parallax_model::VarId;

use super::tuples::Tuples;
use crate::propagators::{Claim, Conflict, Cost, Past, Premises, Propagator, Store};
use crate::store::bits;

/// Compact-Table for negative tables (Verhaeghe, Lecoutre and Schaus 2017): removes a value
/// once it has as many valid forbidden tuples as the other variables have assignments. Domain
/// consistent. Constraint checks count words of tuples read.
#[derive(Clone)]
pub(super) struct Forbidden {
    tuples: Tuples,
}

impl Forbidden {
    pub(super) fn new(tuples: Tuples) -> Self {
        Forbidden { tuples }
    }

    /// Returns the number of assignments of all variables but one; `None` if it exceeds `most`.
    fn others(&self, column: usize, most: u64, store: &Store) -> Option<u64> {
        let others = (0..self.tuples.arity()).filter(|&other| other != column);
        others.map(|other| self.tuples.variable(other)).try_fold(1u64, |product, v| {
            product.checked_mul(store.size(v).into()).filter(|&product| product <= most)
        })
    }

    /// Removes the values of one variable whose assignments are all forbidden.
    fn filter(&self, column: usize, store: &mut Store) -> Result<(), Conflict> {
        let valid = self.tuples.count(store);
        let Some(others) = self.others(column, valid, store) else {
            return Ok(());
        };
        let v = self.tuples.variable(column);
        for w in 0..store.description(v).len() {
            let word = store.description(v)[w];
            let mut kept = word;
            for bit in bits(word) {
                let mut read = 0;
                let of_value =
                    self.tuples.of(column, w * 64 + bit as usize, store).inspect(|_| read += 1);
                let count: u64 = of_value.map(|(_, word)| u64::from(word.count_ones())).sum();
                store.count_checks(read);
                if count == others {
                    kept &= !(1 << bit);
                }
            }
            store.keep(v, w, kept)?;
        }
        Ok(())
    }
}

impl Propagator for Forbidden {
    fn scope(&self) -> Vec<VarId> {
        self.tuples.scope()
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn propagate(&mut self, store: &mut Store) -> Result<(), Conflict> {
        self.tuples.update(store)?;
        for column in 0..self.tuples.arity() {
            if self.tuples.is_empty(store) {
                return Ok(());
            }
            self.filter(column, store)?;
            // Tuples with a removed value are no longer valid.
            self.tuples.update(store)?;
        }
        Ok(())
    }

    /// The domains of the other variables, all of whose assignments are forbidden with the value.
    fn explain_atom(&self, claim: Claim, past: &Past<'_>, into: &mut Premises<'_>) {
        into.left_to_refute(claim, past);
        let scope = self.tuples.scope();
        scope.iter().filter(|&&v| v != claim.variable).for_each(|&v| into.domain(v, past));
    }
}
