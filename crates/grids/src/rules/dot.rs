//! Dots between two cells: white for a difference, black for a ratio.

use parallax_model::{ModelError, Value};
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

impl Kind for Dot {
    const KEYS: &'static [&'static str] = &["white", "black"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        let black = line.key == "black";
        let number = line.number()?.unwrap_or(if black { 2 } else { 1 });
        let pairs = line.pairs()?.into_iter();
        Ok(pairs.map(|cells| Dot { cells, black, number }).collect())
    }
}

impl Iss for Dot {
    const TYPES: &'static [&'static str] = &["WhiteDot", "BlackDot"];

    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        let black = item.kind() == "BlackDot";
        let number = if black { 2 } else { 1 };
        let pairs = item.touching()?.into_iter();
        Ok(pairs.map(|cells| Dot { cells, black, number }).collect())
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let (kind, usual) = if self.black { ("BlackDot", 2) } else { ("WhiteDot", 1) };
        let [a, b] = self.cells;
        let fits = self.number == usual && puzzle.shape.touch(a, b);
        fits.then(|| cell_names(kind, puzzle.shape, &self.cells))
    }
}

impl Dot {
    fn key(&self) -> String {
        match (self.black, self.number) {
            (false, 1) => "white".to_owned(),
            (true, 2) => "black".to_owned(),
            (false, number) => format!("white {number}"),
            (true, number) => format!("black {number}"),
        }
    }
}

impl Rule for Dot {
    fn words(&self, shape: Shape) -> String {
        format!("{} dot {}", self.key(), shape.names(&self.cells))
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        let usual = if self.black { 2 } else { 1 };
        let number = Some(self.number).filter(|number| *number != usual);
        picture.dot(self.cells, self.black, number.map(|number| number.to_string()));
    }

    fn sketch(&self, sketch: &mut Sketch, _: Shape) -> bool {
        let [left, right] = self.cells;
        match (self.black, self.number) {
            (false, 1) => sketch.between(left, right, '○'),
            (true, 2) => sketch.between(left, right, '●'),
            _ => false,
        }
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        self.cells.to_vec()
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let label = self.words(builder.shape());
        let number = self.number;
        builder.table(&label, &self.cells, |tuple: &[Value]| {
            let (a, b) = (i64::from(tuple[0]), i64::from(tuple[1]));
            if self.black { a == b * number || b == a * number } else { (a - b).abs() == number }
        })
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let values = filled.values(&self.cells);
        let (least, most) = (values[0].min(values[1]), values[0].max(values[1]));
        let holds = if self.black {
            least * self.number == most || most * self.number == least
        } else {
            most - least == self.number
        };
        if holds { Ok(()) } else { Err(RuleBreach::Pair { left: least, right: most }) }
    }

    fn write(&self, shape: Shape) -> Option<String> {
        Some(mark_line(&self.key(), shape, self.cells))
    }
}

impl FPuzzles for Dot {
    const NAMES: &'static [&'static str] = &["difference", "ratio"];
    const FIELDS: &'static [&'static str] = &["cells", "value"];

    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        let black = entry.key == "ratio";
        let number = entry.number("value")?.unwrap_or(if black { 2 } else { 1 });
        Ok(entry.pair("cells")?.map(|cells| Dot { cells, black, number }).into_iter().collect())
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        let value = self.number.to_string();
        let entry = json!({ "cells": file.names(&self.cells), "value": value });
        file.add(if self.black { "ratio" } else { "difference" }, entry);
        Ok(())
    }
}
