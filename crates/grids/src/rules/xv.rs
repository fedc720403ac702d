//! X and V between two cells: they sum to 10 and 5.

use parallax_model::{ComparisonOperator, ModelError};
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

/// Two cells with a sum.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Xv {
    /// The two cells.
    pub cells: [usize; 2],
    /// The sum, 10 or 5. `None` only exempts the pair from [`UnmarkedXv`](super::UnmarkedXv).
    pub sum: Option<i64>,
}

/// The key of pairs that are only spared from the negative rule.
const ANY_XV_KEY: &str = "any xv";

impl PlainRuleForm for Xv {
    const KEYS: &'static [&'static str] = &["x", "v", ANY_XV_KEY];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        line.no_arguments()?;
        let sum = match line.key {
            "x" => Some(10),
            "v" => Some(5),
            _ => None,
        };
        Ok(line.read_pairs()?.into_iter().map(|cells| Xv { cells, sum }).collect())
    }
}

impl IssRuleForm for Xv {
    const TYPES: &'static [&'static str] = &["X", "V"];

    fn read_iss(item: &IssItem<'_>) -> Result<Vec<Self>, LocatedTextError> {
        let sum = Some(if item.item_type() == "X" { 10 } else { 5 });
        Ok(item.touching_pairs()?.into_iter().map(|cells| Xv { cells, sum }).collect())
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let sum = self.sum?;
        let [a, b] = self.cells;
        let head = match (puzzle.shape.share_side(a, b), sum) {
            (true, 10) => "X".to_owned(),
            (true, _) => "V".to_owned(),
            // In ISS, these marks are between cells side by side.
            (false, sum) => format!("Sum~{sum}"),
        };
        Some(cell_names(&head, puzzle.shape, &self.cells))
    }
}

impl Xv {
    fn plain_key(&self) -> &'static str {
        match self.sum {
            Some(10) => "x",
            Some(_) => "v",
            None => ANY_XV_KEY,
        }
    }
}

impl GridRule for Xv {
    fn describe_rule(&self, shape: GridShape) -> String {
        format!("{} {}", self.plain_key(), shape.cell_names(&self.cells))
    }

    fn draw_rule(&self, picture: &mut GridPicture, _: GridShape) {
        let sign = match self.sum {
            Some(10) => "X",
            Some(_) => "V",
            None => "–",
        };
        picture.draw_sign(self.cells, sign);
    }

    fn sketch_signs(&self, sketch: &mut TextBoardSketch, _: GridShape) -> bool {
        let [left, right] = self.cells;
        match self.sum {
            Some(10) => sketch.put_sign(left, right, 'X'),
            Some(_) => sketch.put_sign(left, right, 'V'),
            None => false,
        }
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        self.cells.to_vec()
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let Some(sum) = self.sum else { return Ok(()) };
        let label = self.describe_rule(builder.grid_shape());
        builder.post_sum(&label, &self.cells.map(|cell| (1, cell)), ComparisonOperator::Eq, sum)
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let found = filled.cell_sum(&self.cells);
        match self.sum {
            Some(expected) if expected != found => Err(RuleBreach::Sum { found, expected }),
            _ => Ok(()),
        }
    }

    fn write_line(&self, shape: GridShape) -> Option<String> {
        Some(mark_line(self.plain_key(), shape, self.cells))
    }
}

impl FPuzzlesRuleForm for Xv {
    const NAMES: &'static [&'static str] = &["xv"];
    const FIELDS: &'static [&'static str] = &["cells", "value"];

    fn read_entry(entry: &FPuzzlesEntry<'_>) -> Result<Vec<Self>, LocatedFPuzzlesError> {
        let sum = match entry.get("value") {
            None => None,
            Some(at) => match at.read_text()? {
                "" => None,
                "X" | "x" => Some(10),
                "V" | "v" => Some(5),
                _ => return Err(at.unexpected_value("X, V or nothing")),
            },
        };
        Ok(entry.field_pair("cells")?.map(|cells| Xv { cells, sum }).into_iter().collect())
    }

    fn write_entries(&self, file: &mut FPuzzlesWriter<'_>) -> Result<(), GridFormError> {
        let value = self.sum.map_or("", |sum| if sum == 10 { "X" } else { "V" });
        let entry = json!({ "cells": file.cell_names(&self.cells), "value": value });
        file.add_entry("xv", entry);
        Ok(())
    }
}
