//! The model of a Sudoku without its clues.

use crate::instance::Viewpoint;
use crate::model::{Model, ModelError};

use super::super::grid_model::{add_cells, post_different, post_latin};
use super::Sudoku;
use super::instance::SYMMETRY;
use super::symmetry::Symmetry;

/// The model with a variable for each cell. The values in each row, column and
/// box differ. The options of `viewpoint` add their constraints.
pub(super) fn cells(sudoku: &Sudoku, viewpoint: &Viewpoint) -> Result<Model, ModelError> {
    let (order, box_height, box_width) = (sudoku.order(), sudoku.box_height(), sudoku.box_width());
    let mut model = Model::new(format!("sudoku {order}x{order}"));
    let cells = add_cells(&mut model, order, order)?;
    post_latin(&mut model, &cells, order)?;
    for number in 0..order {
        // A band has as many boxes as a box has rows.
        let (band, stack) = (number / box_height, number % box_height);
        let corner = band * box_height * order + stack * box_width;
        let scope = (0..order).map(|i| cells[corner + i / box_width * order + i % box_width]);
        post_different(&mut model, format!("box {}", number + 1), scope.collect())?;
    }
    if viewpoint.has(&SYMMETRY) {
        Symmetry::of(sudoku)?.post(&mut model, &cells, sudoku)?;
    }
    Ok(model)
}
