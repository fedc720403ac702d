//! Runs of kakuro: different digits with a sum.

use parallax_model::{ModelError};

use super::Rule;
use super::cage::{check_different_sum, post_different_sum};
use crate::GridPuzzle;
use crate::errors::{RuleBreach, RuleError};
use crate::filled::Filled;
use crate::model::Builder;
use crate::picture::{Picture, Sketch};
use crate::shape::Shape;

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

impl Rule for Run {
    fn words(&self, shape: Shape) -> String {
        let (first, last) = (self.cells.first(), self.cells.last());
        let ends = [first, last].map(|cell| cell.map_or_else(String::new, |&cell| shape.name(cell)));
        match self.sum {
            Some(sum) => format!("run {}-{} = {sum}", ends[0], ends[1]),
            None => format!("run {}-{}", ends[0], ends[1]),
        }
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        if let (Some(&first), Some(sum)) = (self.cells.first(), self.sum) {
            picture.run_sum(first, self.down, sum);
        }
    }

    fn sketch(&self, sketch: &mut Sketch, _: Shape) -> bool {
        match (self.cells.first(), self.sum) {
            (Some(&first), Some(sum)) => sketch.run(first, self.down, sum),
            // The board implies a run without a sum.
            _ => true,
        }
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        self.cells.clone()
    }

    fn validate(&self, puzzle: &GridPuzzle) -> Result<(), RuleError> {
        super::different::longest(puzzle, self.words(puzzle.shape), &self.cells)
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        post_different_sum(builder, &self.words(builder.shape()), &self.cells, self.sum)
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        check_different_sum(filled, &self.cells, self.sum)
    }

    fn write(&self, _: Shape) -> Option<String> {
        None
    }
}
