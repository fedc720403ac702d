//! The interface of a rule for readers, models, checks and pictures.

use parallax_model::ModelError;

use super::AnyRule;
use crate::GridPuzzle;
use crate::errors::{GridRuleError, LocatedTextError, RuleBreach};
use crate::filled_grid::FilledGrid;
use crate::model::GridModelBuilder;
use crate::picture::{GridPicture, TextBoardSketch};
use crate::plain::KeyLine;
use crate::shape::GridShape;

/// The abilities of every rule.
pub(crate) trait GridRule {
    /// Returns the rule in words, with its cells: `cage r1c1 r1c2 = 5`. It labels the constraints.
    fn describe_rule(&self, shape: GridShape) -> String;

    /// Draws the rule into an SVG picture. A rule without marks is described below the grid.
    fn draw_rule(&self, picture: &mut GridPicture, shape: GridShape) {
        picture.add_description(self.describe_rule(shape));
    }

    /// Puts the signs of the rule on a board of text. Returns whether they show the rule; otherwise
    /// it is described below the grid.
    fn sketch_signs(&self, _sketch: &mut TextBoardSketch, _shape: GridShape) -> bool {
        false
    }

    /// Returns the cells that the rule names. Rules about the whole grid name none.
    fn named_cells(&self, shape: GridShape) -> Vec<usize>;

    /// Requires that the rule fits the board, for example that a line is not longer than the
    /// digits.
    ///
    /// # Errors
    /// Returns what is wrong and what was expected.
    fn validate_rule(&self, _puzzle: &GridPuzzle) -> Result<(), GridRuleError> {
        Ok(())
    }

    /// Adds the constraints of the rule.
    ///
    /// # Errors
    /// Returns an error if its numbers do not fit a model.
    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError>;

    /// Checks the rule on a filled grid.
    ///
    /// # Errors
    /// Returns how the rule is broken.
    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach>;

    /// Writes the rule as a line of the plain form. `None` if the base or the grid states it.
    fn write_line(&self, shape: GridShape) -> Option<String>;
}

/// A kind of rule, with the keys of the plain form that it reads.
pub(crate) trait PlainRuleForm: GridRule + Into<AnyRule> + Sized {
    /// The keys: the words at the start of a line.
    const KEYS: &'static [&'static str];

    /// Reads the rules of a line of the plain form that begins with one of the keys.
    ///
    /// # Errors
    /// Returns the fault at the first place that is not as expected.
    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError>;
}

/// Reads the rules of a line of the plain form.
pub(super) type PlainRuleReader = fn(&KeyLine<'_>) -> Result<Vec<AnyRule>, LocatedTextError>;
