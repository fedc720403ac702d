//! Double arrows: the digits between two circles sum to those in the circles.

use parallax_model::{ComparisonOperator, ModelError};

use super::line_rule::{LineRule, end_cells};
use crate::errors::{FPuzzlesJsonError, LocatedFPuzzlesError, RuleBreach};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::FPuzzlesEntry;
use crate::model::GridModelBuilder;
use crate::picture::colours::DOUBLE_ARROW;

/// The digits inside of the line have the same sum as the two at its ends.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DoubleArrow {
    /// The cells along the line, three or more.
    pub cells: Vec<usize>,
}

impl LineRule for DoubleArrow {
    const PLAIN_KEY: &'static str = "double arrow";
    const MIN_CELLS: usize = 3;
    const LINE_COLOUR: &'static str = DOUBLE_ARROW;
    const FPUZZLES_KEYS: &'static [&'static str] = &["doublearrow"];
    const ISS_TYPES: &'static [&'static str] = &["DoubleArrow"];

    fn new(cells: Vec<usize>) -> Self {
        DoubleArrow { cells }
    }

    fn line_cells(&self) -> &[usize] {
        &self.cells
    }

    fn ringed_cells(&self) -> Vec<usize> {
        end_cells(&self.cells)
    }

    fn entry_lines(entry: &FPuzzlesEntry<'_>) -> Result<Vec<Vec<usize>>, LocatedFPuzzlesError> {
        let lines = entry.read_lines()?;
        if lines.iter().any(|cells| cells.len() < 3) {
            return Err(entry.fault_in("lines", FPuzzlesJsonError::DoubleArrowLength));
        }
        Ok(lines)
    }

    fn post_line(&self, builder: &mut GridModelBuilder<'_>, label: &str) -> Result<(), ModelError> {
        let last = self.cells.len().saturating_sub(1);
        // In a closed line, both ends are one cell, which then counts twice.
        let sign = |index: usize| if index == 0 || index == last { -1 } else { 1 };
        let terms: Vec<(i64, usize)> =
            self.cells.iter().enumerate().map(|(index, &cell)| (sign(index), cell)).collect();
        builder.post_sum(label, &terms, ComparisonOperator::Eq, 0)
    }

    fn check_line(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let [first, inner @ .., last] = &self.cells[..] else { return Ok(()) };
        let ends = filled.cell_value(*first) + filled.cell_value(*last);
        let inside = filled.cell_sum(inner);
        if ends == inside { Ok(()) } else { Err(RuleBreach::Ends { ends, inside }) }
    }
}
