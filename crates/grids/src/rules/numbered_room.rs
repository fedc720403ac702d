//! Numbered rooms: the digit at the place that the first digit of a line names.

use parallax_model::{ComparisonOperator, ModelError, Value};

use super::{GridRule, PlainRuleForm};
use crate::GridPuzzle;
use crate::errors::{GridRuleError, LocatedTextError, RuleBreach};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::FPuzzlesRuleForm;
use crate::iss::{IssItem, IssRuleForm, line_name};
use crate::model::GridModelBuilder;
use crate::picture::{GridPicture, TextBoardSketch};
use crate::plain::KeyLine;
use crate::shape::{GridShape, GridSide};

/// The digit at place x of a line, where x is its first digit.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NumberedRoom {
    /// The side from which one reads the line.
    pub side: GridSide,
    /// The number of the column or row, from 0.
    pub line_index: usize,
    /// The digit at that place.
    pub clue: i64,
}

impl PlainRuleForm for NumberedRoom {
    const KEYS: &'static [&'static str] = &["numbered room"];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        let (side, clues) = line.read_outside_clues()?;
        Ok(clues
            .into_iter()
            .map(|(place, clue)| NumberedRoom { side, line_index: place, clue })
            .collect())
    }
}

impl IssRuleForm for NumberedRoom {
    const TYPES: &'static [&'static str] = &["NumberedRoom"];

    fn read_iss(item: &IssItem<'_>) -> Result<Vec<Self>, LocatedTextError> {
        item.digits_from_one()?;
        let clues = item.outside_clues()?.into_iter();
        Ok(clues
            .map(|(side, place, clue)| NumberedRoom { side, line_index: place, clue })
            .collect())
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let (line, is_forwards) = line_name(self.side, self.line_index);
        let backwards = if is_forwards { "" } else { "~" };
        let fits = puzzle.digits.0 == 1 && self.clue > 0;
        fits.then(|| format!("NumberedRoom~{line}{backwards}~{}", self.clue))
    }
}

impl GridRule for NumberedRoom {
    fn describe_rule(&self, _: GridShape) -> String {
        format!("numbered room {} {} = {}", self.side.plain_word(), self.line_index + 1, self.clue)
    }

    fn draw_rule(&self, picture: &mut GridPicture, _: GridShape) {
        let clue = Some(self.clue.to_string());
        picture.draw_clues("numbered room", (self.side, self.line_index), clue);
    }

    fn sketch_signs(&self, sketch: &mut TextBoardSketch, _: GridShape) -> bool {
        sketch.put_outside_clues(
            "numbered room",
            (self.side, self.line_index),
            Some(self.clue.to_string()),
        )
    }

    fn named_cells(&self, shape: GridShape) -> Vec<usize> {
        shape.line_cells(self.side, self.line_index)
    }

    fn validate_rule(&self, puzzle: &GridPuzzle) -> Result<(), GridRuleError> {
        GridRuleError::check_digit(self.clue, puzzle.digits)
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let (label, cells) =
            (self.describe_rule(builder.grid_shape()), self.named_cells(builder.grid_shape()));
        for digit in builder.digit_values() {
            let away = (cells[0], ComparisonOperator::Ne, digit);
            let target = usize::try_from(digit - 1).ok().and_then(|index| cells.get(index));
            // A first digit beyond the line leaves no room for the clue, so the line cannot begin
            // with it.
            match (target, Value::try_from(self.clue)) {
                (Some(&cell), Ok(clue)) => {
                    builder.post_clause(&label, &[away, (cell, ComparisonOperator::Eq, clue)])?;
                }
                _ => builder.post_clause(&label, &[away])?,
            }
        }
        Ok(())
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let values = filled.cell_values(&self.named_cells(filled.grid_shape()));
        let index = usize::try_from(values[0] - 1).unwrap_or(usize::MAX);
        match values.get(index) {
            Some(&found) if found == self.clue => Ok(()),
            Some(&found) => Err(RuleBreach::Room { place: values[0], found }),
            None => Err(RuleBreach::NoRoom { place: values[0] }),
        }
    }

    fn write_line(&self, shape: GridShape) -> Option<String> {
        let clue =
            |place| if place == self.line_index { self.clue.to_string() } else { ".".to_owned() };
        let clues: Vec<String> = (0..shape.line_count(self.side)).map(clue).collect();
        Some(format!("numbered room {}: {}", self.side.plain_word(), clues.join(" ")))
    }
}

impl FPuzzlesRuleForm for NumberedRoom {}
