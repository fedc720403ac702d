//! The form of rules about the cells along a line: their texts, their picture, and their places in
//! f-puzzles and in constraint strings.

use parallax_model::ModelError;

use super::closed::is_closed;
use super::{AnyRule, Kind, Rule};
use crate::GridPuzzle;
use crate::errors::{Fault, FormError, JsonFault, RuleBreach, RuleError};
use crate::filled::Filled;
use crate::fpuzzles::{Entry, FPuzzles, File};
use crate::iss::{Iss, Item, cell_names};
use crate::model::Builder;
use crate::picture::Picture;
use crate::plain::KeyLine;
use crate::shape::Shape;

/// A rule about the cells along a line, without other parameters. All traits of rules follow from it.
pub(crate) trait LineRule: Into<AnyRule> {
    /// The key of the plain form, which also labels constraints and pictures.
    const KEY: &'static str;
    /// The smallest number of cells.
    const LEAST: usize = 2;
    /// The colour of the line in pictures.
    const COLOUR: &'static str;
    /// The key of f-puzzles.
    const FPUZZLES: &'static [&'static str];
    /// The type of constraint strings, if one says the same.
    const ISS: &'static [&'static str] = &[];

    /// Creates the rule of cells along a line.
    fn new(cells: Vec<usize>) -> Self;

    /// Returns the cells along the line.
    fn line(&self) -> &[usize];

    /// Returns the cells that have a ring in pictures.
    fn ringed_cells(&self) -> Vec<usize> {
        Vec::new()
    }

    /// Returns the cells of the line in a constraint string. `None` if it has no such line: by
    /// default, a closed one.
    fn iss_cells(&self, _: &GridPuzzle) -> Option<Vec<usize>> {
        (!is_closed(self.line())).then(|| self.line().to_vec())
    }

    /// Returns the lines of an entry of f-puzzles that say something.
    ///
    /// # Errors
    /// Returns the fault of the first value that is not as expected.
    fn entry_lines(entry: &Entry<'_>) -> Result<Vec<Vec<usize>>, JsonFault> {
        entry.lines()
    }

    /// Requires that the line fits the board, as [`Rule::validate`](super::Rule::validate) does.
    ///
    /// # Errors
    /// Returns what is wrong and what was expected.
    fn validate_line(&self, _: &GridPuzzle) -> Result<(), RuleError> {
        Ok(())
    }

    /// Adds the constraints with a label.
    ///
    /// # Errors
    /// Returns an error if numbers do not fit a model.
    fn post_line(&self, builder: &mut Builder<'_>, label: &str) -> Result<(), ModelError>;

    /// Checks a filled grid.
    ///
    /// # Errors
    /// Returns how the rule is broken.
    fn check_line(&self, filled: &Filled<'_>) -> Result<(), RuleBreach>;
}

/// Returns the cells at the ends of a line.
pub(super) fn end_cells(cells: &[usize]) -> Vec<usize> {
    [cells.first(), cells.last()].into_iter().flatten().copied().collect()
}

impl<L: LineRule> Kind for L {
    const KEYS: &'static [&'static str] = &[L::KEY];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        line.no_arguments()?;
        Ok(line.tracks(L::LEAST)?.into_iter().map(L::new).collect())
    }
}

impl<L: LineRule> Iss for L {
    const TYPES: &'static [&'static str] = L::ISS;

    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        Ok(vec![L::new(item.track(0, L::LEAST)?)])
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        Some(cell_names(L::ISS.first()?, puzzle.shape, &self.iss_cells(puzzle)?))
    }
}

impl<L: LineRule> Rule for L {
    fn words(&self, shape: Shape) -> String {
        format!("{} {}", L::KEY, shape.names(self.line()))
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        picture.named_track(self.line(), L::COLOUR, L::KEY);
        for cell in self.ringed_cells() {
            picture.ring(cell, L::COLOUR);
        }
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        self.line().to_vec()
    }

    fn validate(&self, puzzle: &GridPuzzle) -> Result<(), RuleError> {
        self.validate_line(puzzle)
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let label = self.words(builder.shape());
        self.post_line(builder, &label)
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        self.check_line(filled)
    }

    fn write(&self, shape: Shape) -> Option<String> {
        Some(format!("{}: {}", L::KEY, shape.names(self.line())))
    }
}

impl<L: LineRule> FPuzzles for L {
    const NAMES: &'static [&'static str] = L::FPUZZLES;
    const FIELDS: &'static [&'static str] = &["lines"];

    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        Ok(L::entry_lines(entry)?.into_iter().map(L::new).collect())
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        L::FPUZZLES.iter().for_each(|key| file.line(key, self.line()));
        Ok(())
    }
}
