//! Variables that place each value in each row, column and box.

use parallax_model::{Domain, Given, Model, ModelError, Solution, Value, VarId};

use super::Boxes;

/// The kind of unit in which a variable places a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Role {
    /// In a row: the variable names the column.
    Row,
    /// In a column: the variable names the row.
    Column,
    /// In a box: the variable names the place.
    Box,
}

impl Role {
    const ALL: [Role; 3] = [Role::Row, Role::Column, Role::Box];

    fn letter(self) -> char {
        match self {
            Role::Row => 'r',
            Role::Column => 'c',
            Role::Box => 'b',
        }
    }
}

/// The encoding of cells as values of the variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coding {
    /// By the column, the row or the place in the box, from 1.
    Place,
    /// By the number of the cell, row by row from 0.
    Cell,
}

/// A variable for each value in each row, column and box: `v3r1` is where row 1 has the value 3.
/// The variables are consecutive: those of rows first, then columns, then boxes; within a role by
/// value. All numbers in this interface count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Places {
    boxes: Boxes,
    first: usize,
    coding: Coding,
}

impl Places {
    /// The variables that begin at index `first`.
    pub(super) fn new(boxes: Boxes, first: usize, coding: Coding) -> Self {
        Places { boxes, first, coding }
    }

    /// The number of values, and of rows, columns and boxes.
    pub(in super::super) fn order(self) -> usize {
        self.boxes.order
    }

    /// Adds the variables to a model. Those of columns and boxes are hidden, those of rows only if
    /// not `shown`.
    pub(super) fn add(self, model: &mut Model, shown: bool) -> Result<(), ModelError> {
        let order = self.order();
        for role in Role::ALL {
            for (value, unit) in (0..order * order).map(|i| (i / order, i % order)) {
                let name = format!("v{}{}{}", value + 1, role.letter(), unit + 1);
                let domain = self.domain(role, unit);
                let added = (if shown && role == Role::Row {
                    model.add_shown(name, domain)
                } else {
                    model.add_hidden(name, domain)
                })?;
                debug_assert_eq!(added, self.variable(role, value, unit));
            }
        }
        Ok(())
    }

    fn domain(self, role: Role, unit: usize) -> Domain {
        Domain::of((0..self.order()).map(|place| {
            let (row, column) = self.cell(role, unit, place);
            self.name(role, row, column)
        }))
    }

    /// The cell at a place of a row, column or box.
    pub(super) fn cell(self, role: Role, unit: usize, place: usize) -> (usize, usize) {
        match role {
            Role::Row => (unit, place),
            Role::Column => (place, unit),
            Role::Box => self.boxes.cell(unit, place),
        }
    }

    /// The row, column or box of a cell, and its place there.
    pub(super) fn find(self, role: Role, row: usize, column: usize) -> (usize, usize) {
        match role {
            Role::Row => (row, column),
            Role::Column => (column, row),
            Role::Box => self.boxes.find(row, column),
        }
    }

    /// The value by which a variable of this role names a cell.
    pub(in super::super) fn name(self, role: Role, row: usize, column: usize) -> Value {
        match self.coding {
            Coding::Place => self.find(role, row, column).1 as Value + 1,
            Coding::Cell => (row * self.order() + column) as Value,
        }
    }

    /// The variable that places `value` in a row, column or box.
    pub(in super::super) fn variable(self, role: Role, value: usize, unit: usize) -> VarId {
        let order = self.order();
        VarId::new(self.first + (role as usize * order + value) * order + unit)
    }

    /// The variables of one value, by rows, columns or boxes.
    pub(super) fn of_value(self, role: Role, value: usize) -> Vec<VarId> {
        (0..self.order()).map(|unit| self.variable(role, value, unit)).collect()
    }

    /// The variables of one row, column or box, by values.
    pub(in super::super) fn of_unit(self, role: Role, unit: usize) -> Vec<VarId> {
        (0..self.order()).map(|value| self.variable(role, value, unit)).collect()
    }

    /// The assignments that place `value` on a cell, by its row, column and box.
    pub(super) fn givens(self, value: usize, row: usize, column: usize) -> [Given; 3] {
        Role::ALL.map(|role| {
            let (unit, _) = self.find(role, row, column);
            let value_of = self.name(role, row, column);
            Given { variable: self.variable(role, value, unit), value: value_of }
        })
    }

    /// The values of the cells, as the variables of rows place them.
    pub(super) fn cells(self, solution: &Solution) -> Vec<Value> {
        let order = self.order();
        let mut cells = vec![0; order * order];
        for (value, row) in (0..order * order).map(|i| (i / order, i % order)) {
            let named = solution.value(self.variable(Role::Row, value, row)) as usize;
            let cell = match self.coding {
                Coding::Place => row * order + named - 1,
                Coding::Cell => named,
            };
            cells[cell] = value as Value + 1;
        }
        cells
    }
}
