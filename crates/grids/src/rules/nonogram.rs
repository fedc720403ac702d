//! Lines of nonograms: runs of black cells.

use parallax_model::{ModelError, Value};

use super::Rule;
use crate::GridPuzzle;
use crate::errors::{RuleBreach, RuleError};
use crate::filled::Filled;
use crate::model::Builder;
use crate::picture::{Picture, Sketch};
use crate::shape::{Shape, Side};

/// The black cells of a line, those with 1, form runs of these lengths, in this order, with at
/// least one white cell between them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BlackRuns {
    /// The side from which one reads the line, left or top.
    pub side: Side,
    /// The number of the column or row, from 0.
    pub place: usize,
    /// The lengths, each at least 1. Empty for a line without a black cell.
    pub lengths: Vec<usize>,
}

impl BlackRuns {
    /// Returns the lengths as the plain form has them.
    pub(crate) fn clue(&self) -> String {
        if self.lengths.is_empty() {
            return "0".to_owned();
        }
        self.lengths.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
    }
}

impl Rule for BlackRuns {
    fn words(&self, _: Shape) -> String {
        let word = if self.side == Side::Left { "row" } else { "column" };
        format!("{word} {}: {}", self.place + 1, self.clue())
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        let clue = self.clue();
        let outwards = clue.rsplit(' ').map(str::to_owned);
        picture.runs((self.side, self.place), outwards);
    }

    fn sketch(&self, sketch: &mut Sketch, _: Shape) -> bool {
        let clue = self.clue();
        sketch.outside("runs", (self.side, self.place), clue.split(' ').map(str::to_owned))
    }

    fn cells(&self, shape: Shape) -> Vec<usize> {
        shape.line(self.side, self.place)
    }

    fn validate(&self, puzzle: &GridPuzzle) -> Result<(), RuleError> {
        let cells = self.cells(puzzle.shape).len();
        let least = self.lengths.iter().fold(0usize, |sum, length| sum.saturating_add(*length));
        if least.saturating_add(self.lengths.len().saturating_sub(1)) > cells {
            return Err(RuleError::RunLength { line: self.words(puzzle.shape), cells });
        }
        Ok(())
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let lengths = &self.lengths;
        // The state is the number of runs that have begun, and what is left of the last one;
        // `None` after the white cell that ends it.
        let next = |&(begun, left): &(usize, Option<usize>), _: usize, digit: Value| {
            match (digit, left) {
                (0, None | Some(0)) => Some((begun, None)),
                (1, Some(left)) if left > 0 => Some((begun, Some(left - 1))),
                (1, None) => lengths.get(begun).map(|length| (begun + 1, Some(length - 1))),
                _ => None,
            }
        };
        let (label, cells) = (self.words(builder.shape()), self.cells(builder.shape()));
        builder.machine(&label, &cells, (0, None), next, |&(begun, left)| {
            begun == lengths.len() && left.unwrap_or(0) == 0
        })
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let values = filled.values(&self.cells(filled.shape()));
        let runs = values.split(|value| *value == 0).map(<[i64]>::len);
        let lengths: Vec<usize> = runs.filter(|length| *length > 0).collect();
        if lengths == self.lengths { Ok(()) } else { Err(RuleBreach::Runs { lengths }) }
    }

    fn write(&self, _: Shape) -> Option<String> {
        None
    }
}
