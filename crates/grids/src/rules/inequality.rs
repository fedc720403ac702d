//! A sign between two cells: one digit is less than the other.

use parallax_model::{ModelError, Relation};

use super::{Kind, Rule};
use crate::GridPuzzle;
use crate::errors::{Fault, RuleBreach};
use crate::filled::Filled;
use crate::iss::{Iss, Item, cell_names};
use crate::fpuzzles::FPuzzles;
use crate::model::Builder;
use crate::picture::{Picture, Sketch};
use crate::plain::KeyLine;
use crate::shape::Shape;

/// One cell is less than another.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Inequality {
    /// The cell with the lower digit.
    pub lower: usize,
    /// The cell with the higher digit.
    pub upper: usize,
}

impl Kind for Inequality {
    /// Lines such as `r1c1 < r1c2`, which the reader recognises by their sign.
    const KEYS: &'static [&'static str] = &["<"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        let pairs = line.inequalities()?.into_iter();
        Ok(pairs.map(|(lower, upper)| Inequality { lower, upper }).collect())
    }
}

impl Iss for Inequality {
    const TYPES: &'static [&'static str] = &["GreaterThan"];

    /// Reads a list of cells: each is greater than the later ones beside it.
    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        let pairs = item.touching()?.into_iter();
        Ok(pairs.map(|[upper, lower]| Inequality { lower, upper }).collect())
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let cells = [self.upper, self.lower];
        let fits = puzzle.shape.touch(self.lower, self.upper);
        fits.then(|| cell_names("GreaterThan", puzzle.shape, &cells))
    }
}

impl Rule for Inequality {
    fn words(&self, shape: Shape) -> String {
        format!("{} < {}", shape.name(self.lower), shape.name(self.upper))
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        picture.less(self.lower, self.upper);
    }

    fn sketch(&self, sketch: &mut Sketch, _: Shape) -> bool {
        sketch.less(self.lower, self.upper)
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        vec![self.lower, self.upper]
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let label = self.words(builder.shape());
        builder.compare(&label, self.lower, Relation::Lt, (self.upper, 0))
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let (lower, upper) = (filled.value(self.lower), filled.value(self.upper));
        if lower < upper { Ok(()) } else { Err(RuleBreach::Pair { left: lower, right: upper }) }
    }

    fn write(&self, shape: Shape) -> Option<String> {
        Some(self.words(shape))
    }
}

impl FPuzzles for Inequality {}
