//! Zipper lines: cells at the same distance from the middle have one sum.

use parallax_model::{ComparisonOperator, ModelError};

use super::line_rule::LineRule;
use crate::errors::RuleBreach;
use crate::filled_grid::FilledGrid;
use crate::model::GridModelBuilder;
use crate::picture::colours::ZIPPER_COLOUR;

/// Cells at the same distance from the middle sum to the digit in the middle; in a line of even
/// length, to one sum.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Zipper {
    /// The cells along the line.
    pub cells: Vec<usize>,
}

impl LineRule for Zipper {
    const PLAIN_KEY: &'static str = "zipper";
    const LINE_COLOUR: &'static str = ZIPPER_COLOUR;
    const FPUZZLES_KEYS: &'static [&'static str] = &["zipperline"];
    const ISS_TYPES: &'static [&'static str] = &["Zipper"];

    fn new(cells: Vec<usize>) -> Self {
        Zipper { cells }
    }

    fn line_cells(&self) -> &[usize] {
        &self.cells
    }

    fn ringed_cells(&self) -> Vec<usize> {
        let middle = self.cells.get(self.cells.len() / 2).filter(|_| self.cells.len() % 2 == 1);
        middle.into_iter().copied().collect()
    }

    fn post_line(&self, builder: &mut GridModelBuilder<'_>, label: &str) -> Result<(), ModelError> {
        let count = self.cells.len();
        let pair = |index: usize| [(1, self.cells[index]), (1, self.cells[count - 1 - index])];
        // All pairs sum to the same as the innermost: the middle cell, or the two cells around the
        // middle.
        let innermost = match count % 2 {
            1 => vec![(-1, self.cells[count / 2])],
            _ if count < 2 => return Ok(()),
            _ => pair(count / 2 - 1).map(|(_, cell)| (-1, cell)).to_vec(),
        };
        let others = if count % 2 == 1 { count / 2 } else { count / 2 - 1 };
        for index in 0..others {
            let terms = [&pair(index)[..], &innermost[..]].concat();
            builder.post_sum(label, &terms, ComparisonOperator::Eq, 0)?;
        }
        Ok(())
    }

    fn check_line(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let values = filled.cell_values(&self.cells);
        let count = values.len();
        let mut sums: Vec<i64> =
            (0..count / 2).map(|i| values[i] + values[count - 1 - i]).collect();
        if count % 2 == 1 {
            sums.push(values[count / 2]);
        }
        let agree = sums.iter().all(|sum| *sum == sums[0]);
        if agree { Ok(()) } else { Err(RuleBreach::Sums { sums }) }
    }
}
