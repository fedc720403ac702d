//! Whispers: neighbours on a line differ by much.

use parallax_model::{ModelError, Value};
use serde_json::json;

use super::{GridRule, PlainRuleForm};
use crate::GridPuzzle;
use crate::errors::{GridFormError, LocatedFPuzzlesError, LocatedTextError, RuleBreach};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::{FPuzzlesEntry, FPuzzlesRuleForm, FPuzzlesWriter};
use crate::iss::{IssItem, IssRuleForm, cell_names};
use crate::model::GridModelBuilder;
use crate::picture::GridPicture;
use crate::picture::colours::WHISPERS_COLOUR;
use crate::plain::KeyLine;
use crate::shape::GridShape;

/// Cells that follow each other on the line differ by at least a number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Whispers {
    /// The cells along the line, which may return to a cell.
    pub cells: Vec<usize>,
    /// Minimum difference of neighbours. `None`: half of the number of digits, rounded up.
    pub difference: Option<i64>,
}

impl PlainRuleForm for Whispers {
    const KEYS: &'static [&'static str] = &["whispers"];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        let difference = line.read_number()?;
        let lines = line.read_paths()?.into_iter();
        Ok(lines.map(|cells| Whispers { cells, difference }).collect())
    }
}

impl IssRuleForm for Whispers {
    const TYPES: &'static [&'static str] = &["Whisper"];

    /// Reads a line, whose difference is 5 if none is said. `LOOP` at its end joins its ends.
    fn read_iss(item: &IssItem<'_>) -> Result<Vec<Self>, LocatedTextError> {
        let is_cell = |text: &str| text.starts_with(['R', 'r']);
        let has_none = item.argument_fields().first().is_none_or(|field| is_cell(field.text));
        let (from, difference) = if has_none { (0, 5) } else { (1, item.argument_number(0)?) };
        let cells = item.loop_path(from, 2)?;
        Ok(vec![Whispers { cells, difference: Some(difference) }])
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let usual = puzzle.digit_count().div_ceil(2) as i64;
        let head = format!("Whisper~{}", self.difference.unwrap_or(usual));
        Some(cell_names(&head, puzzle.shape, &self.cells))
    }
}

impl GridRule for Whispers {
    fn describe_rule(&self, shape: GridShape) -> String {
        match self.difference {
            Some(difference) => format!("whispers {difference} {}", shape.cell_names(&self.cells)),
            None => format!("whispers {}", shape.cell_names(&self.cells)),
        }
    }

    fn draw_rule(&self, picture: &mut GridPicture, _: GridShape) {
        let number = self.difference.map_or_else(String::new, |number| format!(" {number}"));
        picture.named_track(&self.cells, WHISPERS_COLOUR, &format!("whispers{number}"));
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        self.cells.clone()
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let label = self.describe_rule(builder.grid_shape());
        let usual = builder.puzzle.digit_count().div_ceil(2) as i64;
        let min_difference = self.difference.unwrap_or(usual);
        for pair in self.cells.windows(2) {
            builder.post_table(&label, pair, |tuple: &[Value]| {
                i64::from(tuple[0].abs_diff(tuple[1])) >= min_difference
            })?;
        }
        Ok(())
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let usual = (filled.puzzle.digit_count() as i64 + 1) / 2;
        let least = self.difference.unwrap_or(usual);
        for pair in filled.cell_values(&self.cells).windows(2) {
            if pair[0] - pair[1] < least && pair[1] - pair[0] < least {
                let (left, right) = (pair[0], pair[1]);
                return Err(RuleBreach::Difference { left, right, least });
            }
        }
        Ok(())
    }

    fn write_line(&self, shape: GridShape) -> Option<String> {
        let number = self.difference.map_or_else(String::new, |d| format!(" {d}"));
        Some(format!("whispers{number}: {}", shape.cell_names(&self.cells)))
    }
}

impl FPuzzlesRuleForm for Whispers {
    const NAMES: &'static [&'static str] = &["whispers"];
    const FIELDS: &'static [&'static str] = &["lines", "value"];

    fn read_entry(entry: &FPuzzlesEntry<'_>) -> Result<Vec<Self>, LocatedFPuzzlesError> {
        let difference = entry.field_number("value")?;
        Ok(entry.read_paths()?.into_iter().map(|cells| Whispers { cells, difference }).collect())
    }

    fn write_entries(&self, file: &mut FPuzzlesWriter<'_>) -> Result<(), GridFormError> {
        let lines = [file.cell_names(&self.cells)];
        file.add_entry(
            "whispers",
            match self.difference {
                Some(difference) => json!({ "lines": lines, "value": difference.to_string() }),
                None => json!({ "lines": lines }),
            },
        );
        Ok(())
    }
}
