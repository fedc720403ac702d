//! Compact-Table for allowed tuples.

use parallax_model::VarId;

use super::tuples::Tuples;
use crate::propagators::{Claim, Cost, Past, Premises, Propagator, Store};
use crate::store::{Conflict, bits};

/// Compact-Table (Demeulenaere, Hartert, Lecoutre, Perez, Perron, Régin and Schaus 2016): removes
/// values without a valid tuple. Domain consistent. For each value, the word in which it last had a
/// tuple is read first (a residue). Constraint checks count words of tuples read.
#[derive(Clone)]
pub(super) struct Compact {
    tuples: Tuples,
    /// For each column and each bit of its domain.
    residues: Vec<Vec<u32>>,
}

impl Compact {
    pub(super) fn new(tuples: Tuples) -> Self {
        Compact { residues: vec![Vec::new(); tuples.arity()], tuples }
    }

    /// Removes the values of one variable that have no valid tuple.
    fn filter(&mut self, column: usize, store: &mut Store) -> Result<(), Conflict> {
        let v = self.tuples.variable(column);
        let residues = &mut self.residues[column];
        // Allocated once, at the first call.
        residues.resize(store.description(v).len() * 64, 0);
        for w in 0..store.description(v).len() {
            let word = store.description(v)[w];
            let mut kept = word;
            for bit in bits(word) {
                let place = w * 64 + bit as usize;
                let residue = &mut residues[place];
                store.count_checks(1);
                if self.tuples.has(column, place, *residue as usize, store) {
                    continue;
                }
                let mut read = 0;
                let of_value = self.tuples.of(column, place, store).inspect(|_| read += 1);
                let found = of_value.into_iter().find(|&(_, tuples)| tuples != 0);
                store.count_checks(read);
                match found {
                    Some((word, _)) => *residue = word as u32,
                    None => kept &= !(1 << bit),
                }
            }
            store.keep(v, w, kept)?;
        }
        self.tuples.seen(column, store);
        Ok(())
    }
}

impl Propagator for Compact {
    fn scope(&self) -> Vec<VarId> {
        self.tuples.scope()
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    // The values that it removes have no valid tuple, so no tuple becomes invalid.
    fn idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut Store) -> Result<(), Conflict> {
        self.tuples.update(store)?;
        if self.tuples.is_empty(store) {
            return Err(Conflict);
        }
        (0..self.tuples.arity()).try_for_each(|column| self.filter(column, store))
    }

    fn explain_atom(&self, claim: Claim, past: &Past<'_>, into: &mut Premises<'_>) {
        self.tuples.explain(claim, past, into);
    }

    fn explain_failure(&self, past: &Past<'_>, into: &mut Premises<'_>) {
        self.tuples.explain_emptiness(past, into);
    }
}
