//! Arrows: the digits of a shaft sum to the number in the bulb.

use parallax_model::{ComparisonOperator, ModelError, Value};
use serde_json::json;

use super::{GridRule, PlainRuleForm};
use crate::GridPuzzle;
use crate::errors::{
    FPuzzlesJsonError, GridFormError, GridRuleError, ItemError, LocatedFPuzzlesError,
    LocatedTextError, RuleBreach,
};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::{FPuzzlesEntry, FPuzzlesRuleForm, FPuzzlesWriter};
use crate::iss::{IssItem, IssRuleForm, cell_name, cell_names};
use crate::model::GridModelBuilder;
use crate::picture::GridPicture;
use crate::plain::KeyLine;
use crate::shape::{CORNER_STEPS, GridShape, SIDE_STEPS};

/// The digits of the shaft sum to the number that the cells of the bulb show, read in their order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Arrow {
    /// The cells of the bulb: one, or a pill of two or three that shows a number of as many digits.
    pub bulb: Vec<usize>,
    /// The cells of the shaft.
    pub shaft: Vec<usize>,
}

impl PlainRuleForm for Arrow {
    const KEYS: &'static [&'static str] = &["arrow"];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        line.no_arguments()?;
        let (bulb, shaft) = line.read_sides()?;
        if bulb.len() > 3 {
            return Err(line.line_error(GridRuleError::BulbLength { cells: bulb.len() }));
        }
        if let Some(cell) = crossing_cell(&bulb, &shaft) {
            return Err(
                line.line_error(GridRuleError::BulbOnShaft { cell: line.shape.cell_place(cell) })
            );
        }
        Ok(vec![Arrow { bulb, shaft }])
    }
}

impl IssRuleForm for Arrow {
    const TYPES: &'static [&'static str] = &["Arrow", "PillArrow"];

    /// Reads an arrow. The cells of a pill make a line; its number is read from left to right or
    /// from top to bottom, whatever the order of the cells.
    fn read_iss(item: &IssItem<'_>) -> Result<Vec<Self>, LocatedTextError> {
        let (from, size) = match item.item_type() {
            "Arrow" => (0, 1),
            _ => match item.argument_number(0)? {
                size @ 2..=3 => (1, size as usize),
                size => return Err(item.item_error(ItemError::PillSize { size })),
            },
        };
        let mut bulb = if size == 1 {
            item.read_track(from, size + 1)?
        } else {
            item.read_cells(from, size + 1)?
        };
        let has_more = item.digits.1 - item.digits.0 >= 9;
        if size > 1 && has_more {
            return Err(item.item_error(ItemError::PillDigits));
        }
        let shaft = bulb.split_off(size);
        // In ascending order, the cells of a line go from left to right, or from top to bottom.
        bulb.sort_unstable();
        if !is_pill(item.shape, &bulb) {
            return Err(item.absence_error("a pill in a row or a column"));
        }
        Ok(vec![Arrow { bulb, shaft }])
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let head = match self.bulb.len() {
            1 => "Arrow".to_owned(),
            count => format!("PillArrow~{count}"),
        };
        let cells = [&self.bulb[..], &self.shaft[..]].concat();
        let is_long = self.bulb.len() > 1;
        let is_open = !self.bulb.iter().any(|cell| self.shaft.contains(cell));
        if !is_pill(puzzle.shape, &self.bulb) || !is_open || (is_long && puzzle.digit_count() > 9) {
            return None;
        }
        let mut text = cell_names(&head, puzzle.shape, &cells);
        // In ISS, the number in a pill may begin with 0.
        if is_long && puzzle.digits.0 == 0 && puzzle.digits.1 > 0 {
            let digits = (1..=puzzle.digits.1).map(|digit| format!("_{digit}"));
            text += &format!(
                ".~{}{}",
                cell_name(puzzle.shape, self.bulb[0]),
                digits.collect::<String>()
            );
        }
        Some(text)
    }
}

/// Returns a cell of a bulb that is on its shaft as well. A bulb of one cell may be the end of a
/// closed line, whose other cells then sum to 0.
fn crossing_cell(bulb: &[usize], shaft: &[usize]) -> Option<usize> {
    let open = match (bulb, shaft) {
        ([cell], [rest @ .., last]) if cell == last && !rest.is_empty() => rest,
        _ => shaft,
    };
    bulb.iter().copied().find(|cell| open.contains(cell))
}

/// Whether the cells of a bulb are one cell, or follow each other in a row or down a column.
fn is_pill(shape: GridShape, bulb: &[usize]) -> bool {
    let is_line = |step| bulb.windows(2).all(|two| shape.step_from(two[0], step) == Some(two[1]));
    is_line((0, 1)) || is_line((1, 0))
}

