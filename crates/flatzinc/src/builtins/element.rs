//! The element of an array at an index.

use crate::bounds::EmptyBoundsError;
use std::sync::Arc;

use parallax_model::{ComparisonOperator, Constraint, Element as Kind, Table, Value};

use super::arguments::ArgumentCursor;
use super::{BoundsStore, BuiltinRule, ConstraintTruth, FlatzincModelDraft};
use crate::assignment::FlatzincAssignment;
use crate::document::{ElementRange, FlatzincTerm};
use crate::draft::{ModelTerm, model_value};
use crate::error::{ArgumentError, FlatzincPostError};

/// `array[index] = result`; false for an index outside the array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ElementBuiltin {
    index: FlatzincTerm,
    /// The first index.
    first: i64,
    /// The index of the column in a matrix, with the first one and the number of columns.
    column: Option<(FlatzincTerm, i64, i64)>,
    array: ElementRange,
    result: FlatzincTerm,
}

impl ElementBuiltin {
    /// Reads the index or indices, the array and the result.
    pub(super) fn read(
        name: &str,
        arguments: &mut ArgumentCursor<'_>,
    ) -> Result<Self, ArgumentError> {
        let index = arguments.read_int()?;
        let (mut first, mut column) = (1, None);
        if name.contains("element2d") {
            let second = arguments.read_int()?;
            first = arguments.read_number()?;
            column = Some((second, arguments.read_number()?, arguments.read_number()?));
        } else if name.starts_with("parallax") {
            first = arguments.read_number()?;
        }
        let is_constant = matches!(name, "array_int_element" | "array_bool_element");
        let is_bool = name.contains("bool");
        let array = match (is_bool, is_constant) {
            (true, _) => arguments.read_bools()?,
            (_, true) => arguments.read_numbers()?,
            _ => arguments.read_ints()?,
        };
        let result = if is_bool { arguments.read_bool()? } else { arguments.read_int()? };
        if let Some((_, _, columns)) = column {
            let cells = arguments.list_terms(array).len() as i64;
            if columns < 0 || columns == 0 && cells > 0 || columns > 0 && cells % columns != 0 {
                return Err(ArgumentError::MatrixCells { cells, columns });
            }
        }
        Ok(ElementBuiltin { index, first, column, array, result })
    }

