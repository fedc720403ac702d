//! A viewpoint of squares whose rows and columns contain every value once: a variable for each
//! value and row, whose values are the cells of the row. Cells have dimensions, such as their
//! column.

use std::sync::Arc;

use parallax_model::{
    ClassRelation, Constraint, DimensionRelation, Domain, Given, Model, ModelError, Solution,
    Value, ValueDimension, VarId,
};

use super::grid_rules::cell_name;

/// The variables: `v3r1` is the cell of row 1 that has the value 3, by its number, row by row from
/// 0. They are consecutive, by values and then by rows. All numbers in this interface count from
/// 0, but for the values of cells, which count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowPlacementVariables {
    order: usize,
}

impl RowPlacementVariables {
    pub(crate) fn new(order: usize) -> Self {
        RowPlacementVariables { order }
    }

    /// Adds the variables to a model that has none yet.
    pub(crate) fn add_variables(self, model: &mut Model) -> Result<(), ModelError> {
        let order = self.order;
        for value in 1..=order {
            for row in 0..order {
                let first = (row * order) as Value;
                let domain = Domain::from_range(first, first + order as Value - 1);
                model.add_shown(format!("v{value}r{}", row + 1), domain)?;
            }
        }
        for row in 0..order {
            let cells = row * order..(row + 1) * order;
            let names =
                Arc::new(cells.map(|cell| (cell as Value, cell_name(order, cell))).collect());
            for variable in self.of_row(row) {
                model.name_values(variable, Arc::clone(&names));
            }
        }
        Ok(())
    }

    /// Posts that each value has different classes in its rows, in a dimension of the cells with
    /// as many classes as rows: each class has the value once.
    pub(crate) fn post_dimension(
        self,
        model: &mut Model,
        name: &str,
        class: impl Fn(usize) -> usize,
    ) -> Result<(), ModelError> {
        let cells = 0..self.order * self.order;
        let members: Vec<(Value, usize)> = cells.map(|cell| (cell as Value, class(cell))).collect();
        let classes = (1..=self.order).map(|number| number.to_string()).collect();
        let dimension = model.add_dimension(ValueDimension::new(name, classes, &members)?)?;
        for value in 0..self.order {
            let relation = DimensionRelation {
                scope: (0..self.order).map(|row| self.value_variable(value, row)).collect(),
                dimension,
                relation: ClassRelation::AllDifferent,
            };
            let label = format!("{} by {name}", value + 1);
            model.post(label, Constraint::Dimension(relation))?;
        }
        Ok(())
    }

    /// Returns the variable of a value, from 0, in a row.
    fn value_variable(self, value: usize, row: usize) -> VarId {
        VarId::new(value * self.order + row)
    }

    /// Returns the variables of a row, by values.
    pub(crate) fn of_row(self, row: usize) -> Vec<VarId> {
        (0..self.order).map(|value| self.value_variable(value, row)).collect()
    }

    /// Returns the assignment that represents a cell with a value, from 1.
    pub(crate) fn cell_given(self, cell: usize, value: Value) -> Given {
        let variable = self.value_variable(value as usize - 1, cell / self.order);
        Given { variable, value: cell as Value }
    }

    /// Returns the values of the cells.
    pub(crate) fn cell_values(self, solution: &Solution) -> Vec<Value> {
        let mut cells = vec![0; self.order * self.order];
        for value in 0..self.order {
            for row in 0..self.order {
                let cell = solution.value(self.value_variable(value, row));
                // The domain of the variable has only cells of its row.
                cells[cell as usize] = value as Value + 1;
            }
        }
        cells
    }
}
