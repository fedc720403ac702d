//! Little killers: sums along diagonals, whose digits may repeat.

use parallax_model::{ComparisonOperator, ModelError};
use serde_json::json;

use super::{GridRule, PlainRuleForm};
use crate::GridPuzzle;
use crate::errors::{
    FPuzzlesJsonError, GridFormError, LocatedFPuzzlesError, LocatedTextError, PlainLineError,
    RuleBreach,
};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::{FPuzzlesEntry, FPuzzlesRuleForm, FPuzzlesWriter};
use crate::iss::{IssItem, IssRuleForm, cell_name};
use crate::model::GridModelBuilder;
use crate::picture::{GridPicture, TextBoardSketch};
use crate::plain::KeyLine;
use crate::shape::{GridShape, Step};

/// The digits of a diagonal, from a cell at the border to the other border, have a sum.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LittleKiller {
    /// The cell where the diagonal begins.
    pub start: usize,
    /// Its direction.
    pub direction: Step,
    /// The sum.
    pub sum: i64,
}

/// The directions and their words: down or up, then right or left.
const DIRECTION_WORDS: [(&str, Step); 4] =
    [("dr", (1, 1)), ("dl", (1, -1)), ("ur", (-1, 1)), ("ul", (-1, -1))];

/// Returns the direction of a word.
pub(crate) fn parse_direction(word: &str) -> Option<Step> {
    DIRECTION_WORDS.iter().find(|(name, _)| *name == word).map(|&(_, step)| step)
}

impl LittleKiller {
    /// Whether the diagonal comes from outside of the grid.
    pub(crate) fn starts_at_border(shape: GridShape, start: usize, (down, right): Step) -> bool {
        shape.step_from(start, (-down, -right)).is_none()
    }

    /// Returns the cells of the diagonal.
    pub(crate) fn diagonal_cells(&self, shape: GridShape) -> Vec<usize> {
        std::iter::successors(Some(self.start), |&cell| shape.step_from(cell, self.direction))
            .collect()
    }

    fn direction_word(&self) -> &'static str {
        DIRECTION_WORDS
            .iter()
            .find(|(_, step)| *step == self.direction)
            .map_or("", |(name, _)| name)
    }
}

impl PlainRuleForm for LittleKiller {
    const KEYS: &'static [&'static str] = &["little killer"];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        let sum =
            line.read_number()?.ok_or_else(|| line.absence_error("'little killer 22: r1c1 dr'"))?;
        let mut rules = Vec::new();
        for words in line.split_groups()? {
            let [cell, word] = words[..] else {
                return Err(line.absence_error("a cell and a direction, as in 'r1c1 dr'"));
            };
            let start = line.read_cell(cell)?;
            let direction = parse_direction(word.text).ok_or_else(|| {
                let (found, expected) = (word.text.to_owned(), "dr, dl, ur or ul");
                LocatedTextError::at_column(
                    word.column,
                    PlainLineError::Mismatch { found, expected },
                )
            })?;
            if !LittleKiller::starts_at_border(line.shape, start, direction) {
                let error = PlainLineError::InnerStart { found: cell.text.to_owned() };
                return Err(LocatedTextError::at_column(cell.column, error));
            }
            rules.push(LittleKiller { start, direction, sum });
        }
        Ok(rules)
    }
}

impl IssRuleForm for LittleKiller {
    const TYPES: &'static [&'static str] = &["LittleKiller"];

    fn read_iss(item: &IssItem<'_>) -> Result<Vec<Self>, LocatedTextError> {
        let sum = item.argument_number(0)?;
        let [start] = item.read_path(1, 1)?[..] else {
            return Err(item.absence_error("a sum and a cell"));
        };
        let direction = inward_direction(item.shape, start)
            .ok_or_else(|| item.absence_error("a cell at the border where a diagonal begins"))?;
        Ok(vec![LittleKiller { start, direction, sum }])
    }

    /// Writes the diagonal from the end where such a string begins it.
    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let shape = puzzle.shape;
        let (down, right) = self.direction;
        // The string names a diagonal by one of its ends.
        let ends =
            [(self.start, self.direction), (*self.diagonal_cells(shape).last()?, (-down, -right))];
        let is_name = |&(end, step): &(usize, Step)| {
            inward_direction(shape, end) == Some(step) && !has_other_name(shape, end, step)
        };
        let (start, _) = ends.into_iter().find(is_name)?;
        Some(format!("LittleKiller~{}~{}", self.sum, cell_name(shape, start)))
    }
}

/// Returns the direction in which a constraint string reads the diagonal of a cell at the border:
/// down right from the left side, down left from the top, up left from the right, up right from
/// the bottom. `None` for diagonals of one cell, and for the far ends of those between corners.
fn inward_direction(shape: GridShape, cell: usize) -> Option<Step> {
    let (row, column) = (shape.row(cell), shape.column(cell));
    let (last_row, last_column) = (shape.rows - 1, shape.columns - 1);
    let step = match (row, column) {
        (row, 0) if row < last_row => (1, 1),
        (0, column) if column > 0 => (1, -1),
        (row, column) if column == last_column && row < last_row => (-1, -1),
        (row, column) if row == last_row && 0 < column && column < last_column => (-1, 1),
        _ => return None,
    };
    shape.step_from(cell, step).map(|_| step)
}

