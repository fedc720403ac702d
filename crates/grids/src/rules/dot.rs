//! Dots between two cells: white for a difference, black for a ratio.

use parallax_model::{ModelError, Value};
use serde_json::json;

use super::{GridRule, PlainRuleForm};
use crate::GridPuzzle;
use crate::errors::{GridFormError, LocatedFPuzzlesError, LocatedTextError, RuleBreach};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::{FPuzzlesEntry, FPuzzlesRuleForm, FPuzzlesWriter};
use crate::iss::{IssItem, IssRuleForm, cell_names};
use crate::model::GridModelBuilder;
use crate::picture::{GridPicture, TextBoardSketch};
use crate::plain::{KeyLine, mark_line};
use crate::shape::GridShape;

/// A dot between two cells.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Dot {
    /// The two cells.
    pub cells: [usize; 2],
    /// Whether the dot is black: one digit is `number` times the other. White: they differ by it.
    pub black: bool,
    /// The difference or the ratio; 1 and 2 are usual.
    pub number: i64,
}

impl PlainRuleForm for Dot {
    const KEYS: &'static [&'static str] = &["white", "black"];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        let black = line.key == "black";
        let number = line.read_number()?.unwrap_or(if black { 2 } else { 1 });
        let pairs = line.read_pairs()?.into_iter();
        Ok(pairs.map(|cells| Dot { cells, black, number }).collect())
    }
}

impl IssRuleForm for Dot {
    const TYPES: &'static [&'static str] = &["WhiteDot", "BlackDot"];

    fn read_iss(item: &IssItem<'_>) -> Result<Vec<Self>, LocatedTextError> {
        let black = item.item_type() == "BlackDot";
        let number = if black { 2 } else { 1 };
        let pairs = item.touching_pairs()?.into_iter();
        Ok(pairs.map(|cells| Dot { cells, black, number }).collect())
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let (kind, usual) = if self.black { ("BlackDot", 2) } else { ("WhiteDot", 1) };
        let [a, b] = self.cells;
        let fits = self.number == usual && puzzle.shape.share_side(a, b);
        fits.then(|| cell_names(kind, puzzle.shape, &self.cells))
    }
}

impl Dot {
    fn plain_key(&self) -> String {
        match (self.black, self.number) {
            (false, 1) => "white".to_owned(),
            (true, 2) => "black".to_owned(),
            (false, number) => format!("white {number}"),
            (true, number) => format!("black {number}"),
        }
    }
}

impl GridRule for Dot {
    fn describe_rule(&self, shape: GridShape) -> String {
        format!("{} dot {}", self.plain_key(), shape.cell_names(&self.cells))
    }

    fn draw_rule(&self, picture: &mut GridPicture, _: GridShape) {
        let usual = if self.black { 2 } else { 1 };
        let number = Some(self.number).filter(|number| *number != usual);
        picture.draw_dot(self.cells, self.black, number.map(|number| number.to_string()));
    }

    fn sketch_signs(&self, sketch: &mut TextBoardSketch, _: GridShape) -> bool {
        let [left, right] = self.cells;
        match (self.black, self.number) {
            (false, 1) => sketch.put_sign(left, right, '○'),
            (true, 2) => sketch.put_sign(left, right, '●'),
            _ => false,
        }
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        self.cells.to_vec()
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let label = self.describe_rule(builder.grid_shape());
        let number = self.number;
        builder.post_table(&label, &self.cells, |tuple: &[Value]| {
            let (a, b) = (i64::from(tuple[0]), i64::from(tuple[1]));
            if self.black { a == b * number || b == a * number } else { (a - b).abs() == number }
        })
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let values = filled.cell_values(&self.cells);
        let (low, high) = (values[0].min(values[1]), values[0].max(values[1]));
        let holds = if self.black {
            low * self.number == high || high * self.number == low
        } else {
            high - low == self.number
        };
        if holds { Ok(()) } else { Err(RuleBreach::Pair { left: low, right: high }) }
    }

    fn write_line(&self, shape: GridShape) -> Option<String> {
        Some(mark_line(&self.plain_key(), shape, self.cells))
    }
}

impl FPuzzlesRuleForm for Dot {
    const NAMES: &'static [&'static str] = &["difference", "ratio"];
    const FIELDS: &'static [&'static str] = &["cells", "value"];

    fn read_entry(entry: &FPuzzlesEntry<'_>) -> Result<Vec<Self>, LocatedFPuzzlesError> {
        let black = entry.key == "ratio";
        let number = entry.field_number("value")?.unwrap_or(if black { 2 } else { 1 });
        Ok(entry
            .field_pair("cells")?
            .map(|cells| Dot { cells, black, number })
            .into_iter()
            .collect())
    }

    fn write_entries(&self, file: &mut FPuzzlesWriter<'_>) -> Result<(), GridFormError> {
        let value = self.number.to_string();
        let entry = json!({ "cells": file.cell_names(&self.cells), "value": value });
        file.add_entry(if self.black { "ratio" } else { "difference" }, entry);
        Ok(())
    }
}
