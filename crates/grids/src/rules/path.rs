//! Number paths: consecutive numbers touch.

use std::sync::Arc;

use parallax_model::{AllDifferent, Constraint, Domain, Inverse, ModelError, Table, Value, VarId};

use super::GridRule;
use crate::GridPuzzle;
use crate::errors::{GridRuleError, RuleBreach};
use crate::filled_grid::FilledGrid;
use crate::model::GridModelBuilder;
use crate::shape::{CORNER_STEPS, GridShape, SIDE_STEPS};

/// The white cells have the numbers from 1 to their number, and consecutive ones touch.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Path {
    /// Whether cells touch by sides only, not by corners.
    pub orthogonal: bool,
}

impl Path {
    /// Returns the steps between touching cells.
    fn touching_steps(&self) -> Vec<(isize, isize)> {
        let corners: &[(isize, isize)] = if self.orthogonal { &[] } else { &CORNER_STEPS };
        [&SIDE_STEPS[..], corners].concat()
    }
}

impl GridRule for Path {
    fn describe_rule(&self, _: GridShape) -> String {
        "path".to_owned()
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        Vec::new()
    }

    fn validate_rule(&self, puzzle: &GridPuzzle) -> Result<(), GridRuleError> {
        let cells = puzzle.valued_cells().len();
        if puzzle.digits != (1, cells as Value) {
            return Err(GridRuleError::PathDigits { cells });
        }
        Ok(())
    }

    /// The hidden variable of each number is its position, and a table lists the pairs of positions
    /// that touch.
    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let (puzzle, shape) = (builder.puzzle, builder.grid_shape());
        let cells = puzzle.valued_cells();
        let left = builder.cell_variables(&cells)?;
        builder.post_constraint(
            "path",
            Constraint::AllDifferent(AllDifferent { scope: left.clone() }),
        )?;
        let places = Domain::from_range(0, cells.len() as Value - 1);
        let right: Vec<VarId> = (0..cells.len())
            .map(|_| builder.add_hidden("place", places.clone()))
            .collect::<Result<_, _>>()?;
        // The number of a cell and the position of a number are inverse to each other. Positions
        // count from 0, numbers from 1.
        let inverse = Inverse { left, right: right.clone(), first_left: 0, first_right: 1 };
        builder.post_constraint("path", inverse.into())?;
        // The position of each cell among those that take a number.
        let mut number = vec![None; shape.cell_count()];
        for (index, &cell) in cells.iter().enumerate() {
            number[cell] = Some(index as Value);
        }
        let steps = self.touching_steps();
        let touching = |(index, &cell): (usize, &usize)| {
            let reached = shape.reached_cells(cell, &steps).filter_map(|other| number[other]);
            reached.map(|other| vec![index as Value, other]).collect::<Vec<_>>()
        };
        let tuples = Arc::new(cells.iter().enumerate().flat_map(touching).collect::<Vec<_>>());
        // Consecutive numbers have positions that touch; all pairs share the tuples.
        for (before, pair) in right.windows(2).enumerate() {
            let label = format!("path {}-{}", before + 1, before + 2);
            let table = Table { scope: pair.to_vec(), tuples: tuples.clone(), forbidden: false };
            builder.post_constraint(label, Constraint::Table(table))?;
        }
        Ok(())
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let shape = filled.grid_shape();
        let cells = filled.puzzle.valued_cells();
        filled.check_different(&cells)?;
        let mut order = cells;
        order.sort_unstable_by_key(|&cell| filled.cell_value(cell));
        for pair in order.windows(2) {
            let down = shape.row(pair[0]).abs_diff(shape.row(pair[1]));
            let right = shape.column(pair[0]).abs_diff(shape.column(pair[1]));
            let far = if self.orthogonal { down + right > 1 } else { down.max(right) > 1 };
            if far {
                return Err(RuleBreach::Path { value: filled.cell_value(pair[0]) });
            }
        }
        Ok(())
    }

    fn write_line(&self, _: GridShape) -> Option<String> {
        None
    }
}
