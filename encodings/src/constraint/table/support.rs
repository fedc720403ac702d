//! A positive table without auxiliary literals.

use std::collections::{BTreeSet, HashSet};

use super::rows::Rows;
use crate::{EncodeError, Encoder, IntId, draft::Draft};

impl Encoder {
    /// For each two integers, support clauses of what the rows have in these two (Gent 2002);
    /// then a clause for each combination of values that all pairs allow and no row has.
    pub(super) fn table_by_support(&mut self, table: &Rows) -> Result<(), EncodeError> {
        let scope = table.scope.clone();
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
            2 => Ok(()),
            _ => self.forbid_others(table, &Pairs::of(table), &mut Vec::new()),
        }
    }

    fn check_conflicts(&self, scope: &[IntId]) -> Result<(), EncodeError> {
        let sizes = scope.iter().map(|&x| self.size(x) as u64);
        let size = sizes.fold(1, u64::saturating_mul);
        let limit = self.options.table_conflicts as u64;
        if size > limit {
            let what = "combinations of values of a table by support";
            return Err(EncodeError::TooLarge { what, size, limit });
        }
        Ok(())
    }

    /// For each value of `x`, that `y` has one of the values it goes with.
    fn binary_support(
        &mut self,
        table: &Rows,
        (x, x_column): (IntId, usize),
        (y, y_column): (IntId, usize),
    ) -> Result<(), EncodeError> {
        let mut draft = Draft::default();
        for (place, rows) in table.by_place(x_column, self.size(x)).into_iter().enumerate() {
            let partners = rows.into_iter().map(|index| table.row(index)[y_column]);
            let partners: BTreeSet<u32> = partners.collect();
            if partners.len() == self.size(y) {
                continue;
            }
            draft.start().or_ne(&self.ints, x, place);
            for partner in partners {
                draft.or(self.eq_at(y, partner as usize)?);
            }
            self.formula.add_draft(&draft)?;
        }
        Ok(())
    }

    /// Forbids the combinations that begin with `start`, fit in all pairs, and are no row.
    fn forbid_others(
        &mut self,
        table: &Rows,
        pairs: &Pairs,
        start: &mut Vec<u32>,
    ) -> Result<(), EncodeError> {
        let column = start.len();
        if column == table.scope.len() {
            if table.contains(start) {
                return Ok(());
            }
            let mut draft = Draft::default();
            for (&x, &place) in table.scope.iter().zip(&*start) {
                draft.or_ne(&self.ints, x, place as usize);
            }
            return self.formula.add_draft(&draft);
        }
        let size = self.size(table.scope[column]);
        self.formula.spend(size)?;
        // A domain has at most 2^32 values.
        for place in 0..size as u32 {
            if pairs.allow(start, place) {
                start.push(place);
                self.forbid_others(table, pairs, start)?;
                start.pop();
            }
        }
        Ok(())
    }
}

/// What the rows have in each two columns.
struct Pairs {
    width: usize,
    /// By the first column times the width plus the second: the places that occur together.
    sets: Vec<HashSet<(u32, u32)>>,
}

impl Pairs {
    fn of(table: &Rows) -> Self {
        let width = table.scope.len();
        let mut sets = vec![HashSet::new(); width * width];
        for row in table.iter() {
            for (j, &right) in row.iter().enumerate() {
                for (i, &left) in row[..j].iter().enumerate() {
                    sets[i * width + j].insert((left, right));
                }
            }
        }
        Pairs { width, sets }
    }

    /// Whether a next place goes with each of those before it.
    fn allow(&self, start: &[u32], place: u32) -> bool {
        let column = start.len();
        let mut before = start.iter().enumerate();
        before.all(|(i, &left)| self.sets[i * self.width + column].contains(&(left, place)))
    }
}
