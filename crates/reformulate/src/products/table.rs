//! Labels the values of tables.

use std::collections::HashMap;
use std::sync::Arc;

use parallax_model::{Constraint, Model, Table, Value, VarId};

use super::label::ValueLabel;
use parallax_propagation::store::DomainStore;

/// Maximum number of cells that an index compares: of all tuples, once for each column.
const MAX_CELLS: usize = 1 << 22;

/// The tuples of a table, indexed by the value in each column.
#[derive(Debug)]
pub(super) struct TableIndex {
    scope: Vec<VarId>,
    columns: Vec<IndexColumn>,
    tuples: Arc<Vec<Vec<Value>>>,
    /// Distinct rests, that is tuples without one column: each by the number of a tuple that has
    /// it.
    rests: Vec<u32>,
}

/// The tuples of each value in a column.
#[derive(Debug, Default)]
struct IndexColumn {
    /// By value, ascending: the numbers of the rests, ascending.
    of: Vec<(Value, Vec<u32>)>,
}

impl TableIndex {
    /// Indexes a table; `None` for other constraints, for a scope that repeats a variable, and for
    /// a table that is too large to compare all its tuples without each column.
    pub(super) fn from_constraint(constraint: &Constraint, model: &Model) -> Option<Self> {
        let Constraint::Table(c) = constraint else { return None };
        let mut sorted = c.scope.clone();
        sorted.sort_unstable();
        sorted.dedup();
        let cells = c.tuples.len().saturating_mul(c.scope.len()).saturating_mul(c.scope.len());
        (sorted.len() == c.scope.len() && cells <= MAX_CELLS).then(|| Self::build_index(c, model))
    }

    fn build_index(c: &Table, model: &Model) -> Self {
        let fits = |(_, row): &(u32, &Vec<Value>)| {
            row.iter().zip(&c.scope).all(|(&value, &v)| model.domain(v).contains(value))
        };
        let rows: Vec<(u32, &Vec<Value>)> = (0..).zip(c.tuples.iter()).filter(fits).collect();
        let mut rests: Vec<u32> = Vec::new();
        let mut columns = Vec::with_capacity(c.scope.len());
        for column in 0..c.scope.len() {
            // E.g. the tuples (1, 5) and (2, 5) have the same rest without the first column, so 1
            // and 2 may be interchangeable there. The numbers of rests are unique over all columns.
            let mut known: HashMap<Box<[Value]>, u32> = HashMap::new();
            let mut of: HashMap<Value, Vec<u32>> = HashMap::new();
            for &(at, row) in &rows {
                let rest: Box<[Value]> =
                    [&row[..column], &row[column + 1..]].concat().into_boxed_slice();
                let number = *known.entry(rest).or_insert_with(|| {
                    rests.push(at);
                    rests.len() as u32 - 1
                });
                of.entry(row[column]).or_default().push(number);
            }
            let mut of: Vec<(Value, Vec<u32>)> = of.into_iter().collect();
            of.sort_unstable_by_key(|(value, _)| *value);
            for (_, numbers) in &mut of {
                numbers.sort_unstable();
                numbers.dedup();
            }
            columns.push(IndexColumn { of });
        }
        TableIndex { scope: c.scope.clone(), columns, tuples: c.tuples.clone(), rests }
    }

    /// Appends the label of each value of `x`: the number of its set of rests that lie within the
    /// domains.
    pub(super) fn append_labels(
        &self,
        store: &DomainStore,
        x: VarId,
        values: &[Value],
        labels: &mut Vec<ValueLabel>,
    ) {
        let Some(at) = self.scope.iter().position(|&v| v == x) else {
            labels.extend(values.iter().map(|_| ValueLabel::Always));
            return;
        };
        let column = &self.columns[at];
        let mut known: HashMap<Vec<u32>, i64> = HashMap::new();
        for value in values {
            let entry = column.of.binary_search_by_key(value, |(value, _)| *value);
            let all = entry.map_or(&[][..], |entry| &column.of[entry].1[..]);
            let possible: Vec<u32> =
                all.iter().copied().filter(|&rest| self.is_possible(store, at, rest)).collect();
            // Equal sets of possible rests mean equal values; the label is the number of the set.
            let next = known.len() as i64;
            labels.push(ValueLabel::Is(*known.entry(possible).or_insert(next)));
        }
    }

    fn is_possible(&self, store: &DomainStore, column: usize, rest: u32) -> bool {
        let tuple = &self.tuples[self.rests[rest as usize] as usize];
        let mut cells = self.scope.iter().zip(tuple).enumerate();
        cells.all(|(index, (&v, &value))| index == column || store.contains(v, value))
    }
}
