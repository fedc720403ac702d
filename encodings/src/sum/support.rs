//! Sums over small domains, by their solutions.

use super::{goal::SumGoal, two_terms::WeightedInteger};
use crate::{ClauseEncoder, EncodeError, IntId, TableKind};

/// Maximum number of values in all rows together.
const MAX_VALUES: usize = 1 << 24;

impl ClauseEncoder {
    /// Encodes a sum as the table of the combinations that it allows, with a literal for each,
    /// so that unit propagation removes every value that occurs in no combination. "Not equal"
    /// is a clause for each forbidden combination.
    pub(crate) fn sum_by_support(
        &mut self,
        terms: &[WeightedInteger],
        goal: SumGoal,
    ) -> Result<(), EncodeError> {
        let scope: Vec<IntId> = terms.iter().map(|&(_, x)| x).collect();
        let (wanted, positive) = match goal {
            SumGoal::Within(low, high) => ((low, high), true),
            SumGoal::Not(total) => ((total, total), false),
        };
        // The range of the sum from each place on, from the end, to cut rows that cannot reach the
        // goal.
        let mut rest = vec![(0, 0)];
        for &(coefficient, x) in terms.iter().rev() {
            let all = self.values(x).iter().map(|&value| coefficient * i128::from(value));
            let (least, most) = (all.clone().min().unwrap_or(0), all.max().unwrap_or(0));
            let (least_later, most_later) = rest[rest.len() - 1];
            rest.push((least_later + least, most_later + most));
        }
        rest.reverse();
        let rows = self.list_rows(terms, &rest, wanted)?;
        self.make_values(&scope)?;
        // Tuples keep the propagation that this encoding promises, whatever the option for tables
        // is. The option is restored before an error is returned.
        let before = self.options.tables;
        self.options.tables = TableKind::Tuples;
        let result = self.require_table(&scope, &rows, positive);
        self.options.tables = before;
        result
    }

    /// Lists the rows whose total the goal allows, one after the other. `rest` holds the minimum
    /// and the maximum that the terms from each place on can add.
    fn list_rows(
        &mut self,
        terms: &[WeightedInteger],
        rest: &[(i128, i128)],
        (low, high): (i128, i128),
    ) -> Result<Vec<i32>, EncodeError> {
        let mut rows = Vec::new();
        // Not recursive: a sum may have more terms than the call stack has room for.
        let mut row: Vec<(usize, i32)> = Vec::new();
        let mut totals = vec![0];
        let mut next = 0;
        loop {
            let (total, (least, most)) = (totals[row.len()], rest[row.len()]);
            let open = total + most >= low && total + least <= high;
            self.formula.spend_work(1)?;
            match terms.get(row.len()) {
                Some(&(coefficient, x)) if open && next < self.domain_size(x) => {
                    let value = self.value_at(x, next);
                    row.push((next, value));
                    totals.push(total + coefficient * i128::from(value));
                    next = 0;
                    continue;
                }
                None if open => {
                    rows.extend(row.iter().map(|&(_, value)| value));
                    self.check_rows(rows.len(), terms.len())?;
                }
                _ => {}
            }
            let Some((place, _)) = row.pop() else { return Ok(rows) };
            totals.pop();
            next = place + 1;
        }
    }

    /// Fails if the rows, or the values in them, are too many.
    fn check_rows(&self, values: usize, width: usize) -> Result<(), EncodeError> {
        for (what, size, limit) in [
            ("combinations of a sum by support", values / width.max(1), self.options.sum_rows),
            ("values in the combinations of a sum by support", values, MAX_VALUES),
        ] {
            if size > limit {
                return Err(EncodeError::TooLarge { what, size: size as u64, limit: limit as u64 });
            }
        }
        Ok(())
    }
}
