//! Allowed tuples.

use crate::bounds::EmptyBoundsError;
use std::sync::Arc;

use parallax_model::{Constraint, Table as Kind};

use super::{ArgumentCursor, BoundsStore, BuiltinRule, ConstraintTruth, FlatzincModelDraft};
use crate::assignment::FlatzincAssignment;
use crate::document::{ElementRange, FlatzincTerm};
use crate::draft::{ModelTerm, model_value};
use crate::error::{ArgumentError, FlatzincPostError};

/// The terms form one of the tuples, which stand one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableBuiltin {
    terms: ElementRange,
    tuples: ElementRange,
}

impl TableBuiltin {
    /// Reads the terms and the tuples.
    pub(in crate::builtins) fn read(
        name: &str,
        arguments: &mut ArgumentCursor<'_>,
    ) -> Result<Self, ArgumentError> {
        let terms =
            if name.ends_with("bool") { arguments.read_bools()? } else { arguments.read_ints()? };
        let tuples = arguments.read_numbers()?;
        let [width, cells] = [terms, tuples].map(|list| arguments.list_terms(list).len());
        if width == 0 || cells % width != 0 {
            return Err(ArgumentError::TableCells { cells, width });
        }
        Ok(TableBuiltin { terms, tuples })
    }

    /// Returns the tuples that the domains allow.
    fn allowed_rows(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<Vec<Vec<i64>>, FlatzincPostError> {
        let items = draft.model_terms(self.terms)?;
        let cells: Vec<FlatzincTerm> = draft.document.list_terms(self.tuples).iter().collect();
        draft.spend_pieces(cells.len())?;
        let number = |term: &FlatzincTerm| match *term {
            FlatzincTerm::Value(value) => value,
            FlatzincTerm::Var(_) => 0,
        };
        // `read` refuses tables without columns; `max` only keeps `chunks` from a panic.
        let rows = cells.chunks(items.len().max(1)).map(|row| row.iter().map(number));
        let fits = |row: &Vec<i64>| items.iter().zip(row).all(|(&item, &n)| draft.may_be(item, n));
        Ok(rows.map(Iterator::collect).filter(fits).collect())
    }
}

impl BuiltinRule for TableBuiltin {
    fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool {
        let row: Vec<i64> = values.list_values(self.terms).collect();
        let cells: Vec<i64> = values.list_values(self.tuples).collect();
        cells.chunks(row.len().max(1)).any(|tuple| tuple == row)
    }

    fn build_truth(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        let rows = self.allowed_rows(draft)?;
        let items = draft.model_terms(self.terms)?;
        draft.spend_pieces(rows.len().saturating_mul(items.len()))?;
        let mut either = Vec::with_capacity(rows.len());
        for row in rows {
            let all = items.iter().zip(row).map(|(&item, number)| draft.equals_value(item, number));
            let all: Vec<_> = all.collect();
            either.push(draft.terms.add_and(&all));
        }
        Ok(ConstraintTruth::Bool(draft.terms.add_or(&either)))
    }

    /// Columns of constants are dropped: the rows that are left have them.
    fn post_rule(&self, draft: &mut FlatzincModelDraft<'_>) -> Result<(), FlatzincPostError> {
        let rows = self.allowed_rows(draft)?;
        let items = draft.model_terms(self.terms)?;
        // Every remaining row agrees with the constants, so their columns say nothing.
        let is_open = |item: &&ModelTerm| matches!(item, ModelTerm::Variable(_));
        let scope: Vec<ModelTerm> = items.iter().filter(is_open).copied().collect();
        if rows.is_empty() {
            return draft.post_clause(Vec::new());
        }
        if scope.is_empty() {
            return Ok(());
        }
        let scope = scope
            .into_iter()
            .map(|item| draft.of_item(item))
            .collect::<Result<_, FlatzincPostError>>()?;
        let mut tuples = Vec::with_capacity(rows.len());
        for row in rows {
            let kept = items.iter().zip(row).filter(|(item, _)| is_open(item));
            tuples.push(
                kept.map(|(_, number)| model_value(number))
                    .collect::<Result<Vec<_>, FlatzincPostError>>()?,
            );
        }
        let tuples = Arc::new(tuples);
        draft.post_constraint(Constraint::Table(Kind { scope, tuples, forbidden: false }))
    }

    fn tighten_bounds(&self, bounds: &mut BoundsStore<'_>) -> Result<(), EmptyBoundsError> {
        let (terms, cells) = (bounds.list_terms(self.terms), bounds.list_terms(self.tuples));
        // If no row fits, the bounds stay crossed and the narrowing fails, as it should.
        let mut ends = vec![(i64::MAX, i64::MIN); terms.len()];
        for row in cells.chunks(terms.len().max(1)) {
            let fits = terms.iter().zip(row).all(|(&term, cell)| {
                let (span, FlatzincTerm::Value(value)) = (bounds.term_span(term), *cell) else {
                    return false;
                };
                span.low <= value && value <= span.high
            });
            if fits {
                for (end, cell) in ends.iter_mut().zip(row) {
                    if let FlatzincTerm::Value(value) = *cell {
                        *end = (end.0.min(value), end.1.max(value));
                    }
                }
            }
        }
        for (&term, (low, high)) in terms.iter().zip(ends) {
            bounds.narrow_within(term, low.into(), high.into())?;
        }
        Ok(())
    }
}
