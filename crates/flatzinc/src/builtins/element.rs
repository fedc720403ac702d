//! The element of an array at an index.

use crate::bounds::Empty;
use std::sync::Arc;

use parallax_model::{Constraint, Element as Kind, Relation, Table, Value};

use super::arguments::Arguments;
use super::{Bounds, Draft, Rule, Truth};
use crate::assigned::Assigned;
use crate::document::{List, Term};
use crate::draft::{Item, value};
use crate::error::{ArgumentError, PostError};

/// `array[index] = result`; false for an index outside the array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Element {
    index: Term,
    /// The first index.
    first: i64,
    /// The index of the column in a matrix, with the first one and the number of columns.
    column: Option<(Term, i64, i64)>,
    array: List,
    result: Term,
}

impl Element {
    /// Reads the index or indices, the array and the result.
    pub(super) fn read(name: &str, arguments: &mut Arguments<'_>) -> Result<Self, ArgumentError> {
        let index = arguments.int()?;
        let (mut first, mut column) = (1, None);
        if name.contains("element2d") {
            let second = arguments.int()?;
            first = arguments.number()?;
            column = Some((second, arguments.number()?, arguments.number()?));
        } else if name.starts_with("parallax") {
            first = arguments.number()?;
        }
        let is_constant = matches!(name, "array_int_element" | "array_bool_element");
        let is_bool = name.contains("bool");
        let array = match (is_bool, is_constant) {
            (true, _) => arguments.bools()?,
            (_, true) => arguments.numbers()?,
            _ => arguments.ints()?,
        };
        let result = if is_bool { arguments.bool()? } else { arguments.int()? };
        if let Some((_, _, columns)) = column {
            let cells = arguments.elements(array).len() as i64;
            if columns < 0 || columns == 0 && cells > 0 || columns > 0 && cells % columns != 0 {
                return Err(ArgumentError::MatrixCells { cells, columns });
            }
        }
        Ok(Element { index, first, column, array, result })
    }

    /// Returns the cells that the indices may refer to: index, column and term of each.
    fn cells(&self, draft: &mut Draft<'_>) -> Result<Vec<(i64, i64, Term)>, PostError> {
        let terms = draft.document.list(self.array);
        draft.spend(terms.len())?;
        let row = draft.item(self.index)?;
        let column = match self.column {
            Some((term, first, columns)) => Some((draft.item(term)?, first, columns)),
            None => None,
        };
        let mut cells = Vec::new();
        for (place, term) in (0i64..).zip(terms.iter()) {
            let (i, j) = match column {
                Some((_, first, columns)) => {
                    (place / columns, first.saturating_add(place % columns))
                }
                None => (place, 0),
            };
            let i = i.saturating_add(self.first);
            let fits = column.is_none_or(|(item, ..)| draft.may_be(item, j));
            // One variable as both indices has one value.
            let is_same = column.is_some_and(|(item, ..)| item == row) && i != j;
            if draft.may_be(row, i) && fits && !is_same {
                cells.push((i, j, term));
            }
        }
        Ok(cells)
    }

    /// Posts a table of indices and results, all of which are numbers.
    fn post_table(
        &self,
        draft: &mut Draft<'_>,
        cells: &[(i64, i64, Term)],
    ) -> Result<(), PostError> {
        let mut scope = vec![draft.variable(self.index)?];
        if let Some((column, ..)) = self.column {
            scope.push(draft.variable(column)?);
        }
        scope.push(draft.variable(self.result)?);
        let result = draft.item(self.result)?;
        draft.spend(cells.len().saturating_mul(scope.len()))?;
        let mut tuples: Vec<Vec<Value>> = Vec::with_capacity(cells.len());
        for &(i, j, term) in cells {
            let Item::Number(number) = draft.item(term)? else {
                return Err(PostError::VariableCell);
            };
            if draft.may_be(result, number) {
                let mut row = vec![value(i)?];
                if self.column.is_some() {
                    row.push(value(j)?);
                }
                row.push(value(number)?);
                tuples.push(row);
            }
        }
        if tuples.is_empty() {
            return draft.clause(Vec::new());
        }
        let tuples = Arc::new(tuples);
        draft.post(Constraint::Table(Table { scope, tuples, forbidden: false }))
    }
}

