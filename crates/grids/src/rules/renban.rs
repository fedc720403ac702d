//! Renban lines: consecutive digits in any order.

use parallax_model::{ModelError};

use super::closed::distinct_cells;
use super::{Kind, Rule};
use super::different::longest;
use super::straight::{check_consecutive, post_consecutive};
use crate::GridPuzzle;
use crate::errors::{Fault, FormError, JsonFault, RuleBreach, RuleError};
use crate::filled::Filled;
use crate::fpuzzles::{Entry, FPuzzles, File};
use crate::iss::{Iss, Item, cell_names};
use crate::model::Builder;
use crate::picture::colours::RENBAN;
use crate::picture::Picture;
use crate::plain::KeyLine;
use crate::shape::Shape;

/// The cells have consecutive digits in any order. A closed line has each cell once.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Renban {
    /// The cells.
    pub cells: Vec<usize>,
}

impl Kind for Renban {
    const KEYS: &'static [&'static str] = &["renban"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        line.no_arguments()?;
        Ok(line.tracks(2)?.into_iter().map(|cells| Renban { cells }).collect())
    }
}

impl Iss for Renban {
    const TYPES: &'static [&'static str] = &["Renban"];

    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        Ok(vec![Renban { cells: item.track(0, 2)? }])
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        Some(cell_names("Renban", puzzle.shape, distinct_cells(&self.cells)))
    }
}

impl Rule for Renban {
    fn words(&self, shape: Shape) -> String {
        format!("renban {}", shape.names(&self.cells))
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        picture.named_track(&self.cells, RENBAN, "renban");
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        self.cells.clone()
    }

    fn validate(&self, puzzle: &GridPuzzle) -> Result<(), RuleError> {
        longest(puzzle, self.words(puzzle.shape), distinct_cells(&self.cells))
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        post_consecutive(builder, &self.words(builder.shape()), distinct_cells(&self.cells))
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        check_consecutive(filled, distinct_cells(&self.cells))
    }

    fn write(&self, shape: Shape) -> Option<String> {
        Some(format!("renban: {}", shape.names(&self.cells)))
    }
}

impl FPuzzles for Renban {
    const NAMES: &'static [&'static str] = &["renban"];
    const FIELDS: &'static [&'static str] = &["lines"];

    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        Ok(entry.lines()?.into_iter().map(|cells| Renban { cells }).collect())
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        file.line("renban", &self.cells);
        Ok(())
    }
}
