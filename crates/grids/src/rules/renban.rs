//! Renban lines: consecutive digits in any order.

use parallax_model::ModelError;

use super::GridRule;
use super::closed::distinct_cells;
use super::different::check_length;
use super::line_rule::LineRule;
use super::straight::{check_consecutive, post_consecutive};
use crate::GridPuzzle;
use crate::errors::{GridRuleError, RuleBreach};
use crate::filled_grid::FilledGrid;
use crate::model::GridModelBuilder;
use crate::picture::colours::RENBAN_COLOUR;

/// The cells have consecutive digits in any order. A closed line has each cell once.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Renban {
    /// The cells.
    pub cells: Vec<usize>,
}

impl LineRule for Renban {
    const PLAIN_KEY: &'static str = "renban";
    const LINE_COLOUR: &'static str = RENBAN_COLOUR;
    const FPUZZLES_KEYS: &'static [&'static str] = &["renban"];
    const ISS_TYPES: &'static [&'static str] = &["Renban"];

    fn new(cells: Vec<usize>) -> Self {
        Renban { cells }
    }

    fn line_cells(&self) -> &[usize] {
        &self.cells
    }

    fn iss_cells(&self, _: &GridPuzzle) -> Option<Vec<usize>> {
        Some(distinct_cells(&self.cells).to_vec())
    }

    fn validate_line(&self, puzzle: &GridPuzzle) -> Result<(), GridRuleError> {
        check_length(puzzle, self.describe_rule(puzzle.shape), distinct_cells(&self.cells))
    }

    fn post_line(&self, builder: &mut GridModelBuilder<'_>, label: &str) -> Result<(), ModelError> {
        post_consecutive(builder, label, distinct_cells(&self.cells))
    }

    fn check_line(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        check_consecutive(filled, distinct_cells(&self.cells))
    }
}