impl GridRule for Arrow {
    fn describe_rule(&self, shape: GridShape) -> String {
        format!("arrow {} = {}", shape.cell_names(&self.bulb), shape.cell_names(&self.shaft))
    }

    fn draw_rule(&self, picture: &mut GridPicture, _: GridShape) {
        picture.draw_pill(&self.bulb);
        picture.draw_arrow(&self.bulb, &self.shaft);
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        [&self.bulb[..], &self.shaft[..]].concat()
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let label = self.describe_rule(builder.grid_shape());
        let mut terms: Vec<(i64, usize)> = self.shaft.iter().map(|&cell| (1, cell)).collect();
        // E.g. for the bulb ab and the shaft cd: c + d - b - 10a = 0.
        let mut weight = -1;
        for &cell in self.bulb.iter().rev() {
            terms.push((weight, cell));
            weight *= 10;
        }
        builder.post_sum(&label, &terms, ComparisonOperator::Eq, 0)?;
        // A number does not begin with 0.
        match self.bulb[..] {
            [first, _, ..] if builder.puzzle.digits.0 <= 0 => {
                builder.post_values(&label, first, |digit: Value| digit > 0)
            }
            _ => Ok(()),
        }
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let digits = filled.cell_values(&self.bulb);
        let bulb = digits.iter().fold(0, |number, digit| 10 * number + digit);
        let shaft = filled.cell_sum(&self.shaft);
        if digits.len() > 1 && digits[0] <= 0 {
            return Err(RuleBreach::BulbZero);
        }
        if bulb == shaft { Ok(()) } else { Err(RuleBreach::Arrow { bulb, shaft }) }
    }

    fn write_line(&self, shape: GridShape) -> Option<String> {
        Some(format!("arrow: {} = {}", shape.cell_names(&self.bulb), shape.cell_names(&self.shaft)))
    }
}

impl FPuzzlesRuleForm for Arrow {
    const NAMES: &'static [&'static str] = &["arrow"];
    const FIELDS: &'static [&'static str] = &["cells", "lines"];

    fn read_entry(entry: &FPuzzlesEntry<'_>) -> Result<Vec<Self>, LocatedFPuzzlesError> {
        let bulb = entry.field_cells("cells")?;
        let mut rules = Vec::new();
        for line in entry.read_lines()? {
            // A line has at least two cells.
            let shaft = line[1..].to_vec();
            if !bulb.contains(&line[0]) {
                let error = FPuzzlesJsonError::LineStart { cell: entry.shape.cell_place(line[0]) };
                return Err(entry.fault_in("lines", error));
            }
            if let Some(cell) = crossing_cell(&bulb, &shaft) {
                let error = GridRuleError::BulbOnShaft { cell: entry.shape.cell_place(cell) };
                return Err(entry.fault_in("lines", error));
            }
            rules.push(Arrow { bulb: bulb.clone(), shaft });
        }
        if !rules.is_empty() {
            one_order(entry.shape, &bulb).map_err(|error| entry.fault_in("cells", error))?;
        }
        Ok(rules)
    }

    fn write_entries(&self, file: &mut FPuzzlesWriter<'_>) -> Result<(), GridFormError> {
        let shape = file.puzzle.shape;
        one_order(shape, &self.bulb)?;
        // The line begins in a cell of the bulb: one that touches the shaft if there is one.
        let near = |cell: &&usize| {
            let steps = SIDE_STEPS.iter().chain(&CORNER_STEPS);
            steps.copied().any(|step| shape.step_from(**cell, step) == self.shaft.first().copied())
        };
        let start = self.bulb.iter().find(near).or(self.bulb.last()).copied();
        let line: Vec<usize> = start.into_iter().chain(self.shaft.iter().copied()).collect();
        let entry =
            json!({ "cells": file.cell_names(&self.bulb), "lines": [file.cell_names(&line)] });
        file.add_entry("arrow", entry);
        Ok(())
    }
}

/// Requires that a bulb has one to three cells, and that programs agree on the order of its digits:
/// from left to right, and from top to bottom.
fn one_order(shape: GridShape, bulb: &[usize]) -> Result<(), GridRuleError> {
    if bulb.len() > 3 {
        return Err(GridRuleError::BulbLength { cells: bulb.len() });
    }
    let agrees = |pair: &[usize]| {
        shape.row(pair[0]) <= shape.row(pair[1]) && shape.column(pair[0]) <= shape.column(pair[1])
    };
    if bulb.windows(2).all(agrees) {
        return Ok(());
    }
    Err(GridRuleError::BulbOrder { cells: shape.locate_all(bulb) })
}
