//! The viewpoints and what they share.

use parallax_instance::Viewpoint;
use parallax_model::{Given, Model, ModelError, Solution, Value, VarId};

use super::cells;
use super::channelled;
use super::positions;
use super::report2;
use super::row_placements;
use super::unit_placements::UnitPlacementVariables;
use crate::grid_model::cell_values;
use crate::row_placements::RowPlacementVariables;
use crate::sudoku::SudokuPuzzle;

/// The names of the models, in the order of [`SudokuViewpoint`].
pub(in crate::sudoku) const MODEL_NAMES: &[&str] =
    &["cells", "positions", "channelled", "report2", "placed"];

/// One of the models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SudokuViewpoint {
    Cells,
    Positions,
    Channelled,
    Report2,
    Placed,
}

/// Maximum number of constraints of a model.
const MAX_CONSTRAINTS: usize = 600_000;

impl SudokuViewpoint {
    pub(super) const ALL: [SudokuViewpoint; MODEL_NAMES.len()] = [
        SudokuViewpoint::Cells,
        SudokuViewpoint::Positions,
        SudokuViewpoint::Channelled,
        SudokuViewpoint::Report2,
        SudokuViewpoint::Placed,
    ];

    pub(super) fn from_viewpoint(viewpoint: &Viewpoint) -> Self {
        SudokuViewpoint::ALL[viewpoint.model_index()]
    }

    /// Returns the variables that place values in rows, columns and boxes, if the model has no
    /// others.
    pub(super) fn placement_variables(
        self,
        sudoku: &SudokuPuzzle,
    ) -> Option<UnitPlacementVariables> {
        match self {
            SudokuViewpoint::Cells | SudokuViewpoint::Channelled | SudokuViewpoint::Placed => None,
            SudokuViewpoint::Positions => Some(positions::position_variables(sudoku)),
            SudokuViewpoint::Report2 => Some(report2::place_variables(sudoku)),
        }
    }
}

/// Builds the model of a viewpoint.
///
/// # Errors
/// Returns an error if the options do not apply to the board, or the model would have more than
/// [`MAX_CONSTRAINTS`].
pub(in crate::sudoku) fn viewpoint_model(
    sudoku: &SudokuPuzzle,
    viewpoint: &Viewpoint,
) -> Result<Model, ModelError> {
    match SudokuViewpoint::from_viewpoint(viewpoint) {
        SudokuViewpoint::Cells => Ok(cells::cells_model(sudoku, viewpoint)?.0),
        SudokuViewpoint::Positions => positions::positions_model(sudoku, viewpoint),
        SudokuViewpoint::Channelled => channelled::channelled_model(sudoku, viewpoint),
        SudokuViewpoint::Report2 => report2::report2_model(sudoku, viewpoint),
        SudokuViewpoint::Placed => row_placements::placed_model(sudoku, viewpoint),
    }
}

/// Returns the clues as givens of the model.
pub(in crate::sudoku) fn clue_givens(sudoku: &SudokuPuzzle, viewpoint: &Viewpoint) -> Vec<Given> {
    let order = sudoku.order();
    let clues = sudoku.clues().iter().enumerate();
    let clues = clues.filter_map(|(cell, &clue)| Some((cell, clue?)));
    let view = SudokuViewpoint::from_viewpoint(viewpoint);
    if view == SudokuViewpoint::Placed {
        let placed = RowPlacementVariables::new(order);
        return clues.map(|(cell, value)| placed.cell_given(cell, value)).collect();
    }
    let Some(places) = view.placement_variables(sudoku) else {
        return clues.map(|(cell, value)| Given { variable: VarId::new(cell), value }).collect();
    };
    let in_roles = clues
        .map(|(cell, clue)| places.value_givens(clue as usize - 1, cell / order, cell % order));
    match view {
        // Inequalities alone do not carry a clue from one role to the others.
        SudokuViewpoint::Report2 => in_roles.flatten().collect(),
        // The assignment in a row implies those in its column and box.
        _ => in_roles.map(|[in_row, ..]| in_row).collect(),
    }
}

/// Returns the values of the cells in a solution of the model.
pub(in crate::sudoku) fn cell_solution(
    sudoku: &SudokuPuzzle,
    viewpoint: &Viewpoint,
    solution: &Solution,
) -> Vec<Value> {
    let view = SudokuViewpoint::from_viewpoint(viewpoint);
    match view.placement_variables(sudoku) {
        None if view == SudokuViewpoint::Placed => {
            RowPlacementVariables::new(sudoku.order()).cell_values(solution)
        }
        None => cell_values(solution, sudoku.order() * sudoku.order()),
        Some(places) => places.cell_values(solution),
    }
}

/// Whether the first variables of the model are the cells.
pub(in crate::sudoku) fn has_cells(viewpoint: &Viewpoint) -> bool {
    matches!(
        SudokuViewpoint::from_viewpoint(viewpoint),
        SudokuViewpoint::Cells | SudokuViewpoint::Channelled
    )
}

/// Returns an error if a model has more constraints of a kind than [`MAX_CONSTRAINTS`].
pub(super) fn check_limit(
    sudoku: &SudokuPuzzle,
    name: &str,
    number: usize,
    what: &str,
) -> Result<(), ModelError> {
    if number <= MAX_CONSTRAINTS {
        Ok(())
    } else {
        Err(ModelError::new(format!(
            "the model '{name}' of order {} has {number} {what}; the limit is {MAX_CONSTRAINTS}",
            sudoku.order()
        )))
    }
}
