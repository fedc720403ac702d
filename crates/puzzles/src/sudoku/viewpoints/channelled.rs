//! The combined model: the cells, and the places of values, channelled.

use parallax_instance::Viewpoint;
use parallax_model::{Inverse, Model, ModelError, VarId};

use super::super::super::grid_model::{column_cells, row_cells};
use super::super::SudokuPuzzle;
use super::BoxGeometry;
use super::cells::{self, in_box};
use super::unit_placements::{CellCoding, PlacementUnit, UnitPlacementVariables};

/// Builds the model of the cells, with a hidden variable for each value in each row, column and
/// box. The cells of a row are the inverse of the places of the values in it, and likewise in
/// columns and boxes (Cheng et al. 1999).
pub(super) fn channelled_model(
    sudoku: &SudokuPuzzle,
    viewpoint: &Viewpoint,
) -> Result<Model, ModelError> {
    let order = sudoku.order();
    let boxes = BoxGeometry::from_sudoku(sudoku);
    let (mut model, cells) = cells::cells_model(sudoku, viewpoint)?;
    // The hidden variables follow the cells.
    let places = UnitPlacementVariables::new(boxes, cells.len(), CellCoding::Place);
    places.add_variables(&mut model, false)?;
    for unit in 0..order {
        let lines = [
            (PlacementUnit::Row, "row", row_cells(&cells, order, unit)),
            (PlacementUnit::Column, "column", column_cells(&cells, order, unit)),
            (PlacementUnit::Box, "box", in_box(&cells, boxes, unit)),
        ];
        for (role, word, line) in lines {
            post_inverse(&mut model, format!("places in {word} {}", unit + 1), line, {
                places.of_unit(role, unit)
            })?;
        }
    }
    Ok(model)
}

fn post_inverse(
    model: &mut Model,
    label: String,
    left: Vec<VarId>,
    right: Vec<VarId>,
) -> Result<(), ModelError> {
    let channel = Inverse { left, right, first_left: 1, first_right: 1 };
    model.post(label, channel.into())
}
