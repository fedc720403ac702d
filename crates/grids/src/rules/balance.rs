//! Takuzu: as many 0s as 1s in each line, and no three equal digits in a row.

use parallax_model::{ModelError, Value};

use super::GridRule;
use crate::errors::RuleBreach;
use crate::filled_grid::FilledGrid;
use crate::model::GridModelBuilder;
use crate::shape::{GridShape, GridSide};

/// Each row and column has as many 0s as 1s, and no three equal digits in a row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Balance;

impl GridRule for Balance {
    fn describe_rule(&self, _: GridShape) -> String {
        "takuzu".to_owned()
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        Vec::new()
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let shape = builder.grid_shape();
        for (side, word) in [(GridSide::Left, "row"), (GridSide::Top, "column")] {
            for index in 0..shape.line_count(side) {
                let cells = shape.line_cells(side, index);
                let half = cells.len() / 2;
                // The state is the number of ones, the last digit, and how often it just came.
                let next =
                    |&(ones, last, times): &(usize, Value, u8), index: usize, digit: Value| {
                        let ones = ones + usize::from(digit == 1);
                        let times = if digit == last { times + 1 } else { 1 };
                        let zeros = index + 1 - ones;
                        (times < 3 && ones <= half && zeros <= half).then_some((ones, digit, times))
                    };
                let label = format!("{word} {}", index + 1);
                builder
                    .post_machine(&label, &cells, (0, -1, 0), next, |&(ones, ..)| ones == half)?;
            }
        }
        Ok(())
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let shape = filled.grid_shape();
        let rows = (0..shape.rows).map(|row| ("row", row, shape.row_cells(row)));
        let columns = (0..shape.columns).map(|c| ("column", c, shape.column_cells(c)));
        for (line, place, cells) in rows.chain(columns) {
            let values = filled.cell_values(&cells);
            let ones = values.iter().filter(|value| **value == 1).count();
            if 2 * ones != values.len() {
                return Err(RuleBreach::Ones { line, place, ones, cells: values.len() });
            }
            if values.windows(3).any(|three| three[0] == three[1] && three[1] == three[2]) {
                return Err(RuleBreach::Triple { line, place });
            }
        }
        Ok(())
    }

    fn write_line(&self, _: GridShape) -> Option<String> {
        None
    }
}
