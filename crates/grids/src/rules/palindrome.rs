//! Palindromes: lines that read the same from both ends.

use parallax_model::{ComparisonOperator, ModelError};

use super::closed::is_closed;
use super::line_rule::LineRule;
use crate::GridPuzzle;
use crate::errors::RuleBreach;
use crate::filled_grid::FilledGrid;
use crate::model::GridModelBuilder;
use crate::picture::colours::PALINDROME_COLOUR;

/// The cells at the same distance from both ends have equal digits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Palindrome {
    /// The cells along the line.
    pub cells: Vec<usize>,
}

impl LineRule for Palindrome {
    const PLAIN_KEY: &'static str = "palindrome";
    const LINE_COLOUR: &'static str = PALINDROME_COLOUR;
    const FPUZZLES_KEYS: &'static [&'static str] = &["palindrome"];
    const ISS_TYPES: &'static [&'static str] = &["Palindrome"];

    fn new(cells: Vec<usize>) -> Self {
        Palindrome { cells }
    }

    fn line_cells(&self) -> &[usize] {
        &self.cells
    }

    fn iss_cells(&self, _: &GridPuzzle) -> Option<Vec<usize>> {
        // The ends of a closed line are one cell, which equals itself.
        let cells = match &self.cells[..] {
            [_, inner @ .., _] if is_closed(&self.cells) => inner,
            cells => cells,
        };
        (cells.len() > 1).then(|| cells.to_vec())
    }

    fn post_line(&self, builder: &mut GridModelBuilder<'_>, label: &str) -> Result<(), ModelError> {
        let count = self.cells.len();
        for index in 0..count / 2 {
            let (left, right) = (self.cells[index], self.cells[count - 1 - index]);
            if left != right {
                builder.post_comparison(label, left, ComparisonOperator::Eq, (right, 0))?;
            }
        }
        Ok(())
    }

    fn check_line(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let values = filled.cell_values(&self.cells);
        if values.iter().eq(values.iter().rev()) {
            return Ok(());
        }
        Err(RuleBreach::Digits { digits: values })
    }
}
