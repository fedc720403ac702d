//! The second model of Ngo and Thuis, "Knowledge Representation, Assignment 2 Report" (2015):
//! places of values, and inequalities only.
//!
//! In the report, each value has a variable for each row, column and box, whose domain is the cells
//! there. If two variables of a value may name one cell, the report states a disjunction of
//! equalities, and rewrites it as inequality to all other variables. Only variables of other values
//! that share a cell matter: the others have disjoint domains.
//!
//! The inequalities tie the roles of a value together, by counting. The variables of rows give each
//! value as many cells as the board has rows, and no two values share one, so together they take
//! all cells. A variable of a column or box avoids the cells of all other values, so it names a
//! cell that its own value has. But nothing is removed before nearly all cells are taken.

use parallax_instance::Viewpoint;
use parallax_model::{Compare, ComparisonOperator, Constraint, Model, ModelError};

use super::super::SudokuPuzzle;
use super::super::instance::SYMMETRY_OPTION;
use super::super::symmetry::SudokuSymmetryBreaker;
use super::unit_placements::{CellCoding, PlacementUnit, UnitPlacementVariables};
use super::{BoxGeometry, check_limit};

/// Returns the variables of the model.
pub(super) fn place_variables(sudoku: &SudokuPuzzle) -> UnitPlacementVariables {
    UnitPlacementVariables::new(BoxGeometry::from_sudoku(sudoku), 0, CellCoding::Cell)
}

/// Builds the model: two variables of different values differ if some cell is in the domains of
/// both.
pub(super) fn report2_model(
    sudoku: &SudokuPuzzle,
    viewpoint: &Viewpoint,
) -> Result<Model, ModelError> {
    let order = sudoku.order();
    let units = meeting_units(place_variables(sudoku));
    let places = place_variables(sudoku);
    let pairs = order * (order - 1) / 2 * units.iter().map(UnitMeeting::order_count).sum::<usize>();
    check_limit(sudoku, "report2", pairs, "inequalities")?;
    let mut model = Model::new(format!("sudoku {order}x{order}, second model of a report"));
    places.add_variables(&mut model, true)?;
    for unit in &units {
        for (first, second) in (0..order).flat_map(|a| (a + 1..order).map(move |b| (a, b))) {
            post_unequal(&mut model, places, unit, [first, second])?;
            // In two different units, the smaller value may be in either.
            if unit.order_count() == 2 {
                post_unequal(&mut model, places, unit, [second, first])?;
            }
        }
    }
    if viewpoint.has_option(&SYMMETRY_OPTION) {
        SudokuSymmetryBreaker::from_sudoku(sudoku)?.post_places(&mut model, places, sudoku)?;
    }
    Ok(model)
}

/// Two units that share a cell, or one unit twice.
struct UnitMeeting([(PlacementUnit, usize); 2]);

impl UnitMeeting {
    /// Returns the number of orders in which two values can be given to the units.
    fn order_count(&self) -> usize {
        if self.0[0] == self.0[1] { 1 } else { 2 }
    }
}

/// Returns all pairs of units that share a cell, each once, by their first cell.
fn meeting_units(places: UnitPlacementVariables) -> Vec<UnitMeeting> {
    let order = places.order();
    let mut all = Vec::new();
    let roles = [PlacementUnit::Row, PlacementUnit::Column, PlacementUnit::Box];
    for (index, left) in roles.into_iter().enumerate() {
        for unit in 0..order {
            all.push(UnitMeeting([(left, unit); 2]));
            for &right in &roles[index + 1..] {
                let cells = (0..order).map(|index| places.cell_position(left, unit, index));
                // The units of the other role that share a cell with this one.
                let mut met: Vec<usize> =
                    cells.map(|(row, column)| places.locate_cell(right, row, column).0).collect();
                met.sort_unstable();
                met.dedup();
                all.extend(
                    met.into_iter().map(|other| UnitMeeting([(left, unit), (right, other)])),
                );
            }
        }
    }
    all
}

fn post_unequal(
    model: &mut Model,
    places: UnitPlacementVariables,
    unit: &UnitMeeting,
    values: [usize; 2],
) -> Result<(), ModelError> {
    let [left, right] = [0, 1].map(|i| places.value_variable(unit.0[i].0, values[i], unit.0[i].1));
    let unequal = Compare::new(left, ComparisonOperator::Ne, right);
    model.post("different cells", Constraint::Compare(unequal))
}
