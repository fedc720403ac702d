//! The model with a variable for each value and row, whose values are cells with dimensions.

use parallax_instance::Viewpoint;
use parallax_model::{Model, ModelError};

use super::super::super::grid_model::post_different_classes;
use super::super::super::row_placements::RowPlacementVariables;
use super::super::SudokuPuzzle;
use super::super::instance::SYMMETRY_OPTION;
use super::super::symmetry::SudokuSymmetryBreaker;
use super::BoxGeometry;

/// Builds the model: the cells of one value have different columns and different boxes, and the
/// cells of one row differ.
pub(super) fn placed_model(
    sudoku: &SudokuPuzzle,
    viewpoint: &Viewpoint,
) -> Result<Model, ModelError> {
    let order = sudoku.order();
    let boxes = BoxGeometry::from_sudoku(sudoku);
    let placed = RowPlacementVariables::new(order);
    let mut model = Model::new(format!("sudoku {order}x{order}, placed"));
    placed.add_variables(&mut model)?;
    placed.post_dimension(&mut model, "column", |cell| cell % order)?;
    placed.post_dimension(&mut model, "box", |cell| {
        boxes.locate_cell(cell / order, cell % order).0
    })?;
    for row in 0..order {
        post_different_classes(&mut model, format!("row {}", row + 1), placed.of_row(row))?;
    }
    if viewpoint.has_option(&SYMMETRY_OPTION) {
        let fact = |cell, value| Some(placed.cell_given(cell, value));
        SudokuSymmetryBreaker::from_sudoku(sudoku)?.post_facts(&mut model, &fact, sudoku)?;
    }
    Ok(model)
}
