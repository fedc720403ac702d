//! Quadruples: digits that four cells contain.

use parallax_model::{GlobalCardinality, ModelError, Value, ValueOccurrence};
use serde_json::json;

use super::{GridRule, PlainRuleForm};
use crate::GridPuzzle;
use crate::errors::{
    FPuzzlesJsonError, GridFormError, GridRuleError, ItemError, LocatedFPuzzlesError,
    LocatedTextError, PlainLineError, RuleBreach,
};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::{FPuzzlesEntry, FPuzzlesRuleForm, FPuzzlesWriter};
use crate::iss::{IssItem, IssRuleForm, cell_name};
use crate::model::GridModelBuilder;
use crate::picture::colours::{INK, WHITE};
use crate::picture::{GridPicture, PictureLayer};
use crate::plain::KeyLine;
use crate::shape::GridShape;

/// The four cells at a corner contain each digit at least as often as the list does.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Quadruple {
    /// The upper left of the four cells, and the others.
    pub cells: [usize; 4],
    /// The digits, one to four.
    pub digits: Vec<Value>,
}

impl Quadruple {
    /// Creates the rule of the four cells whose upper left one is `cell`. `None` if it is at the
    /// right or the lower edge.
    pub(crate) fn from_corner(shape: GridShape, cell: usize, digits: Vec<Value>) -> Option<Self> {
        let cells = [
            cell,
            shape.step_from(cell, (0, 1))?,
            shape.step_from(cell, (1, 0))?,
            shape.step_from(cell, (1, 1))?,
        ];
        Some(Quadruple { cells, digits })
    }

    /// Returns how often the list has each digit.
    fn digit_counts(&self) -> Vec<(Value, u32)> {
        let mut digits = self.digits.clone();
        digits.sort_unstable();
        digits.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u32)).collect()
    }
}

impl PlainRuleForm for Quadruple {
    const KEYS: &'static [&'static str] = &["quad"];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        let digits = line.read_digits()?;
        if !(1..=4).contains(&digits.len()) {
            return Err(line.line_error(GridRuleError::QuadrupleDigits { digits: digits.len() }));
        }
        let [cell] = line.read_cells()?[..] else {
            return Err(line.absence_error("the upper left one of four cells"));
        };
        let rule = Quadruple::from_corner(line.shape, cell, digits)
            .ok_or_else(|| line.line_error(PlainLineError::NoQuadruple))?;
        Ok(vec![rule])
    }
}

impl IssRuleForm for Quadruple {
    const TYPES: &'static [&'static str] = &["Quad"];

    fn read_iss(item: &IssItem<'_>) -> Result<Vec<Self>, LocatedTextError> {
        let cell = item.first_cell()?;
        let count = item.argument_fields().len();
        if !(2..=5).contains(&count) {
            return Err(item.absence_error("a cell and one to four digits"));
        }
        let digits = (1..count).map(|at| Ok(item.argument_number(at)? as Value));
        let digits = digits.collect::<Result<_, LocatedTextError>>()?;
        let rule = Quadruple::from_corner(item.shape, cell, digits);
        Ok(vec![rule.ok_or_else(|| item.item_error(ItemError::NoQuadruple))?])
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let head = format!("Quad~{}", cell_name(puzzle.shape, self.cells[0]));
        Some(self.digits.iter().fold(head, |text, digit| format!("{text}~{digit}")))
    }
}

impl GridRule for Quadruple {
    fn describe_rule(&self, shape: GridShape) -> String {
        let digits: Vec<String> = self.digits.iter().map(Value::to_string).collect();
        format!("quad {} {}", digits.join(" "), shape.cell_name(self.cells[0]))
    }

    fn draw_rule(&self, picture: &mut GridPicture, _: GridShape) {
        let [first, .., last] = self.cells;
        let (x, y) = picture.pair_centre(first, last);
        let style = format!("fill=\"{WHITE}\" stroke=\"{INK}\"");
        picture.add_circle(PictureLayer::Above, (x, y), 11.0, &style);
        let digits: Vec<String> = self.digits.iter().map(Value::to_string).collect();
        let rows: Vec<String> = digits.chunks(2).map(|pair| pair.join(" ")).collect();
        let size = if rows.len() > 1 { 8.5 } else { 10.0 };
        let up = (rows.len() as f64 - 1.0) / 2.0;
        for (row, text) in rows.iter().enumerate() {
            let at = (x, y + (row as f64 - up) * 8.0);
            picture.add_text(PictureLayer::Above, at, size, &format!("fill=\"{INK}\""), text);
        }
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        self.cells.to_vec()
    }

    fn validate_rule(&self, puzzle: &GridPuzzle) -> Result<(), GridRuleError> {
        let check = |&digit: &Value| GridRuleError::check_digit(digit.into(), puzzle.digits);
        self.digits.iter().try_for_each(check)
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let scope = builder.cell_variables(&self.cells)?;
        // The list demands a minimum only; four cells hold at most four.
        let occurrence = |(value, min)| ValueOccurrence { value, min, max: 4 };
        let occurrences = self.digit_counts().into_iter().map(occurrence).collect();
        let rule = GlobalCardinality { scope, occurrences, closed: false };
        let label = self.describe_rule(builder.grid_shape());
        builder.post_constraint(label, rule.into())
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let mut left = filled.cell_values(&self.cells);
        // Each listed digit uses up one value, so a repeated digit needs several.
        for &digit in &self.digits {
            match left.iter().position(|&value| value == i64::from(digit)) {
                Some(index) => drop(left.swap_remove(index)),
                None => return Err(RuleBreach::Quadruple { digit }),
            }
        }
        Ok(())
    }

    fn write_line(&self, shape: GridShape) -> Option<String> {
        let digits: Vec<String> = self.digits.iter().map(Value::to_string).collect();
        Some(format!("quad {}: {}", digits.join(" "), shape.cell_name(self.cells[0])))
    }
}

impl FPuzzlesRuleForm for Quadruple {
    const NAMES: &'static [&'static str] = &["quadruple"];
    const FIELDS: &'static [&'static str] = &["cells", "values"];

    fn read_entry(entry: &FPuzzlesEntry<'_>) -> Result<Vec<Self>, LocatedFPuzzlesError> {
        let mut cells = entry.field_cells("cells")?;
        // Sorted, four cells around a corner begin with the upper left one.
        cells.sort_unstable();
        let mut digits = Vec::new();
        for at in entry.field_list("values")? {
            let digit =
                at.read_digit(entry.shape.rows)?.ok_or_else(|| at.unexpected_value("a digit"))?;
            digits.push(digit as Value);
        }
        let count = digits.len();
        if cells.is_empty() {
            entry.require_leftover("cells")?;
        }
        if cells.is_empty() || count == 0 {
            return Ok(Vec::new());
        }
        if count > 4 {
            return Err(entry.fault_in("values", GridRuleError::QuadrupleDigits { digits: count }));
        }
        match Quadruple::from_corner(entry.shape, cells[0], digits) {
            Some(rule) if rule.cells[..] == cells => Ok(vec![rule]),
            _ => {
                let expected = "four cells around a corner";
                Err(entry.fault_in("cells", FPuzzlesJsonError::Absence { expected }))
            }
        }
    }

    fn write_entries(&self, file: &mut FPuzzlesWriter<'_>) -> Result<(), GridFormError> {
        let entry = json!({ "cells": file.cell_names(&self.cells), "values": self.digits });
        file.add_entry("quadruple", entry);
        Ok(())
    }
}
