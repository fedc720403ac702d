//! Zipper lines: cells at the same distance from the middle have one sum.

use parallax_model::{ModelError, Relation};

use super::closed::is_closed;
use super::{Kind, Rule};
use crate::GridPuzzle;
use crate::errors::{Fault, FormError, JsonFault, RuleBreach};
use crate::filled::Filled;
use crate::fpuzzles::{Entry, FPuzzles, File};
use crate::iss::{Iss, Item, cell_names};
use crate::model::Builder;
use crate::picture::colours::ZIPPER;
use crate::picture::Picture;
use crate::plain::KeyLine;
use crate::shape::Shape;

/// Cells at the same distance from the middle sum to the digit in the middle; in a line of even
/// length, to one sum.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Zipper {
    /// The cells along the line.
    pub cells: Vec<usize>,
}

impl Kind for Zipper {
    const KEYS: &'static [&'static str] = &["zipper"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        line.no_arguments()?;
        Ok(line.tracks(2)?.into_iter().map(|cells| Zipper { cells }).collect())
    }
}

impl Iss for Zipper {
    const TYPES: &'static [&'static str] = &["Zipper"];

    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        Ok(vec![Zipper { cells: item.track(0, 2)? }])
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        (!is_closed(&self.cells)).then(|| cell_names("Zipper", puzzle.shape, &self.cells))
    }
}

impl Rule for Zipper {
    fn words(&self, shape: Shape) -> String {
        format!("zipper {}", shape.names(&self.cells))
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        picture.named_track(&self.cells, ZIPPER, "zipper");
        if let (1, Some(&middle)) = (self.cells.len() % 2, self.cells.get(self.cells.len() / 2)) {
            picture.ring(middle, ZIPPER);
        }
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        self.cells.clone()
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let label = self.words(builder.shape());
        let count = self.cells.len();
        let pair = |place: usize| [(1, self.cells[place]), (1, self.cells[count - 1 - place])];
        let innermost = match count % 2 {
            1 => vec![(-1, self.cells[count / 2])],
            _ if count < 2 => return Ok(()),
            _ => pair(count / 2 - 1).map(|(_, cell)| (-1, cell)).to_vec(),
        };
        let others = if count % 2 == 1 { count / 2 } else { count / 2 - 1 };
        for place in 0..others {
            let terms = [&pair(place)[..], &innermost[..]].concat();
            builder.sum(&label, &terms, Relation::Eq, 0)?;
        }
        Ok(())
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let values = filled.values(&self.cells);
        let count = values.len();
        let mut sums: Vec<i64> = (0..count / 2).map(|i| values[i] + values[count - 1 - i]).collect();
        if count % 2 == 1 {
            sums.push(values[count / 2]);
        }
        if sums.iter().all(|sum| *sum == sums[0]) { Ok(()) } else { Err(RuleBreach::Sums { sums }) }
    }

    fn write(&self, shape: Shape) -> Option<String> {
        Some(format!("zipper: {}", shape.names(&self.cells)))
    }
}

impl FPuzzles for Zipper {
    const NAMES: &'static [&'static str] = &["zipperline"];
    const FIELDS: &'static [&'static str] = &["lines"];

    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        Ok(entry.lines()?.into_iter().map(|cells| Zipper { cells }).collect())
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        file.line("zipperline", &self.cells);
        Ok(())
    }
}
