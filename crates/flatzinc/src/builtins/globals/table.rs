//! Allowed tuples.

use crate::bounds::Empty;
use std::sync::Arc;

use parallax_model::{Constraint, Table as Kind};

use super::{Arguments, Bounds, Draft, Rule, Truth};
use crate::assigned::Assigned;
use crate::document::{List, Term};
use crate::draft::{Item, value};
use crate::error::{ArgumentError, PostError};

/// The terms form one of the tuples, which stand one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table {
    terms: List,
    tuples: List,
}

impl Table {
    /// Reads the terms and the tuples.
    pub(in crate::builtins) fn read(
        name: &str,
        arguments: &mut Arguments<'_>,
    ) -> Result<Self, ArgumentError> {
        let terms = if name.ends_with("bool") { arguments.bools()? } else { arguments.ints()? };
        let tuples = arguments.numbers()?;
        let [width, cells] = [terms, tuples].map(|list| arguments.elements(list).len());
        if width == 0 || cells % width != 0 {
            return Err(ArgumentError::TableCells { cells, width });
        }
        Ok(Table { terms, tuples })
    }

    /// Returns the tuples that the domains allow.
    fn rows(&self, draft: &mut Draft<'_>) -> Result<Vec<Vec<i64>>, PostError> {
        let items = draft.items(self.terms)?;
        let cells: Vec<Term> = draft.document.list(self.tuples).iter().collect();
        draft.spend(cells.len())?;
        let number = |term: &Term| match *term {
            Term::Value(value) => value,
            Term::Var(_) => 0,
        };
        let rows = cells.chunks(items.len().max(1)).map(|row| row.iter().map(number));
        let fits = |row: &Vec<i64>| items.iter().zip(row).all(|(&item, &n)| draft.may_be(item, n));
        Ok(rows.map(Iterator::collect).filter(fits).collect())
    }
}

impl Rule for Table {
    fn holds(&self, values: &Assigned<'_>) -> bool {
        let row: Vec<i64> = values.list(self.terms).collect();
        let cells: Vec<i64> = values.list(self.tuples).collect();
        cells.chunks(row.len().max(1)).any(|tuple| tuple == row)
    }

    fn truth(&self, draft: &mut Draft<'_>) -> Result<Truth, PostError> {
        let rows = self.rows(draft)?;
        let items = draft.items(self.terms)?;
        draft.spend(rows.len().saturating_mul(items.len()))?;
        let mut either = Vec::with_capacity(rows.len());
        for row in rows {
            let all = items.iter().zip(row).map(|(&item, number)| draft.equals(item, number));
            let all: Vec<_> = all.collect();
            either.push(draft.terms.and(&all));
        }
        Ok(Truth::Bool(draft.terms.or(&either)))
    }

    /// Columns of constants are dropped: the rows that are left have them.
    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let rows = self.rows(draft)?;
        let items = draft.items(self.terms)?;
        let is_open = |item: &&Item| matches!(item, Item::Variable(_));
        let scope: Vec<Item> = items.iter().filter(is_open).copied().collect();
        if rows.is_empty() {
            return draft.clause(Vec::new());
        }
        if scope.is_empty() {
            return Ok(());
        }
        let scope =
            scope.into_iter().map(|item| draft.of_item(item)).collect::<Result<_, PostError>>()?;
        let mut tuples = Vec::with_capacity(rows.len());
        for row in rows {
            let kept = items.iter().zip(row).filter(|(item, _)| is_open(item));
            tuples.push(
                kept.map(|(_, number)| value(number)).collect::<Result<Vec<_>, PostError>>()?,
            );
        }
        let tuples = Arc::new(tuples);
        draft.post(Constraint::Table(Kind { scope, tuples, forbidden: false }))
    }

    fn tighten(&self, bounds: &mut Bounds<'_>) -> Result<(), Empty> {
        let (terms, cells) = (bounds.list(self.terms), bounds.list(self.tuples));
        let mut ends = vec![(i64::MAX, i64::MIN); terms.len()];
        for row in cells.chunks(terms.len().max(1)) {
            let fits = terms.iter().zip(row).all(|(&term, cell)| {
                let (span, Term::Value(own)) = (bounds.span(term), *cell) else { return false };
                span.low <= own && own <= span.high
            });
            if fits {
                for (end, cell) in ends.iter_mut().zip(row) {
                    if let Term::Value(own) = *cell {
                        *end = (end.0.min(own), end.1.max(own));
                    }
                }
            }
        }
        for (&term, (low, high)) in terms.iter().zip(ends) {
            bounds.within(term, low.into(), high.into())?;
        }
        Ok(())
    }
}
