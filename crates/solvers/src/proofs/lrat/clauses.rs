//! The live clauses of a proof, by id.

use rustsat::types::{Lit, RsHashMap};

/// Clauses in one vector, found by id; deleted ones are swept out once they fill half of the
/// vector.
#[derive(Default)]
pub(super) struct LratClauses {
    literals: Vec<Lit>,
    places: RsHashMap<u64, ClauseSpan>,
    /// The number of literals of deleted clauses.
    dead: usize,
}

#[derive(Clone, Copy)]
struct ClauseSpan {
    start: usize,
    length: usize,
}

/// Minimum number of dead literals that are worth a sweep.
const SWEEP_FROM: usize = 1 << 16;

impl LratClauses {
    pub(super) fn get(&self, id: u64) -> Option<&[Lit]> {
        self.places.get(&id).map(|&span| self.clause_slice(span))
    }

    fn clause_slice(&self, ClauseSpan { start, length }: ClauseSpan) -> &[Lit] {
        &self.literals[start..start + length]
    }

    pub(super) fn insert(&mut self, id: u64, clause: &[Lit]) {
        let span = ClauseSpan { start: self.literals.len(), length: clause.len() };
        self.literals.extend_from_slice(clause);
        self.places.insert(id, span);
    }

    /// Deletes a clause; returns whether it existed.
    pub(super) fn remove(&mut self, id: u64) -> bool {
        let Some(span) = self.places.remove(&id) else { return false };
        self.dead += span.length;
        // A sweep copies fewer literals than have been deleted since the last one, so that a
        // deletion takes constant time on average.
        if self.dead > SWEEP_FROM.max(self.literals.len() / 2) {
            self.sweep_deleted();
        }
        true
    }

    fn sweep_deleted(&mut self) {
        let mut kept = Vec::with_capacity(self.literals.len() - self.dead);
        for span in self.places.values_mut() {
            let start = kept.len();
            kept.extend_from_slice(&self.literals[span.start..span.start + span.length]);
            span.start = start;
        }
        self.literals = kept;
        self.dead = 0;
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, &[Lit])> {
        self.places.iter().map(|(&id, &span)| (id, self.clause_slice(span)))
    }

    /// Returns the approximate number of bytes held.
    pub(super) fn byte_count(&self) -> usize {
        let entry = size_of::<(u64, ClauseSpan)>() + 1;
        self.literals.capacity() * size_of::<Lit>() + self.places.capacity() * entry
    }
}
