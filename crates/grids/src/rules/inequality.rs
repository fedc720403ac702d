//! A sign between two cells: one digit is less than the other.

use parallax_model::{ComparisonOperator, ModelError};

use super::{GridRule, PlainRuleForm};
use crate::GridPuzzle;
use crate::errors::{LocatedTextError, RuleBreach};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::FPuzzlesRuleForm;
use crate::iss::{IssItem, IssRuleForm, cell_names};
use crate::model::GridModelBuilder;
use crate::picture::{GridPicture, TextBoardSketch};
use crate::plain::KeyLine;
use crate::shape::GridShape;

/// One cell is less than another.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Inequality {
    /// The cell with the lower digit.
    pub lower: usize,
    /// The cell with the higher digit.
    pub upper: usize,
}

impl PlainRuleForm for Inequality {
    /// Lines such as `r1c1 < r1c2`, which the reader recognises by their sign.
    const KEYS: &'static [&'static str] = &["<"];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        let pairs = line.read_inequalities()?.into_iter();
        Ok(pairs.map(|(lower, upper)| Inequality { lower, upper }).collect())
    }
}

impl IssRuleForm for Inequality {
    const TYPES: &'static [&'static str] = &["GreaterThan"];

    /// Reads a list of cells: each is greater than the later ones beside it.
    fn read_iss(item: &IssItem<'_>) -> Result<Vec<Self>, LocatedTextError> {
        let pairs = item.touching_pairs()?.into_iter();
        Ok(pairs.map(|[upper, lower]| Inequality { lower, upper }).collect())
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let cells = [self.upper, self.lower];
        let fits = puzzle.shape.share_side(self.lower, self.upper);
        fits.then(|| cell_names("GreaterThan", puzzle.shape, &cells))
    }
}

impl GridRule for Inequality {
    fn describe_rule(&self, shape: GridShape) -> String {
        format!("{} < {}", shape.cell_name(self.lower), shape.cell_name(self.upper))
    }

    fn draw_rule(&self, picture: &mut GridPicture, _: GridShape) {
        picture.draw_inequality(self.lower, self.upper);
    }

    fn sketch_signs(&self, sketch: &mut TextBoardSketch, _: GridShape) -> bool {
        sketch.put_inequality(self.lower, self.upper)
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        vec![self.lower, self.upper]
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let label = self.describe_rule(builder.grid_shape());
        builder.post_comparison(&label, self.lower, ComparisonOperator::Lt, (self.upper, 0))
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let (lower, upper) = (filled.cell_value(self.lower), filled.cell_value(self.upper));
        if lower < upper { Ok(()) } else { Err(RuleBreach::Pair { left: lower, right: upper }) }
    }

    fn write_line(&self, shape: GridShape) -> Option<String> {
        Some(self.describe_rule(shape))
    }
}

impl FPuzzlesRuleForm for Inequality {}
