//! Tables of classes.

use crate::store::{DomainStore, PropagationConflict, TrailCell};

/// Simple tabular reduction (Ullmann 2007) on sets of classes: the valid rows form the front of
/// a list whose length the trail restores.
#[derive(Clone)]
pub(super) struct ClassTableReduction {
    arity: usize,
    /// All rows, one after the other.
    cells: Vec<u32>,
    /// Places of rows, valid ones first.
    order: Vec<u32>,
    valid: TrailCell,
}

impl ClassTableReduction {
    pub(super) fn new(arity: usize, rows: &[Vec<u32>], store: &mut DomainStore) -> Self {
        let count = rows.len() as u32;
        let (cells, order) = (rows.concat(), (0..count).collect());
        ClassTableReduction { arity, cells, order, valid: store.new_cell(count) }
    }

    fn row_classes(&self, row: u32) -> &[u32] {
        &self.cells[row as usize * self.arity..][..self.arity]
    }

    /// Adds the classes of valid rows to `allowed`, a set of `words` words for each variable,
    /// and returns whether there is such a row.
    ///
    /// # Errors
    /// Returns a conflict if a limit is reached.
    pub(super) fn add_allowed(
        &mut self,
        words: usize,
        present: &[u64],
        allowed: &mut [u64],
        store: &mut DomainStore,
    ) -> Result<bool, PropagationConflict> {
        let mut valid = store.get(self.valid) as usize;
        store.spend_steps(valid)?;
        let mut i = 0;
        while i < valid {
            store.count_checks(1);
            let row = self.row_classes(self.order[i]);
            let cells = row.iter().enumerate().map(|(x, &c)| (x * words + c as usize / 64, c % 64));
            // A row that lost a class stays invalid until an undo, so it moves behind the valid
            // ones. The trail restores only their number: rows are permuted within either part,
            // which no undo notices.
            if cells.clone().all(|(w, bit)| present[w] >> bit & 1 == 1) {
                cells.for_each(|(w, bit)| allowed[w] |= 1 << bit);
                i += 1;
            } else {
                valid -= 1;
                self.order.swap(i, valid);
            }
        }
        store.set_cell(self.valid, valid as u32);
        Ok(valid > 0)
    }

    /// Returns places that together exclude each row in which `place` has this class; all places if
    /// there is no such row.
    pub(super) fn why_not(
        &self,
        place: usize,
        class: usize,
        lacks: impl Fn(usize, usize) -> bool,
    ) -> Vec<usize> {
        let mut because: Vec<usize> = Vec::new();
        for row in (0..self.order.len() as u32).map(|row| self.row_classes(row)) {
            let broken = |&x: &usize| x != place && lacks(x, row[x] as usize);
            // A place that is in the reason already often breaks further rows, which keeps the
            // reason short.
            if row[place] as usize != class || because.iter().any(broken) {
                continue;
            }
            match (0..self.arity).find(broken) {
                Some(x) => because.push(x),
                None => return (0..self.arity).collect(),
            }
        }
        because
    }
}
