//! Between lines: digits strictly between those at the ends.

use parallax_model::{ModelError, Value};

use super::closed::is_closed;
use super::{Kind, Rule};
use crate::GridPuzzle;
use crate::errors::{Fault, FormError, JsonFault, RuleBreach};
use crate::filled::Filled;
use crate::fpuzzles::{Entry, FPuzzles, File};
use crate::iss::{Iss, Item, cell_names};
use crate::model::Builder;
use crate::picture::colours::BETWEEN;
use crate::picture::Picture;
use crate::plain::KeyLine;
use crate::shape::Shape;

/// The digits inside of the line are strictly between those at its ends.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Between {
    /// The cells along the line, three or more.
    pub cells: Vec<usize>,
}

impl Kind for Between {
    const KEYS: &'static [&'static str] = &["between"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        line.no_arguments()?;
        Ok(line.tracks(3)?.into_iter().map(|cells| Between { cells }).collect())
    }
}

impl Iss for Between {
    const TYPES: &'static [&'static str] = &["Between"];

    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        Ok(vec![Between { cells: item.track(0, 3)? }])
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        (!is_closed(&self.cells)).then(|| cell_names("Between", puzzle.shape, &self.cells))
    }
}

impl Rule for Between {
    fn words(&self, shape: Shape) -> String {
        format!("between {}", shape.names(&self.cells))
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        picture.named_track(&self.cells, BETWEEN, "between");
        for end in [self.cells.first(), self.cells.last()].into_iter().flatten() {
            picture.ring(*end, BETWEEN);
        }
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        self.cells.clone()
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let label = self.words(builder.shape());
        let [first, inner @ .., last] = &self.cells[..] else { return Ok(()) };
        for &cell in inner {
            builder.table(&label, &[*first, cell, *last], |tuple: &[Value]| {
                let (low, high) = (tuple[0].min(tuple[2]), tuple[0].max(tuple[2]));
                low < tuple[1] && tuple[1] < high
            })?;
        }
        Ok(())
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let values = filled.values(&self.cells);
        let [first, inner @ .., last] = &values[..] else { return Ok(()) };
        let inside = |value: &i64| (first < value && value < last) || (last < value && value < first);
        if inner.iter().all(inside) { Ok(()) } else { Err(RuleBreach::Digits { digits: values }) }
    }

    fn write(&self, shape: Shape) -> Option<String> {
        Some(format!("between: {}", shape.names(&self.cells)))
    }
}

impl FPuzzles for Between {
    const NAMES: &'static [&'static str] = &["betweenline"];
    const FIELDS: &'static [&'static str] = &["lines"];

    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        // Two ends have nothing between them.
        let lines = entry.lines()?.into_iter().filter(|cells| cells.len() > 2);
        Ok(lines.map(|cells| Between { cells }).collect())
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        file.line("betweenline", &self.cells);
        Ok(())
    }
}
