//! A positive table without auxiliary literals.

use std::collections::{BTreeSet, HashSet};

use super::rows::TableRows;
use crate::{ClauseEncoder, EncodeError, IntId, PropositionalFormula, clause_draft::ClauseDraft};

impl ClauseEncoder {
    /// Adds, for each pair of integers, support clauses of the rows projected to the pair (Gent
    /// 2002); then a clause for each combination of values that all pairs allow and that is not a
    /// row.
    pub(super) fn table_by_support(&mut self, table: &TableRows) -> Result<(), EncodeError> {
        let scope = table.scope.clone();
        // The search below visits at most this many combinations; it is checked before anything is
        // written.
        if scope.len() > 2 {
            self.check_conflicts(&scope)?;
        }
        for (i, &x) in scope.iter().enumerate() {
            for (j, &y) in scope.iter().enumerate() {
                if i != j {
                    self.binary_support(table, (x, i), (y, j))?;
                }
            }
        }
        match scope.len() {
            // For two columns the supports are the table.
            2 => Ok(()),
            _ => {
                let pairs = ColumnPairs::from_rows(&mut self.formula, table)?;
                self.forbid_others(table, &pairs)
            }
        }
    }

    fn check_conflicts(&self, scope: &[IntId]) -> Result<(), EncodeError> {
        let columns = scope.len() as u64;
        let sizes = scope.iter().map(|&x| self.domain_size(x) as u64);
        let combinations = sizes.fold(1, u64::saturating_mul);
        let limit = self.options.table_conflicts as u64;
        for (what, size) in [
            ("combinations of values of a table by support", combinations),
            ("pairs of columns of a table by support", columns.saturating_mul(columns)),
        ] {
            if size > limit {
                return Err(EncodeError::TooLarge { what, size, limit });
            }
        }
        Ok(())
    }

    /// Requires, for each value of `x`, that `y` takes one of the values that occur with it.
    fn binary_support(
        &mut self,
        table: &TableRows,
        (x, x_column): (IntId, usize),
        (y, y_column): (IntId, usize),
    ) -> Result<(), EncodeError> {
        let mut draft = ClauseDraft::default();
        self.formula.spend_work(table.iter().len())?;
        for (place, rows) in table.by_place(x_column, self.domain_size(x)).into_iter().enumerate() {
            let partners = rows.into_iter().map(|index| table.row_at(index)[y_column]);
            let partners: BTreeSet<u32> = partners.collect();
            if partners.len() == self.domain_size(y) {
                continue;
            }
            draft.start_clause().or_ne(&self.ints, x, place);
            for partner in partners {
                draft.or_literal(self.eq_at(y, partner as usize)?);
            }
            self.formula.add_draft(&draft)?;
        }
        Ok(())
    }

    /// Forbids the combinations that all pairs allow and that are not a row.
    fn forbid_others(&mut self, table: &TableRows, pairs: &ColumnPairs) -> Result<(), EncodeError> {
        // Not recursive: a table may have more columns than the call stack has room for.
        let mut chosen: Vec<u32> = Vec::new();
        let mut next = 0;
        let mut draft = ClauseDraft::default();
        loop {
            let size = table.scope.get(chosen.len()).map_or(0, |&x| self.domain_size(x));
            self.formula.spend_work(1)?;
            // Depth first: takes the next place that every pair allows, or goes back. A complete
            // choice that is not a row is forbidden. A domain has at most 2^32 values.
            match (next..size as u32).find(|&place| pairs.allows_place(&chosen, place)) {
                Some(place) => {
                    chosen.push(place);
                    next = 0;
                    continue;
                }
                None if chosen.len() == table.scope.len() && !table.contains_row(&chosen) => {
                    draft.start_clause();
                    for (&x, &place) in table.scope.iter().zip(&chosen) {
                        draft.or_ne(&self.ints, x, place as usize);
                    }
                    self.formula.add_draft(&draft)?;
                }
                None => {}
            }
            match chosen.pop() {
                Some(place) => next = place + 1,
                None => return Ok(()),
            }
        }
    }
}

/// The rows projected to each pair of columns.
struct ColumnPairs {
    width: usize,
    /// By the first column times the width plus the second: the places that occur together.
    sets: Vec<HashSet<(u32, u32)>>,
}

impl ColumnPairs {
    fn from_rows(
        formula: &mut PropositionalFormula,
        table: &TableRows,
    ) -> Result<Self, EncodeError> {
        let width = table.scope.len();
        let mut sets = vec![HashSet::new(); width * width];
        for row in table.iter() {
            formula.spend_work(width * width)?;
            for (j, &right) in row.iter().enumerate() {
                for (i, &left) in row[..j].iter().enumerate() {
                    sets[i * width + j].insert((left, right));
                }
            }
        }
        Ok(ColumnPairs { width, sets })
    }

    /// Whether `place`, as the next one, is compatible with each of those chosen before it.
    fn allows_place(&self, start: &[u32], place: u32) -> bool {
        let column = start.len();
        let mut before = start.iter().enumerate();
        before.all(|(i, &left)| self.sets[i * self.width + column].contains(&(left, place)))
    }
}
