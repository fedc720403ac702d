//! Quadruples: digits that four cells contain.

use parallax_model::{GlobalCardinality, ModelError, Occurrence, Value};
use serde_json::json;

use super::{Kind, Rule};
use crate::GridPuzzle;
use crate::errors::{Fault, FormError, ItemError, JsonError, JsonFault, LineError, RuleBreach, RuleError};
use crate::filled::Filled;
use crate::fpuzzles::{Entry, FPuzzles, File};
use crate::iss::{Iss, Item, cell_name};
use crate::model::Builder;
use crate::picture::colours::{INK, WHITE};
use crate::picture::{Layer, Picture};
use crate::plain::KeyLine;
use crate::shape::Shape;

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
    pub(crate) fn at(shape: Shape, cell: usize, digits: Vec<Value>) -> Option<Self> {
        let cells = [
            cell,
            shape.step(cell, (0, 1))?,
            shape.step(cell, (1, 0))?,
            shape.step(cell, (1, 1))?,
        ];
        Some(Quadruple { cells, digits })
    }

    /// Returns how often the list has each digit.
    fn counts(&self) -> Vec<(Value, u32)> {
        let mut digits = self.digits.clone();
        digits.sort_unstable();
        digits.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u32)).collect()
    }
}

impl Kind for Quadruple {
    const KEYS: &'static [&'static str] = &["quad"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        let digits = line.digits()?;
        if !(1..=4).contains(&digits.len()) {
            return Err(line.fault(RuleError::QuadrupleDigits { digits: digits.len() }));
        }
        let [cell] = line.cells()?[..] else {
            return Err(line.absence("the upper left one of four cells"));
        };
        let rule = Quadruple::at(line.shape, cell, digits)
            .ok_or_else(|| line.fault(LineError::NoQuadruple))?;
        Ok(vec![rule])
    }
}

impl Iss for Quadruple {
    const TYPES: &'static [&'static str] = &["Quad"];

    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        let cell = item.first_cell()?;
        let count = item.arguments().len();
        if !(2..=5).contains(&count) {
            return Err(item.absence("a cell and one to four digits"));
        }
        let digits = (1..count).map(|at| Ok(item.number(at)? as Value));
        let digits = digits.collect::<Result<_, Fault>>()?;
        let rule = Quadruple::at(item.shape, cell, digits);
        Ok(vec![rule.ok_or_else(|| item.fault(ItemError::NoQuadruple))?])
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let head = format!("Quad~{}", cell_name(puzzle.shape, self.cells[0]));
        Some(self.digits.iter().fold(head, |text, digit| format!("{text}~{digit}")))
    }
}

impl Rule for Quadruple {
    fn words(&self, shape: Shape) -> String {
        let digits: Vec<String> = self.digits.iter().map(Value::to_string).collect();
        format!("quad {} {}", digits.join(" "), shape.name(self.cells[0]))
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        let [first, .., last] = self.cells;
        let (x, y) = picture.middle(first, last);
        let style = format!("fill=\"{WHITE}\" stroke=\"{INK}\"");
        picture.circle(Layer::Above, (x, y), 11.0, &style);
        let digits: Vec<String> = self.digits.iter().map(Value::to_string).collect();
        let rows: Vec<String> = digits.chunks(2).map(|pair| pair.join(" ")).collect();
        let size = if rows.len() > 1 { 8.5 } else { 10.0 };
        let up = (rows.len() as f64 - 1.0) / 2.0;
        for (row, text) in rows.iter().enumerate() {
            let at = (x, y + (row as f64 - up) * 8.0);
            picture.text(Layer::Above, at, size, &format!("fill=\"{INK}\""), text);
        }
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        self.cells.to_vec()
    }

    fn validate(&self, puzzle: &GridPuzzle) -> Result<(), RuleError> {
        let check = |&digit: &Value| RuleError::check_digit(digit.into(), puzzle.digits);
        self.digits.iter().try_for_each(check)
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let scope = builder.variables(&self.cells)?;
        let occurrence = |(value, min)| Occurrence { value, min, max: 4 };
        let occurrences = self.counts().into_iter().map(occurrence).collect();
        let rule = GlobalCardinality { scope, occurrences, closed: false };
        let label = self.words(builder.shape());
        builder.post(label, rule.into())
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let mut left = filled.values(&self.cells);
        for &digit in &self.digits {
            match left.iter().position(|&value| value == i64::from(digit)) {
                Some(place) => drop(left.swap_remove(place)),
                None => return Err(RuleBreach::Quadruple { digit }),
            }
        }
        Ok(())
    }

    fn write(&self, shape: Shape) -> Option<String> {
        let digits: Vec<String> = self.digits.iter().map(Value::to_string).collect();
        Some(format!("quad {}: {}", digits.join(" "), shape.name(self.cells[0])))
    }
}

impl FPuzzles for Quadruple {
    const NAMES: &'static [&'static str] = &["quadruple"];
    const FIELDS: &'static [&'static str] = &["cells", "values"];

    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        let mut cells = entry.cells("cells")?;
        cells.sort_unstable();
        let mut digits = Vec::new();
        for at in entry.list("values")? {
            let digit = at.digit(entry.shape.rows)?.ok_or_else(|| at.expected("a digit"))?;
            digits.push(digit as Value);
        }
        let count = digits.len();
        if cells.is_empty() {
            entry.leftover("cells")?;
        }
        if cells.is_empty() || count == 0 {
            return Ok(Vec::new());
        }
        if count > 4 {
            return Err(entry.fault_in("values", RuleError::QuadrupleDigits { digits: count }));
        }
        match Quadruple::at(entry.shape, cells[0], digits) {
            Some(rule) if rule.cells[..] == cells => Ok(vec![rule]),
            _ => {
                let expected = "four cells around a corner";
                Err(entry.fault_in("cells", JsonError::Absence { expected }))
            }
        }
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        let entry = json!({ "cells": file.names(&self.cells), "values": self.digits });
        file.add("quadruple", entry);
        Ok(())
    }
}
