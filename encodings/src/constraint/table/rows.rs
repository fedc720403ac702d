//! The rows of a table that the domains allow.

use std::collections::HashMap;

use crate::{EncodeError, IntId, IntegerStore, PropositionalFormula};

/// Rows as places in the domains of different integers, stored one after the other because
/// tables are long.
pub(super) struct TableRows {
    pub(super) scope: Vec<IntId>,
    cells: Vec<u32>,
}

impl TableRows {
    /// Keeps the rows that fit the domains and give no integer two values, sorted and without
    /// duplicates. Each integer of the scope gets one column.
    pub(super) fn new(
        formula: &mut PropositionalFormula,
        ints: &IntegerStore,
        scope: &[IntId],
        rows: &[i32],
    ) -> Result<TableRows, EncodeError> {
        let mut different: Vec<IntId> = Vec::new();
        let mut columns = Vec::with_capacity(scope.len());
        let mut column_of = HashMap::new();
        for &x in scope {
            let column = *column_of.entry(x).or_insert(different.len());
            columns.push(column);
            if column == different.len() {
                different.push(x);
            }
        }
        let mut cells: Vec<u32> = Vec::new();
        let mut places = vec![None; different.len()];
        for row in rows.chunks_exact(scope.len().max(1)) {
            formula.spend_work(row.len())?;
            places.fill(None);
            let fits = scope.iter().zip(&columns).zip(row).all(|((&x, &column), &value)| {
                // A domain has at most 2^32 values, so places fit.
                let place = ints.index_of(x, value.into()).map(|place| place as u32);
                // A second column of the same integer must have the same value, or the row fits
                // nothing.
                let agrees = places[column].is_none() || places[column] == place;
                places[column] = place;
                place.is_some() && agrees
            });
            if fits {
                cells.extend(places.iter().flatten());
            }
        }
        let cells = sort_rows(&cells, different.len().max(1));
        Ok(TableRows { scope: different, cells })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        self.cells.chunks_exact(self.scope.len().max(1))
    }

    /// Returns, for each of the `size` places of the domain of a column, the indices of the rows
    /// that use it.
    pub(super) fn by_place(&self, column: usize, size: usize) -> Vec<Vec<usize>> {
        let mut found = vec![Vec::new(); size];
        for (index, row) in self.iter().enumerate() {
            found[row[column] as usize].push(index);
        }
        found
    }

    /// Whether this is a row of the table.
    pub(super) fn contains_row(&self, row: &[u32]) -> bool {
        let (mut low, mut high) = (0, self.iter().len());
        while low < high {
            let middle = low.midpoint(high);
            if self.row_at(middle) < row { low = middle + 1 } else { high = middle }
        }
        low < self.iter().len() && self.row_at(low) == row
    }

    /// Returns the row with this index.
    pub(super) fn row_at(&self, index: usize) -> &[u32] {
        &self.cells[index * self.scope.len()..][..self.scope.len()]
    }
}

/// Sorts rows of this width and drops repeated ones.
fn sort_rows(cells: &[u32], width: usize) -> Vec<u32> {
    let mut rows: Vec<&[u32]> = cells.chunks_exact(width).collect();
    rows.sort_unstable();
    rows.dedup();
    rows.concat()
}
