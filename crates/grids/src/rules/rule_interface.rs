//! The interface of a rule for readers, models, checks and pictures.

use parallax_model::ModelError;

use super::AnyRule;
use crate::GridPuzzle;
use crate::errors::{Fault, RuleBreach, RuleError};
use crate::filled::Filled;
use crate::model::Builder;
use crate::picture::{Picture, Sketch};
use crate::plain::KeyLine;
use crate::shape::Shape;

/// The abilities of every rule.
pub(crate) trait Rule {
    /// Returns the rule in words, with its cells: `cage r1c1 r1c2 = 5`. It labels the constraints.
    fn words(&self, shape: Shape) -> String;

    /// Draws the rule into an SVG picture. Without marks of its own, its words are below the grid.
    fn draw(&self, picture: &mut Picture, shape: Shape) {
        picture.words(self.words(shape));
    }

    /// Puts the signs of the rule on a board of text. Returns whether they show the rule; otherwise
    /// its words are below the grid.
    fn sketch(&self, _sketch: &mut Sketch, _shape: Shape) -> bool {
        false
    }

    /// Returns the cells that the rule names. Rules about the whole grid name none.
    fn cells(&self, shape: Shape) -> Vec<usize>;

    /// Requires that the rule fits the board, for example that a line is not longer than the
    /// digits.
    ///
    /// # Errors
    /// Returns what is wrong and what was expected.
    fn validate(&self, _puzzle: &GridPuzzle) -> Result<(), RuleError> {
        Ok(())
    }

    /// Adds the constraints of the rule.
    ///
    /// # Errors
    /// Returns an error if its numbers do not fit a model.
    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError>;

    /// Checks the rule on a filled grid.
    ///
    /// # Errors
    /// Returns how the rule is broken.
    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach>;

    /// Writes the rule as a line of the plain form. `None` if the base or the grid itself says it.
    fn write(&self, shape: Shape) -> Option<String>;
}

/// A kind of rule, with the keys of the plain form that it reads.
pub(crate) trait Kind: Rule + Into<AnyRule> + Sized {
    /// The keys: the words at the start of a line.
    const KEYS: &'static [&'static str];

    /// Reads the rules of a line of the plain form that begins with one of the keys.
    ///
    /// # Errors
    /// Returns the fault at the first place that is not as expected.
    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault>;
}

/// Reads the rules of a line of the plain form.
pub(super) type Read = fn(&KeyLine<'_>) -> Result<Vec<AnyRule>, Fault>;
