//! The dual model: a variable for each value in each row, column and box.

use parallax_instance::Viewpoint;
use parallax_model::{
    AtomicConstraint, Clause, ComparisonOperator, Constraint, Inverse, Model, ModelError,
};

use super::super::super::grid_model::post_different_classes;
use super::super::SudokuPuzzle;
use super::super::instance::SYMMETRY_OPTION;
use super::super::symmetry::SudokuSymmetryBreaker;
use super::unit_placements::{CellCoding, PlacementUnit, UnitPlacementVariables};
use super::{BoxGeometry, check_limit};

/// Returns the variables of the model.
pub(super) fn position_variables(sudoku: &SudokuPuzzle) -> UnitPlacementVariables {
    UnitPlacementVariables::new(BoxGeometry::from_sudoku(sudoku), 0, CellCoding::Place)
}

/// Builds the model: for each value, the columns by row are the inverse of the rows by column, and
/// both agree with the places by box. The values of a row name different columns, and likewise
/// those of a column and of a box.
///
/// The variables of rows determine the solution and all others, so they are the shown ones.
pub(super) fn positions_model(
    sudoku: &SudokuPuzzle,
    viewpoint: &Viewpoint,
) -> Result<Model, ModelError> {
    let order = sudoku.order();
    check_limit(sudoku, "positions", 2 * order * order * order, "clauses")?;
    let places = position_variables(sudoku);
    let mut model = Model::new(format!("sudoku {order}x{order}, positions"));
    places.add_variables(&mut model, true)?;
    for value in 0..order {
        let channel = Inverse {
            left: places.of_value(PlacementUnit::Row, value),
            right: places.of_value(PlacementUnit::Column, value),
            first_left: 1,
            first_right: 1,
        };
        model.post(format!("rows and columns of {}", value + 1), channel.into())?;
        post_boxes(&mut model, places, value)?;
    }
    for (role, word) in [
        (PlacementUnit::Row, "row"),
        (PlacementUnit::Column, "column"),
        (PlacementUnit::Box, "box"),
    ] {
        for unit in 0..order {
            let scope = places.of_unit(role, unit);
            post_different_classes(&mut model, format!("{word} {}", unit + 1), scope)?;
        }
    }
    if viewpoint.has_option(&SYMMETRY_OPTION) {
        SudokuSymmetryBreaker::from_sudoku(sudoku)?.post_places(&mut model, places, sudoku)?;
    }
    Ok(model)
}

/// Posts that a value lies on a cell for the row of the cell exactly if it does for its box. The
/// places of a value in the boxes are no permutation, so an inverse cannot express it.
fn post_boxes(
    model: &mut Model,
    places: UnitPlacementVariables,
    value: usize,
) -> Result<(), ModelError> {
    let order = places.order();
    for (row, column) in (0..order * order).map(|cell| (cell / order, cell % order)) {
        let [in_row, _, in_box] = places.value_givens(value, row, column);
        let label = format!("{} in r{}c{}", value + 1, row + 1, column + 1);
        // Each of the two assignments implies the other.
        for (from, to) in [(in_row, in_box), (in_box, in_row)] {
            let atoms = vec![
                AtomicConstraint::new(from.variable, ComparisonOperator::Ne, from.value),
                AtomicConstraint::new(to.variable, ComparisonOperator::Eq, to.value),
            ];
            model.post(label.as_str(), Constraint::Clause(Clause { atoms }))?;
        }
    }
    Ok(())
}
