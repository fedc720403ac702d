//! Lockout lines: digits outside of the range of those at the ends.

use parallax_model::{ModelError, Value};

use super::closed::is_closed;
use super::{Kind, Rule};
use crate::GridPuzzle;
use crate::errors::{Fault, RuleBreach};
use crate::filled::Filled;
use crate::iss::{Iss, Item, cell_names};
use crate::fpuzzles::FPuzzles;
use crate::model::Builder;
use crate::picture::Picture;
use crate::picture::colours::LOCKOUT;
use crate::plain::KeyLine;
use crate::shape::Shape;

/// The digits at the ends differ by at least a number, and no digit of the line equals one of them
/// or lies between them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lockout {
    /// The cells along the line, three or more.
    pub cells: Vec<usize>,
    /// Minimum difference of the ends. `None`: half of the number of digits, rounded down.
    pub difference: Option<i64>,
}

impl Kind for Lockout {
    const KEYS: &'static [&'static str] = &["lockout"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        let difference = line.number()?;
        let lines = line.tracks(3)?.into_iter();
        Ok(lines.map(|cells| Lockout { cells, difference }).collect())
    }
}

impl Iss for Lockout {
    const TYPES: &'static [&'static str] = &["Lockout"];

    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        let difference = Some(item.number(0)?);
        Ok(vec![Lockout { cells: item.track(1, 3)?, difference }])
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let head = format!("Lockout~{}", self.least(puzzle));
        (!is_closed(&self.cells)).then(|| cell_names(&head, puzzle.shape, &self.cells))
    }
}

impl Lockout {
    fn key(&self) -> String {
        match self.difference {
            Some(difference) => format!("lockout {difference}"),
            None => "lockout".to_owned(),
        }
    }

    fn least(&self, puzzle: &GridPuzzle) -> i64 {
        self.difference.unwrap_or(puzzle.digit_count() as i64 / 2)
    }
}

impl Rule for Lockout {
    fn words(&self, shape: Shape) -> String {
        format!("{} {}", self.key(), shape.names(&self.cells))
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        picture.named_track(&self.cells, LOCKOUT, &self.key());
        for end in [self.cells.first(), self.cells.last()].into_iter().flatten() {
            picture.ring(*end, LOCKOUT);
        }
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        self.cells.clone()
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let label = self.words(builder.shape());
        let [first, inner @ .., last] = &self.cells[..] else { return Ok(()) };
        let least = self.least(builder.puzzle);
        for &cell in inner {
            builder.table(&label, &[*first, cell, *last], |tuple: &[Value]| {
                let (low, high) = (tuple[0].min(tuple[2]), tuple[0].max(tuple[2]));
                i64::from(high - low) >= least && (tuple[1] < low || tuple[1] > high)
            })?;
        }
        Ok(())
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let values = filled.values(&self.cells);
        let [first, inner @ .., last] = &values[..] else { return Ok(()) };
        let least = self.least(filled.puzzle);
        let (first, last) = (*first, *last);
        if first - last < least && last - first < least {
            return Err(RuleBreach::CloseEnds { first, last });
        }
        let range = first.min(last)..=first.max(last);
        match inner.iter().find(|value| range.contains(value)) {
            Some(&value) => Err(RuleBreach::Inside { value, first, last }),
            None => Ok(()),
        }
    }

    fn write(&self, shape: Shape) -> Option<String> {
        Some(format!("{}: {}", self.key(), shape.names(&self.cells)))
    }
}

impl FPuzzles for Lockout {}
