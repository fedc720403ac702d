//! The models of a Sudoku, without its clues.
//!
//! [`cells`] has a variable for the value of each cell, [`positions`] for the position of each
//! value in each row, column and box, [`channelled`] for both. [`report2`] is the second model of a
//! published report. [`placed`] has a variable for the cell of each value in each row. All models
//! have the solutions of the Sudoku.

mod boxes;
mod cells;
mod channelled;
mod positions;
mod report2;
mod row_placements;
mod unit_placements;
mod view;

use view::check_limit;
pub(super) use view::{MODEL_NAMES, cell_solution, clue_givens, has_cells, viewpoint_model};

#[cfg(test)]
mod tests;

use super::SudokuPuzzle;
use boxes::BoxGeometry;
pub(super) use unit_placements::{PlacementUnit, UnitPlacementVariables};
