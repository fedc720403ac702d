//! The viewpoints of a Latin square.

use parallax_model::instance::{PuzzleSolution, Viewpoint};
use parallax_model::{Given, Model, ModelError, Solution, VarId};

use super::super::grid_model::cell_values;
use super::super::placed::Placed;
use super::instance::{SUMS, SYMMETRY};
use super::triples::Triples;
use super::{Latin, model};

/// The names of the models, in the order of [`View`].
pub(super) const NAMES: &[&str] = &["cells", "placed", "triples"];

/// The meaning of the variables of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View {
    /// The value of each cell.
    Cells,
    /// The cell of each value in each row.
    Placed,
    /// The triples of the holes: row, column and value.
    Triples,
}

impl View {
    const ALL: [View; NAMES.len()] = [View::Cells, View::Placed, View::Triples];

    pub(super) fn of(viewpoint: &Viewpoint) -> Self {
        View::ALL[viewpoint.place()]
    }

    /// Whether the model depends on the clues.
    pub(super) fn has_clues(viewpoint: &Viewpoint) -> bool {
        viewpoint.has(&SYMMETRY) || View::of(viewpoint) == View::Triples
    }
}

/// Builds the model of a viewpoint.
///
/// # Errors
/// Returns an error if the options do not apply to the model or the square, or the model would be
/// too large.
pub(super) fn model(latin: &Latin, viewpoint: &Viewpoint) -> Result<Model, ModelError> {
    match View::of(viewpoint) {
        View::Cells => model::cells(latin, viewpoint),
        _ if viewpoint.has(&SUMS) => Err(ModelError::new("'+sums' is about cells: 'cells+sums'")),
        View::Placed => model::placed(latin, viewpoint),
        View::Triples => model::triples(latin, viewpoint),
    }
}

/// The clues as givens of the model.
pub(super) fn givens(latin: &Latin, viewpoint: &Viewpoint) -> Vec<Given> {
    let clues = latin.clues().iter().enumerate();
    let clues = clues.filter_map(|(cell, &clue)| Some((cell, clue?)));
    match View::of(viewpoint) {
        View::Cells => {
            clues.map(|(cell, value)| Given { variable: VarId::new(cell), value }).collect()
        }
        View::Placed => {
            let placed = Placed::of(latin.order());
            clues.map(|(cell, value)| placed.given(cell, value)).collect()
        }
        View::Triples => Vec::new(),
    }
}

/// The values of the cells in a solution of the model.
pub(super) fn solution(
    latin: &Latin,
    viewpoint: &Viewpoint,
    solution: &Solution,
) -> PuzzleSolution {
    match View::of(viewpoint) {
        View::Cells => cell_values(solution, latin.order() * latin.order()),
        View::Placed => Placed::of(latin.order()).cells(solution),
        View::Triples => Triples::of(latin).cells(solution),
    }
}
