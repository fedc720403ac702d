//! The viewpoints and what they share.

use parallax_model::instance::Viewpoint;
use parallax_model::{Given, Model, ModelError, Solution, Value, VarId};

use crate::grid_model::cell_values;
use crate::placed::Placed;
use crate::sudoku::Sudoku;
use super::places::Places;
use super::cells;
use super::channelled;
use super::placed;
use super::positions;
use super::report2;

/// The names of the models, in the order of [`View`].
pub(in crate::sudoku) const NAMES: &[&str] = &["cells", "positions", "channelled", "report2", "placed"];

/// One of the models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View {
    Cells,
    Positions,
    Channelled,
    Report2,
    Placed,
}

/// Maximum number of constraints of a model.
const MOST_CONSTRAINTS: usize = 600_000;

impl View {
    pub(super) const ALL: [View; NAMES.len()] =
        [View::Cells, View::Positions, View::Channelled, View::Report2, View::Placed];

    pub(super) fn of(viewpoint: &Viewpoint) -> Self {
        View::ALL[viewpoint.place()]
    }

    /// Returns the variables that place values in rows, columns and boxes, if the model has no
    /// others.
    pub(super) fn places(self, sudoku: &Sudoku) -> Option<Places> {
        match self {
            View::Cells | View::Channelled | View::Placed => None,
            View::Positions => Some(positions::places(sudoku)),
            View::Report2 => Some(report2::places(sudoku)),
        }
    }
}

/// Builds the model of a viewpoint.
///
/// # Errors
/// Returns an error if the options do not apply to the board, or the model would have more than
/// [`MOST_CONSTRAINTS`].
pub(in crate::sudoku) fn model(sudoku: &Sudoku, viewpoint: &Viewpoint) -> Result<Model, ModelError> {
    match View::of(viewpoint) {
        View::Cells => Ok(cells::model(sudoku, viewpoint)?.0),
        View::Positions => positions::model(sudoku, viewpoint),
        View::Channelled => channelled::model(sudoku, viewpoint),
        View::Report2 => report2::model(sudoku, viewpoint),
        View::Placed => placed::model(sudoku, viewpoint),
    }
}

/// The clues as givens of the model.
pub(in crate::sudoku) fn givens(sudoku: &Sudoku, viewpoint: &Viewpoint) -> Vec<Given> {
    let order = sudoku.order();
    let clues = sudoku.clues().iter().enumerate();
    let clues = clues.filter_map(|(cell, &clue)| Some((cell, clue?)));
    let view = View::of(viewpoint);
    if view == View::Placed {
        let placed = Placed::of(order);
        return clues.map(|(cell, value)| placed.given(cell, value)).collect();
    }
    let Some(places) = view.places(sudoku) else {
        return clues.map(|(cell, value)| Given { variable: VarId::new(cell), value }).collect();
    };
    let in_roles =
        clues.map(|(cell, clue)| places.givens(clue as usize - 1, cell / order, cell % order));
    match view {
        // Inequalities alone do not carry a clue from one role to the others.
        View::Report2 => in_roles.flatten().collect(),
        _ => in_roles.map(|[in_row, ..]| in_row).collect(),
    }
}

/// The values of the cells in a solution of the model.
pub(in crate::sudoku) fn cell_solution(
    sudoku: &Sudoku,
    viewpoint: &Viewpoint,
    solution: &Solution,
) -> Vec<Value> {
    let view = View::of(viewpoint);
    match view.places(sudoku) {
        None if view == View::Placed => Placed::of(sudoku.order()).cells(solution),
        None => cell_values(solution, sudoku.order() * sudoku.order()),
        Some(places) => places.cells(solution),
    }
}

/// Whether the first variables of the model are the cells.
pub(in crate::sudoku) fn has_cells(viewpoint: &Viewpoint) -> bool {
    matches!(View::of(viewpoint), View::Cells | View::Channelled)
}

/// Returns an error if a model has more constraints of a kind than [`MOST_CONSTRAINTS`].
pub(super) fn limited(sudoku: &Sudoku, name: &str, number: usize, what: &str) -> Result<(), ModelError> {
    if number <= MOST_CONSTRAINTS {
        Ok(())
    } else {
        Err(ModelError::new(format!(
            "the model '{name}' of order {} has {number} {what}; the limit is {MOST_CONSTRAINTS}",
            sudoku.order()
        )))
    }
}