impl Rule for Element {
    fn holds(&self, values: &Assigned<'_>) -> bool {
        let row = i128::from(values.term(self.index)) - i128::from(self.first);
        let place = match self.column {
            None => row,
            Some((column, first, columns)) => {
                let column = i128::from(values.term(column)) - i128::from(first);
                if !(0..i128::from(columns)).contains(&column) || row < 0 {
                    return false;
                }
                row * i128::from(columns) + column
            }
        };
        values.at(self.array, place) == Some(values.term(self.result))
    }

    fn truth(&self, draft: &mut Draft<'_>) -> Result<Truth, PostError> {
        let cells = self.cells(draft)?;
        draft.spend(cells.len().saturating_mul(8))?;
        let (index, result) = (draft.int(self.index)?, draft.int(self.result)?);
        let column = match self.column {
            Some((term, ..)) => Some(draft.int(term)?),
            None => None,
        };
        let mut either = Vec::with_capacity(cells.len());
        for (i, j, term) in cells {
            let cell = draft.int(term)?;
            let number = draft.terms.number(i);
            let mut all = vec![draft.terms.compare(index, Relation::Eq, number)];
            if let Some(column) = column {
                let number = draft.terms.number(j);
                all.push(draft.terms.compare(column, Relation::Eq, number));
            }
            all.push(draft.terms.compare(cell, Relation::Eq, result));
            either.push(draft.terms.and(&all));
        }
        Ok(Truth::Bool(draft.terms.or(&either)))
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let cells = self.cells(draft)?;
        let (Some(first), Some(last)) = (cells.first(), cells.last()) else {
            return draft.clause(Vec::new());
        };
        let is_number = |&(_, _, term): &(i64, i64, Term)| {
            draft.item(term).is_ok_and(|item| matches!(item, Item::Number(_)))
        };
        if cells.len() > 1 && cells.iter().all(is_number) {
            return self.post_table(draft, &cells);
        }
        if self.column.is_none() {
            // The array from the first index that is possible to the last one.
            let (low, high) = (first.0, last.0);
            if low == high {
                let fixed = draft.comparison(self.index, Relation::Eq, Term::Value(low))?;
                draft.require(fixed)?;
                let same = draft.comparison(first.2, Relation::Eq, self.result)?;
                return draft.require(same);
            }
            let from = low.saturating_sub(self.first) as usize;
            let to = high.saturating_sub(self.first) as usize;
            let terms = draft.document.list(self.array).iter().skip(from).take(to + 1 - from);
            let array = terms.map(|term| draft.variable(term)).collect::<Result<_, PostError>>()?;
            let (index, result) = (draft.variable(self.index)?, draft.variable(self.result)?);
            let first = value(low)?;
            return draft.post(Constraint::Element(Kind { index, array, result, first }));
        }
        let truth = self.truth(draft)?;
        draft.require(truth)
    }

    fn tighten(&self, bounds: &mut Bounds<'_>) -> Result<(), Empty> {
        let terms = bounds.list(self.array);
        let first = i128::from(self.first);
        let rows = match self.column {
            None => terms.len() as i128,
            Some((column, start, columns)) => {
                let (start, columns) = (i128::from(start), i128::from(columns));
                bounds.within(column, start, start + columns - 1)?;
                terms.len() as i128 / columns.max(1)
            }
        };
        bounds.within(self.index, first, first + rows - 1)?;
        let (mut low, mut high) = (i64::MAX, i64::MIN);
        let index = bounds.span(self.index);
        let is_reached = |place: usize| {
            let at = first + place as i128;
            self.column.is_some() || (i128::from(index.low)..=index.high.into()).contains(&at)
        };
        for (place, &term) in terms.iter().enumerate() {
            if is_reached(place) {
                let span = bounds.span(term);
                (low, high) = (low.min(span.low), high.max(span.high));
            }
        }
        bounds.within(self.result, low.into(), high.into())
    }
}
