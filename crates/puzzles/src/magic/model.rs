//! The model of a magic square without its clues.

use parallax_instance::Viewpoint;
use parallax_model::{Model, ModelError, VarId};

use super::super::grid_model::{
    add_cells, column_cells, post_different_classes, post_less, post_sum, row_cells,
};
use super::MagicPuzzle;
use super::instance::{CORNERS_OPTION, SYMMETRY_OPTION};
use super::symmetry::MagicSymmetryBreaker;

/// Builds the model with a variable for each cell. All values differ; rows, columns and diagonals
/// have the sum `n(n^2+1)/2`. The options of `viewpoint` add their constraints.
pub(super) fn cells_model(magic: &MagicPuzzle, viewpoint: &Viewpoint) -> Result<Model, ModelError> {
    let order = magic.order();
    let mut model = Model::new(format!("magic {order}x{order}"));
    let cells = add_cells(&mut model, order, order * order)?;
    post_different_classes(&mut model, "all cells differ".to_owned(), cells.clone())?;
    post_sums(&mut model, &cells, order)?;
    if viewpoint.has_option(&CORNERS_OPTION) {
        post_corners(&mut model, &cells, order)?;
    }
    if viewpoint.has_option(&SYMMETRY_OPTION) {
        MagicSymmetryBreaker::from_square(magic)?.post_symmetry(&mut model, &cells)?;
    }
    Ok(model)
}

fn post_sums(model: &mut Model, cells: &[VarId], order: usize) -> Result<(), ModelError> {
    let sum = (order * (order * order + 1) / 2) as i64;
    for i in 0..order {
        post_sum(model, format!("row {}", i + 1), row_cells(cells, order, i), sum)?;
    }
    for i in 0..order {
        post_sum(model, format!("column {}", i + 1), column_cells(cells, order, i), sum)?;
    }
    let falling = (0..order).map(|i| cells[i * order + i]).collect();
    post_sum(model, "diagonal 1".to_owned(), falling, sum)?;
    let rising = (0..order).map(|i| cells[i * order + order - 1 - i]).collect();
    post_sum(model, "diagonal 2".to_owned(), rising, sum)
}

/// Posts x11 < xN1 < x1N < xNN: one of the 24 orders of the corners. The
/// eight rotations and reflections of a square account for only eight of them,
/// so this does not break symmetry: it excludes essentially different squares.
///
/// The order was fitted to reproduce the published tables of Crawford and
/// Aranda; their paper does not name it.
fn post_corners(model: &mut Model, cells: &[VarId], order: usize) -> Result<(), ModelError> {
    if order < 2 {
        return Err(ModelError::new("'+corners' needs an order of at least 2"));
    }
    let corners = [0, (order - 1) * order, order - 1, order * order - 1];
    for pair in corners.windows(2) {
        post_less(model, "corners", cells[pair[0]], cells[pair[1]])?;
    }
    Ok(())
}
