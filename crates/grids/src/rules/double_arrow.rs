//! Double arrows: the digits between two circles sum to those in the circles.

use parallax_model::{ModelError, Relation};

use super::closed::is_closed;
use super::{Kind, Rule};
use crate::GridPuzzle;
use crate::errors::{Fault, FormError, JsonError, JsonFault, RuleBreach};
use crate::filled::Filled;
use crate::fpuzzles::{Entry, FPuzzles, File};
use crate::iss::{Iss, Item, cell_names};
use crate::model::Builder;
use crate::picture::Picture;
use crate::picture::colours::DOUBLE_ARROW;
use crate::plain::KeyLine;
use crate::shape::Shape;

/// The digits inside of the line have the same sum as the two at its ends.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DoubleArrow {
    /// The cells along the line, three or more.
    pub cells: Vec<usize>,
}

impl Kind for DoubleArrow {
    const KEYS: &'static [&'static str] = &["double arrow"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        line.no_arguments()?;
        Ok(line.tracks(3)?.into_iter().map(|cells| DoubleArrow { cells }).collect())
    }
}

impl Iss for DoubleArrow {
    const TYPES: &'static [&'static str] = &["DoubleArrow"];

    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        Ok(vec![DoubleArrow { cells: item.track(0, 3)? }])
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        (!is_closed(&self.cells)).then(|| cell_names("DoubleArrow", puzzle.shape, &self.cells))
    }
}

impl Rule for DoubleArrow {
    fn words(&self, shape: Shape) -> String {
        format!("double arrow {}", shape.names(&self.cells))
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        picture.named_track(&self.cells, DOUBLE_ARROW, "double arrow");
        for end in [self.cells.first(), self.cells.last()].into_iter().flatten() {
            picture.ring(*end, DOUBLE_ARROW);
        }
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        self.cells.clone()
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let label = self.words(builder.shape());
        let last = self.cells.len().saturating_sub(1);
        let sign = |place: usize| if place == 0 || place == last { -1 } else { 1 };
        let terms: Vec<(i64, usize)> =
            self.cells.iter().enumerate().map(|(place, &cell)| (sign(place), cell)).collect();
        builder.sum(&label, &terms, Relation::Eq, 0)
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let [first, inner @ .., last] = &self.cells[..] else { return Ok(()) };
        let ends = filled.value(*first) + filled.value(*last);
        let inside = filled.sum(inner);
        if ends == inside {
            return Ok(());
        }
        Err(RuleBreach::Ends { ends, inside })
    }

    fn write(&self, shape: Shape) -> Option<String> {
        Some(format!("double arrow: {}", shape.names(&self.cells)))
    }
}

impl FPuzzles for DoubleArrow {
    const NAMES: &'static [&'static str] = &["doublearrow"];
    const FIELDS: &'static [&'static str] = &["lines"];

    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        let lines = entry.lines()?;
        if lines.iter().any(|cells| cells.len() < 3) {
            return Err(entry.fault_in("lines", JsonError::DoubleArrowLength));
        }
        Ok(lines.into_iter().map(|cells| DoubleArrow { cells }).collect())
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        file.line("doublearrow", &self.cells);
        Ok(())
    }
}
