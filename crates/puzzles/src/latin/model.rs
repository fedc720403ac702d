//! The models of a Latin square by cells, by placed values and by triples.

use parallax_instance::Viewpoint;
use parallax_model::{Model, ModelError, VarId};

use super::super::grid_model::{
    add_cells, column_cells, post_different_classes, post_latin, post_sum, row_cells,
};
use super::super::row_placements::RowPlacementVariables;
use super::LatinPuzzle;
use super::instance::{SUMS_OPTION, SYMMETRY_OPTION};
use super::symmetry::LatinSymmetryBreaker;
use super::triples::HoleTriples;

/// Builds the model with a variable for each cell. The values in each row and each column differ.
/// The options of `viewpoint` add their constraints.
pub(super) fn cells_model(latin: &LatinPuzzle, viewpoint: &Viewpoint) -> Result<Model, ModelError> {
    let order = latin.order();
    let mut model = Model::new(format!("latin {order}x{order}"));
    let cells = add_cells(&mut model, order, order)?;
    post_latin(&mut model, &cells, order)?;
    if viewpoint.has_option(&SUMS_OPTION) {
        post_sums(&mut model, &cells, order)?;
    }
    if viewpoint.has_option(&SYMMETRY_OPTION) {
        LatinSymmetryBreaker::from_square(latin)?.post_symmetry(&mut model, &cells, order)?;
    }
    Ok(model)
}

/// Builds the model with a variable for each value and row, whose values are the cells of the row.
/// The cells of one value have different columns, and those of one row differ.
pub(super) fn placed_model(
    latin: &LatinPuzzle,
    viewpoint: &Viewpoint,
) -> Result<Model, ModelError> {
    let order = latin.order();
    let placed = RowPlacementVariables::new(order);
    let mut model = Model::new(format!("latin {order}x{order}, placed"));
    placed.add_variables(&mut model)?;
    placed.post_dimension(&mut model, "column", |cell| cell % order)?;
    // Each value has a cell in the row. As these differ, each cell has one value.
    for row in 0..order {
        post_different_classes(&mut model, format!("row {}", row + 1), placed.of_row(row))?;
    }
    if viewpoint.has_option(&SYMMETRY_OPTION) {
        let fact = |cell, value| Some(placed.cell_given(cell, value));
        LatinSymmetryBreaker::from_square(latin)?.post_facts(&mut model, &fact, order)?;
    }
    Ok(model)
}

/// Builds the model with a variable for each hole, whose values are triples.
pub(super) fn triples_model(
    latin: &LatinPuzzle,
    viewpoint: &Viewpoint,
) -> Result<Model, ModelError> {
    let triples = HoleTriples::from_square(latin);
    let mut model = triples.build_model()?;
    if viewpoint.has_option(&SYMMETRY_OPTION) {
        let fact = |cell, value| triples.cell_given(cell, value);
        LatinSymmetryBreaker::from_square(latin)?.post_facts(&mut model, &fact, latin.order())?;
    }
    Ok(model)
}

/// Posts the sum `n(n+1)/2` of every row and column. The sums are redundant: they follow from the
/// values being different.
///
/// The sums were fitted to reproduce the published tables of Crawford and
/// Aranda; their paper does not name them.
fn post_sums(model: &mut Model, cells: &[VarId], order: usize) -> Result<(), ModelError> {
    let sum = (order * (order + 1) / 2) as i64;
    for i in 0..order {
        post_sum(model, format!("row sum {}", i + 1), row_cells(cells, order, i), sum)?;
    }
    for i in 0..order {
        post_sum(model, format!("column sum {}", i + 1), column_cells(cells, order, i), sum)?;
    }
    Ok(())
}
