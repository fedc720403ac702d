//! Whispers: neighbours on a line differ by much.

use parallax_model::{ModelError, Value};
use serde_json::json;

use super::{Kind, Rule};
use crate::GridPuzzle;
use crate::errors::{Fault, FormError, JsonFault, RuleBreach};
use crate::filled::Filled;
use crate::fpuzzles::{Entry, FPuzzles, File};
use crate::iss::{Iss, Item, cell_names};
use crate::model::Builder;
use crate::picture::colours::WHISPERS;
use crate::picture::Picture;
use crate::plain::KeyLine;
use crate::shape::Shape;

/// Cells that follow each other on the line differ by at least a number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Whispers {
    /// The cells along the line, which may return to a cell.
    pub cells: Vec<usize>,
    /// Minimum difference of neighbours. `None`: half of the number of digits, rounded up.
    pub difference: Option<i64>,
}

impl Kind for Whispers {
    const KEYS: &'static [&'static str] = &["whispers"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        let difference = line.number()?;
        let lines = line.paths()?.into_iter();
        Ok(lines.map(|cells| Whispers { cells, difference }).collect())
    }
}

impl Iss for Whispers {
    const TYPES: &'static [&'static str] = &["Whisper"];

    /// Reads a line, whose difference is 5 if none is said. `LOOP` at its end joins its ends.
    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        let is_cell = |text: &str| text.starts_with(['R', 'r']);
        let has_none = item.arguments().first().is_none_or(|field| is_cell(field.text));
        let (from, difference) = if has_none { (0, 5) } else { (1, item.number(0)?) };
        let cells = item.loop_path(from, 2)?;
        Ok(vec![Whispers { cells, difference: Some(difference) }])
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let usual = puzzle.digit_count().div_ceil(2) as i64;
        let head = format!("Whisper~{}", self.difference.unwrap_or(usual));
        Some(cell_names(&head, puzzle.shape, &self.cells))
    }
}

impl Rule for Whispers {
    fn words(&self, shape: Shape) -> String {
        match self.difference {
            Some(difference) => format!("whispers {difference} {}", shape.names(&self.cells)),
            None => format!("whispers {}", shape.names(&self.cells)),
        }
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        let number = self.difference.map_or_else(String::new, |number| format!(" {number}"));
        picture.named_track(&self.cells, WHISPERS, &format!("whispers{number}"));
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        self.cells.clone()
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let label = self.words(builder.shape());
        let usual = builder.puzzle.digit_count().div_ceil(2) as i64;
        let least = self.difference.unwrap_or(usual);
        for pair in self.cells.windows(2) {
            builder.table(&label, pair, |tuple: &[Value]| {
                i64::from(tuple[0].abs_diff(tuple[1])) >= least
            })?;
        }
        Ok(())
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let usual = (filled.puzzle.digit_count() as i64 + 1) / 2;
        let least = self.difference.unwrap_or(usual);
        for pair in filled.values(&self.cells).windows(2) {
            if pair[0] - pair[1] < least && pair[1] - pair[0] < least {
                let (left, right) = (pair[0], pair[1]);
                return Err(RuleBreach::Difference { left, right, least });
            }
        }
        Ok(())
    }

    fn write(&self, shape: Shape) -> Option<String> {
        let number = self.difference.map_or_else(String::new, |d| format!(" {d}"));
        Some(format!("whispers{number}: {}", shape.names(&self.cells)))
    }
}

impl FPuzzles for Whispers {
    const NAMES: &'static [&'static str] = &["whispers"];
    const FIELDS: &'static [&'static str] = &["lines", "value"];

    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        let difference = entry.number("value")?;
        Ok(entry.paths()?.into_iter().map(|cells| Whispers { cells, difference }).collect())
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        let lines = [file.names(&self.cells)];
        file.add(
            "whispers",
            match self.difference {
                Some(difference) => json!({ "lines": lines, "value": difference.to_string() }),
                None => json!({ "lines": lines }),
            },
        );
        Ok(())
    }
}
