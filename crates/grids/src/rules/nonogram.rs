//! Lines of nonograms: runs of black cells.

use parallax_model::{ModelError, Value};

use super::GridRule;
use crate::GridPuzzle;
use crate::errors::{GridRuleError, RuleBreach};
use crate::filled_grid::FilledGrid;
use crate::model::GridModelBuilder;
use crate::picture::{GridPicture, TextBoardSketch};
use crate::shape::{GridShape, GridSide};

/// The black cells of a line, those with 1, form runs of these lengths, in this order, with at
/// least one white cell between them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BlackRuns {
    /// The side from which one reads the line, left or top.
    pub side: GridSide,
    /// The number of the column or row, from 0.
    pub line_index: usize,
    /// The lengths, each at least 1. Empty for a line without a black cell.
    pub lengths: Vec<usize>,
}

impl BlackRuns {
    /// Returns the lengths as the plain form has them.
    pub(crate) fn write_lengths(&self) -> String {
        if self.lengths.is_empty() {
            return "0".to_owned();
        }
        self.lengths.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
    }
}

impl GridRule for BlackRuns {
    fn describe_rule(&self, _: GridShape) -> String {
        let word = if self.side == GridSide::Left { "row" } else { "column" };
        format!("{word} {}: {}", self.line_index + 1, self.write_lengths())
    }

    fn draw_rule(&self, picture: &mut GridPicture, _: GridShape) {
        let clue = self.write_lengths();
        let outwards = clue.rsplit(' ').map(str::to_owned);
        picture.draw_runs((self.side, self.line_index), outwards);
    }

    fn sketch_signs(&self, sketch: &mut TextBoardSketch, _: GridShape) -> bool {
        let clue = self.write_lengths();
        sketch.put_outside_clues(
            "runs",
            (self.side, self.line_index),
            clue.split(' ').map(str::to_owned),
        )
    }

    fn named_cells(&self, shape: GridShape) -> Vec<usize> {
        shape.line_cells(self.side, self.line_index)
    }

    fn validate_rule(&self, puzzle: &GridPuzzle) -> Result<(), GridRuleError> {
        let cells = self.named_cells(puzzle.shape).len();
        let total = self.lengths.iter().fold(0usize, |sum, length| sum.saturating_add(*length));
        // At least one white cell is between two runs.
        if total.saturating_add(self.lengths.len().saturating_sub(1)) > cells {
            return Err(GridRuleError::RunLength { line: self.describe_rule(puzzle.shape), cells });
        }
        Ok(())
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let lengths = &self.lengths;
        // The state is the number of runs that have begun, and what is left of the last one;
        // `None` after the white cell that ends it.
        let next =
            |&(begun, left): &(usize, Option<usize>), _: usize, digit: Value| match (digit, left) {
                (0, None | Some(0)) => Some((begun, None)),
                (1, Some(left)) if left > 0 => Some((begun, Some(left - 1))),
                (1, None) => lengths.get(begun).map(|length| (begun + 1, Some(length - 1))),
                _ => None,
            };
        let (label, cells) =
            (self.describe_rule(builder.grid_shape()), self.named_cells(builder.grid_shape()));
        builder.post_machine(&label, &cells, (0, None), next, |&(begun, left)| {
            begun == lengths.len() && left.unwrap_or(0) == 0
        })
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let values = filled.cell_values(&self.named_cells(filled.grid_shape()));
        let runs = values.split(|value| *value == 0).map(<[i64]>::len);
        let lengths: Vec<usize> = runs.filter(|length| *length > 0).collect();
        if lengths == self.lengths { Ok(()) } else { Err(RuleBreach::Runs { lengths }) }
    }

    fn write_line(&self, _: GridShape) -> Option<String> {
        None
    }
}
