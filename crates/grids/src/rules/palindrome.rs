//! Palindromes: lines that read the same from both ends.

use parallax_model::{ModelError, Relation};

use super::closed::is_closed;
use super::{Kind, Rule};
use crate::GridPuzzle;
use crate::errors::{Fault, FormError, JsonFault, RuleBreach};
use crate::filled::Filled;
use crate::fpuzzles::{Entry, FPuzzles, File};
use crate::iss::{Iss, Item, cell_names};
use crate::model::Builder;
use crate::picture::colours::PALINDROME;
use crate::picture::Picture;
use crate::plain::KeyLine;
use crate::shape::Shape;

/// The cells at the same distance from both ends have equal digits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Palindrome {
    /// The cells along the line.
    pub cells: Vec<usize>,
}

impl Kind for Palindrome {
    const KEYS: &'static [&'static str] = &["palindrome"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        line.no_arguments()?;
        Ok(line.tracks(2)?.into_iter().map(|cells| Palindrome { cells }).collect())
    }
}

impl Iss for Palindrome {
    const TYPES: &'static [&'static str] = &["Palindrome"];

    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        Ok(vec![Palindrome { cells: item.track(0, 2)? }])
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        // A cell is equal to itself.
        let cells = match &self.cells[..] {
            [_, inner @ .., _] if is_closed(&self.cells) => inner,
            cells => cells,
        };
        (cells.len() > 1).then(|| cell_names("Palindrome", puzzle.shape, cells))
    }
}

impl Rule for Palindrome {
    fn words(&self, shape: Shape) -> String {
        format!("palindrome {}", shape.names(&self.cells))
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        picture.named_track(&self.cells, PALINDROME, "palindrome");
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        self.cells.clone()
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let label = self.words(builder.shape());
        let count = self.cells.len();
        for place in 0..count / 2 {
            let (left, right) = (self.cells[place], self.cells[count - 1 - place]);
            if left != right {
                builder.compare(&label, left, Relation::Eq, (right, 0))?;
            }
        }
        Ok(())
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let values = filled.values(&self.cells);
        if values.iter().eq(values.iter().rev()) {
            return Ok(());
        }
        Err(RuleBreach::Digits { digits: values })
    }

    fn write(&self, shape: Shape) -> Option<String> {
        Some(format!("palindrome: {}", shape.names(&self.cells)))
    }
}

impl FPuzzles for Palindrome {
    const NAMES: &'static [&'static str] = &["palindrome"];
    const FIELDS: &'static [&'static str] = &["lines"];

    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        Ok(entry.lines()?.into_iter().map(|cells| Palindrome { cells }).collect())
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        file.line("palindrome", &self.cells);
        Ok(())
    }
}
