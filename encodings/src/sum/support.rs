//! Sums over small domains, by their solutions.

use super::{goal::Goal, pair::Term};
use crate::{EncodeError, Encoder, IntId, TableKind};

impl Encoder {
    /// Encodes a sum as the table of the combinations that it allows, with a literal for each, so
    /// that unit propagation removes every value that no combination has; "not equal" as a clause
    /// for each forbidden combination.
    pub(crate) fn sum_by_support(&mut self, terms: &[Term], goal: Goal) -> Result<(), EncodeError> {
        let scope: Vec<IntId> = terms.iter().map(|&(_, x)| x).collect();
        let (wanted, positive) = match goal {
            Goal::Within(..) => (goal, true),
            Goal::Not(total) => (Goal::Within(total, total), false),
        };
        let mut rest = vec![(0, 0)];
        for &(coefficient, x) in terms.iter().rev() {
            let all = self.values(x).iter().map(|&value| coefficient * i128::from(value));
            let (least, most) = (all.clone().min().unwrap_or(0), all.max().unwrap_or(0));
            let (least_later, most_later) = rest[rest.len() - 1];
            rest.push((least_later + least, most_later + most));
        }
        rest.reverse();
        let mut rows = Vec::new();
        self.list_rows(terms, &rest, (wanted, 0), &mut Vec::new(), &mut rows)?;
        self.make_values(&scope)?;
        let before = self.options.tables;
        self.options.tables = TableKind::Tuples;
        let result = self.table(&scope, &rows, positive);
        self.options.tables = before;
        result
    }

    /// Appends the rows that begin with `row`, whose total is the second of `so_far`.
    fn list_rows(
        &mut self,
        terms: &[Term],
        rest: &[(i128, i128)],
        so_far: (Goal, i128),
        row: &mut Vec<i32>,
        rows: &mut Vec<i32>,
    ) -> Result<(), EncodeError> {
        let (goal, total) = so_far;
        let place = row.len();
        let (least, most) = rest[place];
        let Goal::Within(low, high) = goal else { unreachable!("made by the caller") };
        if total + most < low || total + least > high {
            return Ok(());
        }
        if place == terms.len() {
            rows.extend_from_slice(row);
            let (size, limit) = (rows.len() / place.max(1), self.options.sum_rows);
            if size > limit {
                let what = "combinations of a sum by support";
                return Err(EncodeError::TooLarge { what, size: size as u64, limit: limit as u64 });
            }
            return Ok(());
        }
        let (coefficient, x) = terms[place];
        self.formula.spend(self.size(x))?;
        for index in 0..self.size(x) {
            let value = self.value(x, index);
            row.push(value);
            let total = total + coefficient * i128::from(value);
            self.list_rows(terms, rest, (goal, total), row, rows)?;
            row.pop();
        }
        Ok(())
    }
}
