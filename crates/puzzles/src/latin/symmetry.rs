//! Breaks the symmetries of Latin squares.

use parallax_instance::SolutionWeight;
use parallax_model::{Model, ModelError, Value, VarId};

use super::super::grid_model::{column_cells, row_cells};
use super::super::symmetry::{
    factorial, free_values, fullest_row, post_ascending, post_fixed, post_values_in_order,
    weight_product,
};
use super::super::symmetry_clauses::{Fact, post_fact, post_facts_ascending, post_facts_in_order};
use super::LatinPuzzle;

/// The symmetries of a square that the option breaks.
pub(super) enum LatinSymmetryBreaker {
    /// Without clues: the first row orders the columns, then the first column
    /// orders the rows from the second on. This keeps the reduced squares, one
    /// in n!(n-1)!.
    Reduced,
    /// With clues: values without a clue are interchangeable, and so are rows without a clue. A row
    /// that has a clue orders the values. No exchange of rows without clues moves that row, so the
    /// two orders are independent.
    Free {
        /// Values without a clue.
        values: Vec<Value>,
        /// The row that orders them.
        line: usize,
        /// Rows without a clue.
        rows: Vec<usize>,
    },
}

impl LatinSymmetryBreaker {
    /// Returns the symmetries of a square.
    ///
    /// # Errors
    /// Returns an error if the clues leave no symmetry to break.
    pub(super) fn from_square(latin: &LatinPuzzle) -> Result<Self, ModelError> {
        let (order, clues) = (latin.order(), latin.clues());
        if clues.iter().all(Option::is_none) {
            return Ok(LatinSymmetryBreaker::Reduced);
        }
        let values = free_values(order, clues);
        let empty = |row: &usize| clues.iter().skip(row * order).take(order).all(Option::is_none);
        let rows: Vec<usize> = (0..order).filter(empty).collect();
        if values.len() < 2 && rows.len() < 2 {
            return Err(ModelError::new(
                "no symmetry to break: fewer than two values and fewer than two rows are without clues",
            ));
        }
        Ok(LatinSymmetryBreaker::Free { values, line: fullest_row(order, clues), rows })
    }

    /// Posts the constraints that break the symmetries.
    pub(super) fn post_symmetry(
        &self,
        model: &mut Model,
        cells: &[VarId],
        order: usize,
    ) -> Result<(), ModelError> {
        match self {
            LatinSymmetryBreaker::Reduced => {
                let lines = [row_cells(cells, order, 0), column_cells(cells, order, 0)];
                let all = lines.iter().flat_map(|line| (1..).zip(line));
                // The corner is on both lines, so it is skipped on the first.
                all.skip(1).try_for_each(|(value, &cell)| post_fixed(model, cell, value))
            }
            LatinSymmetryBreaker::Free { values, line, rows } => {
                post_values_in_order(model, &row_cells(cells, order, *line), values)?;
                let first = column_cells(cells, order, 0);
                let first: Vec<VarId> = rows.iter().map(|&row| first[row]).collect();
                post_ascending(model, &first)
            }
        }
    }

    /// Posts these constraints in a model whose variables are not the cells.
    pub(super) fn post_facts(
        &self,
        model: &mut Model,
        fact: Fact<'_>,
        order: usize,
    ) -> Result<(), ModelError> {
        match self {
            LatinSymmetryBreaker::Reduced => {
                let row = (0..order).map(|index| (index, index));
                // Without the corner, which is on the row.
                let column = (1..order).map(|index| (index * order, index));
                row.chain(column)
                    .try_for_each(|(cell, index)| post_fact(model, fact, cell, index as Value + 1))
            }
            LatinSymmetryBreaker::Free { values, line, rows } => {
                let line: Vec<usize> = (line * order..(line + 1) * order).collect();
                post_facts_in_order(model, fact, &line, values)?;
                let first: Vec<usize> = rows.iter().map(|row| row * order).collect();
                post_facts_ascending(model, fact, &first, order)
            }
        }
    }

    /// Returns the number of squares of this order that a solution represents.
    pub(super) fn solution_weight(&self, order: usize) -> SolutionWeight {
        match self {
            LatinSymmetryBreaker::Reduced => {
                weight_product([factorial(order), factorial(order - 1)])
            }
            LatinSymmetryBreaker::Free { values, rows, .. } => {
                weight_product([factorial(values.len()), factorial(rows.len())])
            }
        }
    }
}
