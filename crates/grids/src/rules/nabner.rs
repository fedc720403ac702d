//! Nabner lines: no two digits are equal or consecutive.

use parallax_model::{ModelError, Value};

use super::closed::distinct_cells;
use super::line_rule::LineRule;
use crate::GridPuzzle;
use crate::errors::{GridRuleError, RuleBreach};
use crate::filled_grid::FilledGrid;
use crate::model::GridModelBuilder;
use crate::picture::colours::NABNER_COLOUR;

/// Any two digits on the line, wherever they are, differ by two or more. A closed line has each
/// cell once.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Nabner {
    /// The cells.
    pub cells: Vec<usize>,
}

impl LineRule for Nabner {
    const PLAIN_KEY: &'static str = "nabner";
    const LINE_COLOUR: &'static str = NABNER_COLOUR;
    const FPUZZLES_KEYS: &'static [&'static str] = &["nabner"];

    fn new(cells: Vec<usize>) -> Self {
        Nabner { cells }
    }

    fn line_cells(&self) -> &[usize] {
        &self.cells
    }

    fn validate_line(&self, puzzle: &GridPuzzle) -> Result<(), GridRuleError> {
        let (cells, digits) = (distinct_cells(&self.cells).len(), puzzle.digit_count());
        // E.g. of the digits 1 to 9, at most five are far enough apart: 1 3 5 7 9.
        let most = digits.div_ceil(2);
        if cells <= most {
            return Ok(());
        }
        Err(GridRuleError::NabnerLength { cells, digits, most })
    }

    fn post_line(&self, builder: &mut GridModelBuilder<'_>, label: &str) -> Result<(), ModelError> {
        let cells = distinct_cells(&self.cells);
        // The tables imply it, but as one constraint it removes more values.
        builder.post_different(label, cells)?;
        for (index, &left) in cells.iter().enumerate() {
            for &right in &cells[..index] {
                builder.post_table(label, &[left, right], |tuple: &[Value]| {
                    tuple[0].abs_diff(tuple[1]) > 1
                })?;
            }
        }
        Ok(())
    }

    fn check_line(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let mut values = filled.cell_values(distinct_cells(&self.cells));
        values.sort_unstable();
        match values.windows(2).find(|pair| pair[1] - pair[0] < 2) {
            Some(pair) => Err(RuleBreach::CloseDigits { left: pair[0], right: pair[1] }),
            None => Ok(()),
        }
    }
}
