//! Runs of kakuro: different digits with a sum.

use parallax_model::ModelError;

use super::GridRule;
use super::cage::{check_different_sum, post_different_sum};
use crate::GridPuzzle;
use crate::errors::{GridRuleError, RuleBreach};
use crate::filled_grid::FilledGrid;
use crate::model::GridModelBuilder;
use crate::picture::{GridPicture, TextBoardSketch};
use crate::shape::GridShape;

/// A run of white cells with different digits, and their sum if it has a clue. The grid itself
/// shows it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Run {
    /// The cells.
    pub cells: Vec<usize>,
    /// Whether it runs down a column. Otherwise it runs along a row.
    pub down: bool,
    /// The sum, if there is a clue.
    pub sum: Option<i64>,
}

impl GridRule for Run {
    fn describe_rule(&self, shape: GridShape) -> String {
        let (first, last) = (self.cells.first(), self.cells.last());
        let ends =
            [first, last].map(|cell| cell.map_or_else(String::new, |&cell| shape.cell_name(cell)));
        match self.sum {
            Some(sum) => format!("run {}-{} = {sum}", ends[0], ends[1]),
            None => format!("run {}-{}", ends[0], ends[1]),
        }
    }

    fn draw_rule(&self, picture: &mut GridPicture, _: GridShape) {
        if let (Some(&first), Some(sum)) = (self.cells.first(), self.sum) {
            picture.run_sum(first, self.down, sum);
        }
    }

    fn sketch_signs(&self, sketch: &mut TextBoardSketch, _: GridShape) -> bool {
        match (self.cells.first(), self.sum) {
            (Some(&first), Some(sum)) => sketch.put_run_sum(first, self.down, sum),
            // The board implies a run without a sum.
            _ => true,
        }
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        self.cells.clone()
    }

    fn validate_rule(&self, puzzle: &GridPuzzle) -> Result<(), GridRuleError> {
        super::different::check_length(puzzle, self.describe_rule(puzzle.shape), &self.cells)
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        post_different_sum(
            builder,
            &self.describe_rule(builder.grid_shape()),
            &self.cells,
            self.sum,
        )
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        check_different_sum(filled, &self.cells, self.sum)
    }

    fn write_line(&self, _: GridShape) -> Option<String> {
        None
    }
}
