//! Skyscrapers: the number of digits greater than all before them.

use parallax_model::{ModelError, Value};

use super::{GridRule, PlainRuleForm};
use crate::GridPuzzle;
use crate::errors::{
    GridFormError, GridRuleError, LocatedFPuzzlesError, LocatedTextError, RuleBreach,
};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::{FPuzzlesEntry, FPuzzlesRuleForm, FPuzzlesWriter};
use crate::iss::{IssItem, IssRuleForm, line_name};
use crate::model::GridModelBuilder;
use crate::picture::{GridPicture, TextBoardSketch};
use crate::plain::KeyLine;
use crate::shape::{GridShape, GridSide};

/// The number of digits of a line that are greater than all before them, from its side.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Skyscraper {
    /// The side from which one reads the line.
    pub side: GridSide,
    /// The number of the column or row, from 0.
    pub line_index: usize,
    /// The number.
    pub clue: i64,
}

impl PlainRuleForm for Skyscraper {
    const KEYS: &'static [&'static str] = &["skyscraper"];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        let (side, clues) = line.read_outside_clues()?;
        Ok(clues
            .into_iter()
            .map(|(place, clue)| Skyscraper { side, line_index: place, clue })
            .collect())
    }
}

impl IssRuleForm for Skyscraper {
    const TYPES: &'static [&'static str] = &["Skyscraper"];

    fn read_iss(item: &IssItem<'_>) -> Result<Vec<Self>, LocatedTextError> {
        // In ISS, a building of height 0 is none.
        item.digits_from_one()?;
        let clues = item.outside_clues()?.into_iter();
        Ok(clues.map(|(side, place, clue)| Skyscraper { side, line_index: place, clue }).collect())
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let (line, is_forwards) = line_name(self.side, self.line_index);
        let backwards = if is_forwards { "" } else { "~" };
        let fits = puzzle.digits.0 == 1 && self.clue > 0;
        fits.then(|| format!("Skyscraper~{line}{backwards}~{}", self.clue))
    }
}

impl GridRule for Skyscraper {
    fn describe_rule(&self, _: GridShape) -> String {
        format!("skyscraper {} {} = {}", self.side.plain_word(), self.line_index + 1, self.clue)
    }

    fn draw_rule(&self, picture: &mut GridPicture, _: GridShape) {
        let clue = Some(self.clue.to_string());
        picture.draw_clues("skyscraper", (self.side, self.line_index), clue);
    }

    fn sketch_signs(&self, sketch: &mut TextBoardSketch, _: GridShape) -> bool {
        sketch.put_outside_clues(
            "skyscraper",
            (self.side, self.line_index),
            Some(self.clue.to_string()),
        )
    }

    fn named_cells(&self, shape: GridShape) -> Vec<usize> {
        shape.line_cells(self.side, self.line_index)
    }

    fn validate_rule(&self, puzzle: &GridPuzzle) -> Result<(), GridRuleError> {
        let cells = self.named_cells(puzzle.shape).len();
        if (1..=cells as i64).contains(&self.clue) {
            return Ok(());
        }
        Err(GridRuleError::SkyscraperClue { clue: self.describe_rule(puzzle.shape), cells })
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let (label, cells) =
            (self.describe_rule(builder.grid_shape()), self.named_cells(builder.grid_shape()));
        let clue = self.clue;
        let next = |&(highest, seen): &(Option<Value>, i64), _: usize, digit: Value| {
            if highest.is_some_and(|highest| digit <= highest) {
                return Some((highest, seen));
            }
            // The count never falls, so a digit seen beyond the clue breaks the rule for good.
            (seen < clue).then_some((Some(digit), seen + 1))
        };
        builder.post_machine(&label, &cells, (None, 0), next, |&(_, seen)| seen == clue)
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let values = filled.cell_values(&self.named_cells(filled.grid_shape()));
        let seen =
            (0..values.len()).filter(|&i| values[..i].iter().all(|v| *v < values[i])).count();
        if seen as i64 == self.clue { Ok(()) } else { Err(RuleBreach::Skyline { seen }) }
    }

    fn write_line(&self, shape: GridShape) -> Option<String> {
        let clue =
            |place| if place == self.line_index { self.clue.to_string() } else { ".".to_owned() };
        let clues: Vec<String> = (0..shape.line_count(self.side)).map(clue).collect();
        Some(format!("skyscraper {}: {}", self.side.plain_word(), clues.join(" ")))
    }
}

impl FPuzzlesRuleForm for Skyscraper {
    const NAMES: &'static [&'static str] = &["skyscraper"];
    const FIELDS: &'static [&'static str] = &["cell", "value"];

    fn read_entry(entry: &FPuzzlesEntry<'_>) -> Result<Vec<Self>, LocatedFPuzzlesError> {
        let clue = entry.read_clue()?.into_iter();
        Ok(clue.map(|(side, place, clue)| Skyscraper { side, line_index: place, clue }).collect())
    }

    fn write_entries(&self, file: &mut FPuzzlesWriter<'_>) -> Result<(), GridFormError> {
        file.add_clue("skyscraper", self.side, self.line_index, self.clue);
        Ok(())
    }
}