/// Whether such a string begins a diagonal at another end as well, from the left side or the top,
/// where the program then has its only name.
fn has_other_name(shape: GridShape, cell: usize, step: Step) -> bool {
    let path = std::iter::successors(Some(cell), |&cell| shape.step_from(cell, step));
    let last = path.last().unwrap_or(cell);
    step.0 < 0 && inward_direction(shape, last) == Some((-step.0, -step.1))
}

impl GridRule for LittleKiller {
    fn describe_rule(&self, shape: GridShape) -> String {
        format!(
            "little killer {} {} = {}",
            shape.cell_name(self.start),
            self.direction_word(),
            self.sum
        )
    }

    fn draw_rule(&self, picture: &mut GridPicture, _: GridShape) {
        picture.diagonal_sum(self.start, self.direction, self.sum);
    }

    fn sketch_signs(&self, sketch: &mut TextBoardSketch, _: GridShape) -> bool {
        sketch.put_diagonal(self.start, self.direction, self.sum);
        true
    }

    fn named_cells(&self, shape: GridShape) -> Vec<usize> {
        self.diagonal_cells(shape)
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let shape = builder.grid_shape();
        let terms: Vec<_> = self.diagonal_cells(shape).into_iter().map(|cell| (1, cell)).collect();
        builder.post_sum(&self.describe_rule(shape), &terms, ComparisonOperator::Eq, self.sum)
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let shape = filled.grid_shape();
        let (down, right) = self.direction;
        let (mut row, mut column) =
            (shape.row(self.start) as isize, shape.column(self.start) as isize);
        let mut found = 0;
        while (0..shape.rows as isize).contains(&row)
            && (0..shape.columns as isize).contains(&column)
        {
            found += filled.cell_value(shape.cell_at(row as usize, column as usize));
            row += down;
            column += right;
        }
        if found == self.sum { Ok(()) } else { Err(RuleBreach::ClueSum { found }) }
    }

    fn write_line(&self, shape: GridShape) -> Option<String> {
        Some(format!(
            "little killer {}: {} {}",
            self.sum,
            shape.cell_name(self.start),
            self.direction_word()
        ))
    }
}

impl FPuzzlesRuleForm for LittleKiller {
    const NAMES: &'static [&'static str] = &["littlekillersum"];
    const FIELDS: &'static [&'static str] = &["cell", "cells", "direction", "value"];

    fn read_entry(entry: &FPuzzlesEntry<'_>) -> Result<Vec<Self>, LocatedFPuzzlesError> {
        let (row, column) = entry.outside_place()?;
        let at = entry
            .get("direction")
            .ok_or_else(|| entry.fault_in("direction", FPuzzlesJsonError::NoDirection))?;
        let words = ["DR", "DL", "UR", "UL"];
        let word = words.iter().find(|word| at.value.as_str() == Some(**word));
        let word = word.ok_or_else(|| at.unexpected_value("DR, DL, UR or UL"))?;
        // The word is one of the four, so there is a direction.
        let direction = parse_direction(&word.to_lowercase()).unwrap_or((1, 1));
        let shape = entry.shape;
        // Positions count from 1, and the clue is one step before the diagonal.
        let inside = |position: usize, step: isize, side: usize| {
            position.checked_add_signed(step)?.checked_sub(1).filter(|position| *position < side)
        };
        let start =
            inside(row, direction.0, shape.rows).zip(inside(column, direction.1, shape.columns));
        let Some((row, column)) = start else {
            return Err(at.unexpected_value("a direction into the grid"));
        };
        let rule = LittleKiller { start: shape.cell_at(row, column), direction, sum: 0 };
        let cells = entry.field_cells("cells")?;
        if !cells.is_empty() && cells != rule.diagonal_cells(shape) {
            let expected = "the diagonal of the direction";
            return Err(entry.fault_in("cells", FPuzzlesJsonError::Absence { expected }));
        }
        Ok(entry
            .field_number("value")?
            .map(|sum| LittleKiller { sum, ..rule })
            .into_iter()
            .collect())
    }

    fn write_entries(&self, file: &mut FPuzzlesWriter<'_>) -> Result<(), GridFormError> {
        let shape = file.puzzle.shape;
        let outside = |index: usize, step: isize| (index + 1).saturating_add_signed(-step);
        let (down, right) = self.direction;
        let row = outside(shape.row(self.start), down);
        let cell = FPuzzlesWriter::position_name(row, outside(shape.column(self.start), right));
        let entry = json!({
            "cell": cell,
            "cells": file.cell_names(&self.diagonal_cells(shape)),
            "direction": self.direction_word().to_uppercase(),
            "value": self.sum.to_string(),
        });
        file.add_entry("littlekillersum", entry);
        Ok(())
    }
}