    /// Returns the cells that the indices may refer to: index, column and term of each.
    fn indexed_cells(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<Vec<(i64, i64, FlatzincTerm)>, FlatzincPostError> {
        let terms = draft.document.list_terms(self.array);
        draft.spend_pieces(terms.len())?;
        let row = draft.model_term(self.index)?;
        let column = match self.column {
            Some((term, first, columns)) => Some((draft.model_term(term)?, first, columns)),
            None => None,
        };
        let mut cells = Vec::new();
        for (place, term) in (0i64..).zip(terms.iter()) {
            let (i, j) = match column {
                // `read` has refused cells without columns, so nothing is divided by 0.
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
        draft: &mut FlatzincModelDraft<'_>,
        cells: &[(i64, i64, FlatzincTerm)],
    ) -> Result<(), FlatzincPostError> {
        let mut scope = vec![draft.term_variable(self.index)?];
        if let Some((column, ..)) = self.column {
            scope.push(draft.term_variable(column)?);
        }
        scope.push(draft.term_variable(self.result)?);
        let result = draft.model_term(self.result)?;
        draft.spend_pieces(cells.len().saturating_mul(scope.len()))?;
        let mut tuples: Vec<Vec<Value>> = Vec::with_capacity(cells.len());
        for &(i, j, term) in cells {
            let ModelTerm::Number(number) = draft.model_term(term)? else {
                return Err(FlatzincPostError::VariableCell);
            };
            if draft.may_be(result, number) {
                let mut row = vec![model_value(i)?];
                if self.column.is_some() {
                    row.push(model_value(j)?);
                }
                row.push(model_value(number)?);
                tuples.push(row);
            }
        }
        if tuples.is_empty() {
            return draft.post_clause(Vec::new());
        }
        let tuples = Arc::new(tuples);
        draft.post_constraint(Constraint::Table(Table { scope, tuples, forbidden: false }))
    }
}

impl BuiltinRule for ElementBuiltin {
    fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool {
        let row = i128::from(values.term_value(self.index)) - i128::from(self.first);
        let place = match self.column {
            None => row,
            Some((column, first, columns)) => {
                let column = i128::from(values.term_value(column)) - i128::from(first);
                // A column outside its row must not reach into another row.
                if !(0..i128::from(columns)).contains(&column) || row < 0 {
                    return false;
                }
                row * i128::from(columns) + column
            }
        };
        values.value_at(self.array, place) == Some(values.term_value(self.result))
    }

    fn build_truth(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        let cells = self.indexed_cells(draft)?;
        draft.spend_pieces(cells.len().saturating_mul(8))?;
        let (index, result) = (draft.int_operand(self.index)?, draft.int_operand(self.result)?);
        let column = match self.column {
            Some((term, ..)) => Some(draft.int_operand(term)?),
            None => None,
        };
        let mut either = Vec::with_capacity(cells.len());
        for (i, j, term) in cells {
            let cell = draft.int_operand(term)?;
            let number = draft.terms.add_number(i);
            let mut all = vec![draft.terms.add_comparison(index, ComparisonOperator::Eq, number)];
            if let Some(column) = column {
                let number = draft.terms.add_number(j);
                all.push(draft.terms.add_comparison(column, ComparisonOperator::Eq, number));
            }
            all.push(draft.terms.add_comparison(cell, ComparisonOperator::Eq, result));
            either.push(draft.terms.add_and(&all));
        }
        Ok(ConstraintTruth::Bool(draft.terms.add_or(&either)))
    }

    fn post_rule(&self, draft: &mut FlatzincModelDraft<'_>) -> Result<(), FlatzincPostError> {
        let cells = self.indexed_cells(draft)?;
        let (Some(first), Some(last)) = (cells.first(), cells.last()) else {
            return draft.post_clause(Vec::new());
        };
        let is_number = |&(_, _, term): &(i64, i64, FlatzincTerm)| {
            draft.model_term(term).is_ok_and(|item| matches!(item, ModelTerm::Number(_)))
        };
        // With constants only, a table of indices and results propagates fully.
        if cells.len() > 1 && cells.iter().all(is_number) {
            return self.post_table(draft, &cells);
        }
        if self.column.is_none() {
            // The array from the first possible index to the last one. Cells between them that the
            // index cannot reach stay, because indices must be contiguous.
            let (low, high) = (first.0, last.0);
            if low == high {
                let fixed = draft.compare_terms(
                    self.index,
                    ComparisonOperator::Eq,
                    FlatzincTerm::Value(low),
                )?;
                draft.require_truth(fixed)?;
                let same = draft.compare_terms(first.2, ComparisonOperator::Eq, self.result)?;
                return draft.require_truth(same);
            }
            let from = low.saturating_sub(self.first) as usize;
            let to = high.saturating_sub(self.first) as usize;
            let terms = draft.document.list_terms(self.array).iter().skip(from).take(to + 1 - from);
            let array = terms
                .map(|term| draft.term_variable(term))
                .collect::<Result<_, FlatzincPostError>>()?;
            let (index, result) =
                (draft.term_variable(self.index)?, draft.term_variable(self.result)?);
            let first = model_value(low)?;
            return draft.post_constraint(Constraint::Element(Kind {
                index,
                array,
                result,
                first,
            }));
        }
        let truth = self.build_truth(draft)?;
        draft.require_truth(truth)
    }

    fn tighten_bounds(&self, bounds: &mut BoundsStore<'_>) -> Result<(), EmptyBoundsError> {
        let terms = bounds.list_terms(self.array);
        let first = i128::from(self.first);
        let rows = match self.column {
            None => terms.len() as i128,
            Some((column, start, columns)) => {
                let (start, columns) = (i128::from(start), i128::from(columns));
                bounds.narrow_within(column, start, start + columns - 1)?;
                terms.len() as i128 / columns.max(1)
            }
        };
        bounds.narrow_within(self.index, first, first + rows - 1)?;
        // If no cell can be reached, the bounds stay crossed and the narrowing fails, as it should.
        let (mut low, mut high) = (i64::MAX, i64::MIN);
        let index = bounds.term_span(self.index);
        // In a matrix every cell counts, since its place depends on two indices.
        let is_reached = |place: usize| {
            let at = first + place as i128;
            self.column.is_some() || (i128::from(index.low)..=index.high.into()).contains(&at)
        };
        for (place, &term) in terms.iter().enumerate() {
            if is_reached(place) {
                let span = bounds.term_span(term);
                (low, high) = (low.min(span.low), high.max(span.high));
            }
        }
        bounds.narrow_within(self.result, low.into(), high.into())
    }
}
