//! The viewpoints of a Latin square.

use parallax_instance::{PuzzleSolution, Viewpoint};
use parallax_model::{Given, Model, ModelError, Solution, VarId};

use super::super::grid_model::cell_values;
use super::super::row_placements::RowPlacementVariables;
use super::instance::{SUMS_OPTION, SYMMETRY_OPTION};
use super::triples::HoleTriples;
use super::{LatinPuzzle, model};

/// The names of the models, in the order of [`LatinViewpoint`].
pub(super) const MODEL_NAMES: &[&str] = &["cells", "placed", "triples"];

/// The meaning of the variables of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LatinViewpoint {
    /// The value of each cell.
    Cells,
    /// The cell of each value in each row.
    Placed,
    /// The triples of the holes: row, column and value.
    Triples,
}

impl LatinViewpoint {
    const ALL: [LatinViewpoint; MODEL_NAMES.len()] =
        [LatinViewpoint::Cells, LatinViewpoint::Placed, LatinViewpoint::Triples];

    pub(super) fn from_viewpoint(viewpoint: &Viewpoint) -> Self {
        LatinViewpoint::ALL[viewpoint.model_index()]
    }

    /// Whether the model depends on the clues.
    pub(super) fn has_clues(viewpoint: &Viewpoint) -> bool {
        viewpoint.has_option(&SYMMETRY_OPTION)
            || LatinViewpoint::from_viewpoint(viewpoint) == LatinViewpoint::Triples
    }
}

/// Builds the model of a viewpoint.
///
/// # Errors
/// Returns an error if the options do not apply to the model or the square, or the model would be
/// too large.
pub(super) fn viewpoint_model(
    latin: &LatinPuzzle,
    viewpoint: &Viewpoint,
) -> Result<Model, ModelError> {
    match LatinViewpoint::from_viewpoint(viewpoint) {
        LatinViewpoint::Cells => model::cells_model(latin, viewpoint),
        _ if viewpoint.has_option(&SUMS_OPTION) => {
            Err(ModelError::new("'+sums' is about cells: 'cells+sums'"))
        }
        LatinViewpoint::Placed => model::placed_model(latin, viewpoint),
        LatinViewpoint::Triples => model::triples_model(latin, viewpoint),
    }
}

/// Returns the clues as givens of the model.
pub(super) fn clue_givens(latin: &LatinPuzzle, viewpoint: &Viewpoint) -> Vec<Given> {
    let clues = latin.clues().iter().enumerate();
    let clues = clues.filter_map(|(cell, &clue)| Some((cell, clue?)));
    match LatinViewpoint::from_viewpoint(viewpoint) {
        LatinViewpoint::Cells => {
            clues.map(|(cell, value)| Given { variable: VarId::new(cell), value }).collect()
        }
        LatinViewpoint::Placed => {
            let placed = RowPlacementVariables::new(latin.order());
            clues.map(|(cell, value)| placed.cell_given(cell, value)).collect()
        }
        LatinViewpoint::Triples => Vec::new(),
    }
}

/// Returns the values of the cells in a solution of the model.
pub(super) fn solution_cells(
    latin: &LatinPuzzle,
    viewpoint: &Viewpoint,
    solution: &Solution,
) -> PuzzleSolution {
    match LatinViewpoint::from_viewpoint(viewpoint) {
        LatinViewpoint::Cells => cell_values(solution, latin.order() * latin.order()),
        LatinViewpoint::Placed => RowPlacementVariables::new(latin.order()).cell_values(solution),
        LatinViewpoint::Triples => HoleTriples::from_square(latin).cell_values(solution),
    }
}
