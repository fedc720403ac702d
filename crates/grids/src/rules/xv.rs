//! X and V between two cells: they sum to 10 and 5.

use parallax_model::{ModelError, Relation};
use serde_json::json;

use super::{Kind, Rule};
use crate::GridPuzzle;
use crate::errors::{Fault, FormError, JsonFault, RuleBreach};
use crate::filled::Filled;
use crate::fpuzzles::{Entry, FPuzzles, File};
use crate::iss::{Iss, Item, cell_names};
use crate::model::Builder;
use crate::picture::{Picture, Sketch};
use crate::plain::{KeyLine, mark_line};
use crate::shape::Shape;

/// Two cells with a sum.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Xv {
    /// The two cells.
    pub cells: [usize; 2],
    /// The sum, 10 or 5. `None` only exempts the pair from [`UnmarkedXv`](super::UnmarkedXv).
    pub sum: Option<i64>,
}

/// The key of pairs that are only spared from the negative rule.
const NEITHER: &str = "any xv";

impl Kind for Xv {
    const KEYS: &'static [&'static str] = &["x", "v", NEITHER];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        line.no_arguments()?;
        let sum = match line.key {
            "x" => Some(10),
            "v" => Some(5),
            _ => None,
        };
        Ok(line.pairs()?.into_iter().map(|cells| Xv { cells, sum }).collect())
    }
}

impl Iss for Xv {
    const TYPES: &'static [&'static str] = &["X", "V"];

    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        let sum = Some(if item.kind() == "X" { 10 } else { 5 });
        Ok(item.touching()?.into_iter().map(|cells| Xv { cells, sum }).collect())
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let sum = self.sum?;
        let [a, b] = self.cells;
        let head = match (puzzle.shape.touch(a, b), sum) {
            (true, 10) => "X".to_owned(),
            (true, _) => "V".to_owned(),
            // There, these marks are between cells side by side.
            (false, sum) => format!("Sum~{sum}"),
        };
        Some(cell_names(&head, puzzle.shape, &self.cells))
    }
}

impl Xv {
    fn key(&self) -> &'static str {
        match self.sum {
            Some(10) => "x",
            Some(_) => "v",
            None => NEITHER,
        }
    }
}

impl Rule for Xv {
    fn words(&self, shape: Shape) -> String {
        format!("{} {}", self.key(), shape.names(&self.cells))
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        let sign = match self.sum {
            Some(10) => "X",
            Some(_) => "V",
            None => "–",
        };
        picture.sign(self.cells, sign);
    }

    fn sketch(&self, sketch: &mut Sketch, _: Shape) -> bool {
        let [left, right] = self.cells;
        match self.sum {
            Some(10) => sketch.between(left, right, 'X'),
            Some(_) => sketch.between(left, right, 'V'),
            None => false,
        }
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        self.cells.to_vec()
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let Some(sum) = self.sum else { return Ok(()) };
        let label = self.words(builder.shape());
        builder.sum(&label, &self.cells.map(|cell| (1, cell)), Relation::Eq, sum)
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let found = filled.sum(&self.cells);
        match self.sum {
            Some(expected) if expected != found => Err(RuleBreach::Sum { found, expected }),
            _ => Ok(()),
        }
    }

    fn write(&self, shape: Shape) -> Option<String> {
        Some(mark_line(self.key(), shape, self.cells))
    }
}

impl FPuzzles for Xv {
    const NAMES: &'static [&'static str] = &["xv"];
    const FIELDS: &'static [&'static str] = &["cells", "value"];

    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        let sum = match entry.get("value") {
            None => None,
            Some(at) => match at.text()? {
                "" => None,
                "X" | "x" => Some(10),
                "V" | "v" => Some(5),
                _ => return Err(at.expected("X, V or nothing")),
            },
        };
        Ok(entry.pair("cells")?.map(|cells| Xv { cells, sum }).into_iter().collect())
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        let value = self.sum.map_or("", |sum| if sum == 10 { "X" } else { "V" });
        let entry = json!({ "cells": file.names(&self.cells), "value": value });
        file.add("xv", entry);
        Ok(())
    }
}
