//! The first model: a variable for each cell.

use parallax_instance::Viewpoint;
use parallax_model::{Model, ModelError, VarId};

use super::super::super::grid_model::{add_cells, post_different_classes, post_latin};
use super::super::SudokuPuzzle;
use super::super::instance::SYMMETRY_OPTION;
use super::super::symmetry::SudokuSymmetryBreaker;
use super::BoxGeometry;

/// Returns the model and its cells. The values in each row, column and box differ. The options of
/// `viewpoint` add their constraints.
pub(super) fn cells_model(
    sudoku: &SudokuPuzzle,
    viewpoint: &Viewpoint,
) -> Result<(Model, Vec<VarId>), ModelError> {
    let order = sudoku.order();
    let boxes = BoxGeometry::from_sudoku(sudoku);
    let mut model = Model::new(format!("sudoku {order}x{order}"));
    let cells = add_cells(&mut model, order, order)?;
    post_latin(&mut model, &cells, order)?;
    for number in 0..order {
        let scope = in_box(&cells, boxes, number);
        post_different_classes(&mut model, format!("box {}", number + 1), scope)?;
    }
    if viewpoint.has_option(&SYMMETRY_OPTION) {
        SudokuSymmetryBreaker::from_sudoku(sudoku)?.post_symmetry(&mut model, &cells, sudoku)?;
    }
    Ok((model, cells))
}

/// Returns the cells of a box, by their places.
pub(super) fn in_box(cells: &[VarId], boxes: BoxGeometry, number: usize) -> Vec<VarId> {
    let place = |place: usize| {
        let (row, column) = boxes.cell_position(number, place);
        cells[row * boxes.order + column]
    };
    (0..boxes.order).map(place).collect()
}
