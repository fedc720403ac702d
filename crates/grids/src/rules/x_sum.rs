//! X-sums: the sum of the first x digits of a line that begins with x. The sum of no digits is 0.

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

/// The first x digits of a line have a sum, where x is the first of them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct XSum {
    /// The side from which one reads the line.
    pub side: GridSide,
    /// The number of the column or row, from 0.
    pub line_index: usize,
    /// The sum.
    pub clue: i64,
}

impl PlainRuleForm for XSum {
    const KEYS: &'static [&'static str] = &["x-sum"];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        let (side, clues) = line.read_outside_clues()?;
        Ok(clues.into_iter().map(|(place, clue)| XSum { side, line_index: place, clue }).collect())
    }
}

impl IssRuleForm for XSum {
    const TYPES: &'static [&'static str] = &["XSum"];

    fn read_iss(item: &IssItem<'_>) -> Result<Vec<Self>, LocatedTextError> {
        let clues = item.outside_clues()?.into_iter();
        Ok(clues.map(|(side, place, clue)| XSum { side, line_index: place, clue }).collect())
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let (line, is_forwards) = line_name(self.side, self.line_index);
        let backwards = if is_forwards { "" } else { "~" };
        // In ISS, a clue of 0 is an error, and a line of one cell says nothing.
        let has_line = puzzle.shape.line_cells(self.side, self.line_index).len() > 1;
        let fits = puzzle.digits.0 >= 0 && self.clue > 0 && has_line;
        fits.then(|| format!("XSum~{line}{backwards}~{}", self.clue))
    }
}

impl GridRule for XSum {
    fn describe_rule(&self, _: GridShape) -> String {
        format!("x-sum {} {} = {}", self.side.plain_word(), self.line_index + 1, self.clue)
    }

    fn draw_rule(&self, picture: &mut GridPicture, _: GridShape) {
        let clue = Some(self.clue.to_string());
        picture.draw_clues("x-sum", (self.side, self.line_index), clue);
    }

    fn sketch_signs(&self, sketch: &mut TextBoardSketch, _: GridShape) -> bool {
        sketch.put_outside_clues("x-sum", (self.side, self.line_index), Some(self.clue.to_string()))
    }

    fn named_cells(&self, shape: GridShape) -> Vec<usize> {
        shape.line_cells(self.side, self.line_index)
    }

    fn validate_rule(&self, puzzle: &GridPuzzle) -> Result<(), GridRuleError> {
        if puzzle.digits.0 >= 0 {
            return Ok(());
        }
        Err(GridRuleError::XSumDigits)
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let (label, cells) =
            (self.describe_rule(builder.grid_shape()), self.named_cells(builder.grid_shape()));
        // The state is the number of digits that follow, and their sum. A line that begins with 0
        // has no digit in its sum.
        let (length, clue) = (cells.len() as i64, self.clue);
        let next = |&(follow, left): &(i64, i64), index: usize, digit: Value| {
            let digit = i64::from(digit);
            match index {
                0 if digit == 0 => Some((0, clue)),
                // The line must have as many cells as its first digit, and the first digit is in
                // the sum.
                0 => ((1..=length).contains(&digit)).then_some((digit - 1, clue - digit)),
                _ if follow == 0 => Some((0, left)),
                _ => (digit <= left).then_some((follow - 1, left - digit)),
            }
        };
        builder.post_machine(&label, &cells, (0, 0), next, |&state| state == (0, 0))
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let values = filled.cell_values(&self.named_cells(filled.grid_shape()));
        let first = usize::try_from(values[0]).ok().filter(|&x| x <= values.len());
        match first.map(|x| values[..x].iter().sum::<i64>()) {
            Some(sum) if sum == self.clue => Ok(()),
            Some(found) => Err(RuleBreach::ClueSum { found }),
            None => Err(RuleBreach::XSumStart { digit: values[0] }),
        }
    }

    fn write_line(&self, shape: GridShape) -> Option<String> {
        let clue =
            |place| if place == self.line_index { self.clue.to_string() } else { ".".to_owned() };
        let clues: Vec<String> = (0..shape.line_count(self.side)).map(clue).collect();
        Some(format!("x-sum {}: {}", self.side.plain_word(), clues.join(" ")))
    }
}

impl FPuzzlesRuleForm for XSum {
    const NAMES: &'static [&'static str] = &["xsum"];
    const FIELDS: &'static [&'static str] = &["cell", "value"];

    fn read_entry(entry: &FPuzzlesEntry<'_>) -> Result<Vec<Self>, LocatedFPuzzlesError> {
        let clue = entry.read_clue()?.into_iter();
        Ok(clue.map(|(side, place, clue)| XSum { side, line_index: place, clue }).collect())
    }

    fn write_entries(&self, file: &mut FPuzzlesWriter<'_>) -> Result<(), GridFormError> {
        file.add_clue("xsum", self.side, self.line_index, self.clue);
        Ok(())
    }
}
