//! Variables that place each value in each row, column and box.

use parallax_model::{Domain, Given, Model, ModelError, Solution, Value, VarId};

use super::BoxGeometry;

/// The kind of unit in which a variable places a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum PlacementUnit {
    /// In a row: the variable names the column.
    Row,
    /// In a column: the variable names the row.
    Column,
    /// In a box: the variable names the place.
    Box,
}

impl PlacementUnit {
    const ALL: [PlacementUnit; 3] = [PlacementUnit::Row, PlacementUnit::Column, PlacementUnit::Box];

    fn unit_letter(self) -> char {
        match self {
            PlacementUnit::Row => 'r',
            PlacementUnit::Column => 'c',
            PlacementUnit::Box => 'b',
        }
    }
}

/// The encoding of cells as values of the variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellCoding {
    /// By the column, the row or the place in the box, from 1.
    Place,
    /// By the number of the cell, row by row from 0.
    Cell,
}

/// A variable for each value in each row, column and box: `v3r1` is where row 1 has the value 3.
/// The variables are consecutive: those of rows first, then columns, then boxes; within a role by
/// value. All numbers in this interface count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct UnitPlacementVariables {
    boxes: BoxGeometry,
    first: usize,
    coding: CellCoding,
}

impl UnitPlacementVariables {
    /// Creates the variables that begin at index `first`.
    pub(super) fn new(boxes: BoxGeometry, first: usize, coding: CellCoding) -> Self {
        UnitPlacementVariables { boxes, first, coding }
    }

    /// Returns the number of values, and of rows, columns and boxes.
    pub(in super::super) fn order(self) -> usize {
        self.boxes.order
    }

    /// Adds the variables to a model. Those of columns and boxes are hidden, those of rows only if
    /// not `shown`.
    pub(super) fn add_variables(self, model: &mut Model, shown: bool) -> Result<(), ModelError> {
        let order = self.order();
        for role in PlacementUnit::ALL {
            for (value, unit) in (0..order * order).map(|i| (i / order, i % order)) {
                let name = format!("v{}{}{}", value + 1, role.unit_letter(), unit + 1);
                let domain = self.variable_domain(role, unit);
                let added = (if shown && role == PlacementUnit::Row {
                    model.add_shown(name, domain)
                } else {
                    model.add_hidden(name, domain)
                })?;
                debug_assert_eq!(added, self.value_variable(role, value, unit));
            }
        }
        Ok(())
    }

    fn variable_domain(self, role: PlacementUnit, unit: usize) -> Domain {
        Domain::from_values((0..self.order()).map(|index| {
            let (row, column) = self.cell_position(role, unit, index);
            self.variable_value(role, row, column)
        }))
    }

    /// Returns the cell at a place of a row, column or box.
    pub(super) fn cell_position(
        self,
        role: PlacementUnit,
        unit: usize,
        place: usize,
    ) -> (usize, usize) {
        match role {
            PlacementUnit::Row => (unit, place),
            PlacementUnit::Column => (place, unit),
            PlacementUnit::Box => self.boxes.cell_position(unit, place),
        }
    }

    /// Returns the row, column or box of a cell, and its place there.
    pub(super) fn locate_cell(
        self,
        role: PlacementUnit,
        row: usize,
        column: usize,
    ) -> (usize, usize) {
        match role {
            PlacementUnit::Row => (row, column),
            PlacementUnit::Column => (column, row),
            PlacementUnit::Box => self.boxes.locate_cell(row, column),
        }
    }

    /// Returns the value by which a variable of this role names a cell.
    pub(in super::super) fn variable_value(
        self,
        role: PlacementUnit,
        row: usize,
        column: usize,
    ) -> Value {
        match self.coding {
            CellCoding::Place => self.locate_cell(role, row, column).1 as Value + 1,
            CellCoding::Cell => (row * self.order() + column) as Value,
        }
    }

    /// Returns the variable that places `value` in a row, column or box.
    pub(in super::super) fn value_variable(
        self,
        role: PlacementUnit,
        value: usize,
        unit: usize,
    ) -> VarId {
        let order = self.order();
        // By role, value and unit, in the order in which `add_variables` adds them.
        VarId::new(self.first + (role as usize * order + value) * order + unit)
    }

    /// Returns the variables of one value, by rows, columns or boxes.
    pub(super) fn of_value(self, role: PlacementUnit, value: usize) -> Vec<VarId> {
        (0..self.order()).map(|unit| self.value_variable(role, value, unit)).collect()
    }

    /// Returns the variables of one row, column or box, by values.
    pub(in super::super) fn of_unit(self, role: PlacementUnit, unit: usize) -> Vec<VarId> {
        (0..self.order()).map(|value| self.value_variable(role, value, unit)).collect()
    }

    /// Returns the assignments that place `value` on a cell, by its row, column and box.
    pub(super) fn value_givens(self, value: usize, row: usize, column: usize) -> [Given; 3] {
        PlacementUnit::ALL.map(|role| {
            let (unit, _) = self.locate_cell(role, row, column);
            let value_of = self.variable_value(role, row, column);
            Given { variable: self.value_variable(role, value, unit), value: value_of }
        })
    }

    /// Returns the values of the cells, as the variables of rows place them.
    pub(super) fn cell_values(self, solution: &Solution) -> Vec<Value> {
        let order = self.order();
        let mut cells = vec![0; order * order];
        for (value, row) in (0..order * order).map(|i| (i / order, i % order)) {
            let named =
                solution.value(self.value_variable(PlacementUnit::Row, value, row)) as usize;
            let cell = match self.coding {
                CellCoding::Place => row * order + named - 1,
                CellCoding::Cell => named,
            };
            // The variables of a row name different cells, so each cell gets exactly one value.
            cells[cell] = value as Value + 1;
        }
        cells
    }
}
