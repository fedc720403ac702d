//! Breaks the symmetries of Sudokus.

use parallax_instance::SolutionWeight;
use parallax_model::{Model, ModelError, Value, VarId};

use super::super::grid_model::{column_cells, row_cells};
use super::super::symmetry::{
    factorial, free_values, fullest_row, post_ascending, post_fixed, post_values_in_order,
    weight_product,
};
use super::super::symmetry_clauses::{Fact, post_fact, post_facts_ascending, post_facts_in_order};
use super::SudokuPuzzle;
use super::viewpoints::{PlacementUnit, UnitPlacementVariables};

/// The symmetries of a board that the option breaks.
pub(super) enum SudokuSymmetryBreaker {
    /// Without clues: the first row orders the values. The first column orders
    /// the other rows of the first band, the rows of each other band, and the
    /// other bands.
    Rows,
    /// With clues: values without a clue are interchangeable. One row orders
    /// them.
    Free {
        /// Values without a clue.
        values: Vec<Value>,
        /// The row that orders them.
        line: usize,
    },
}

impl SudokuSymmetryBreaker {
    /// Returns the symmetries of a board.
    ///
    /// # Errors
    /// Returns an error if the clues leave no symmetry to break.
    pub(super) fn from_sudoku(sudoku: &SudokuPuzzle) -> Result<Self, ModelError> {
        let (order, clues) = (sudoku.order(), sudoku.clues());
        if clues.iter().all(Option::is_none) {
            return Ok(SudokuSymmetryBreaker::Rows);
        }
        let values = free_values(order, clues);
        if values.len() < 2 {
            let message = "no symmetry to break: fewer than two values are without a clue";
            return Err(ModelError::new(message));
        }
        Ok(SudokuSymmetryBreaker::Free { values, line: fullest_row(order, clues) })
    }

    /// Posts the constraints that break the symmetries.
    pub(super) fn post_symmetry(
        &self,
        model: &mut Model,
        cells: &[VarId],
        sudoku: &SudokuPuzzle,
    ) -> Result<(), ModelError> {
        let (order, height) = (sudoku.order(), sudoku.box_height());
        match self {
            SudokuSymmetryBreaker::Rows => {
                for (value, &cell) in (1..).zip(&row_cells(cells, order, 0)) {
                    post_fixed(model, cell, value)?;
                }
                let first = column_cells(cells, order, 0);
                // The first row has fixed the first cell of the column to 1, which is below all
                // others.
                post_ascending(model, &first[1..height])?;
                for band in first.chunks(height).skip(1) {
                    post_ascending(model, band)?;
                }
                // The first rows of the other bands.
                let heads: Vec<VarId> = first.into_iter().step_by(height).skip(1).collect();
                post_ascending(model, &heads)
            }
            SudokuSymmetryBreaker::Free { values, line } => {
                post_values_in_order(model, &row_cells(cells, order, *line), values)
            }
        }
    }

    /// Posts these constraints on variables that place values: ascending cells along a line are a
    /// sequence of values in order there.
    pub(super) fn post_places(
        &self,
        model: &mut Model,
        places: UnitPlacementVariables,
        sudoku: &SudokuPuzzle,
    ) -> Result<(), ModelError> {
        let (order, height) = (sudoku.order(), sudoku.box_height());
        match self {
            SudokuSymmetryBreaker::Rows => {
                for (value, variable) in
                    places.of_unit(PlacementUnit::Row, 0).into_iter().enumerate()
                {
                    post_fixed(
                        model,
                        variable,
                        places.variable_value(PlacementUnit::Row, 0, value),
                    )?;
                }
                let first = places.of_unit(PlacementUnit::Column, 0);
                // The variables of the first column, by value, name rows. Rows with ascending
                // values are named in ascending order.
                let names: Vec<Value> = (0..order)
                    .map(|row| places.variable_value(PlacementUnit::Column, row, 0))
                    .collect();
                post_values_in_order(model, &first, &names[1..height])?;
                for band in names.chunks(height).skip(1) {
                    post_values_in_order(model, &first, band)?;
                }
                let heads: Vec<Value> = names.into_iter().step_by(height).skip(1).collect();
                post_values_in_order(model, &first, &heads)
            }
            SudokuSymmetryBreaker::Free { values, line } => {
                // Values are in order along the row exactly if their columns ascend.
                let line = places.of_unit(PlacementUnit::Row, *line);
                let scope: Vec<VarId> = values.iter().map(|&v| line[v as usize - 1]).collect();
                post_ascending(model, &scope)
            }
        }
    }

    /// Posts these constraints in a model whose variables are not the cells.
    pub(super) fn post_facts(
        &self,
        model: &mut Model,
        fact: Fact<'_>,
        sudoku: &SudokuPuzzle,
    ) -> Result<(), ModelError> {
        let (order, height) = (sudoku.order(), sudoku.box_height());
        match self {
            SudokuSymmetryBreaker::Rows => {
                for cell in 0..order {
                    post_fact(model, fact, cell, cell as Value + 1)?;
                }
                let first: Vec<usize> = (0..order).map(|row| row * order).collect();
                post_facts_ascending(model, fact, &first[1..height], order)?;
                for band in first.chunks(height).skip(1) {
                    post_facts_ascending(model, fact, band, order)?;
                }
                let heads: Vec<usize> = first.into_iter().step_by(height).skip(1).collect();
                post_facts_ascending(model, fact, &heads, order)
            }
            SudokuSymmetryBreaker::Free { values, line } => {
                let line: Vec<usize> = (line * order..(line + 1) * order).collect();
                post_facts_in_order(model, fact, &line, values)
            }
        }
    }

    /// Returns the number of solutions of the plain model that a solution represents.
    pub(super) fn solution_weight(&self, sudoku: &SudokuPuzzle) -> SolutionWeight {
        let (order, height) = (sudoku.order(), sudoku.box_height());
        // The bands below the first.
        let others = order / height - 1;
        match self {
            SudokuSymmetryBreaker::Rows => {
                let bands = std::iter::repeat_n(factorial(height), others);
                let rest = [factorial(order), factorial(height - 1), factorial(others)];
                weight_product(rest.into_iter().chain(bands))
            }
            SudokuSymmetryBreaker::Free { values, .. } => weight_product([factorial(values.len())]),
        }
    }
}
