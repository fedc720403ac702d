//! Cages: different digits, and their sum if the cage has one.

use parallax_model::{ModelError, Relation, Value};
use serde_json::json;

use super::{Kind, Rule};
use crate::GridPuzzle;
use crate::errors::{Fault, FormError, JsonFault, RuleBreach};
use crate::filled::Filled;
use crate::fpuzzles::{Entry, FPuzzles, File};
use crate::iss::{Iss, Item, cell_names};
use crate::model::{Builder, MAX_TUPLES};
use crate::picture::colours::INK;
use crate::picture::{Border, Picture, Sketch};
use crate::plain::KeyLine;
use crate::shape::Shape;

/// The cells have different digits with this sum.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cage {
    /// The cells.
    pub cells: Vec<usize>,
    /// The sum, if the cage has one.
    pub sum: Option<i64>,
}

impl Kind for Cage {
    const KEYS: &'static [&'static str] = &["cage"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        let sum = line.number()?;
        Ok(vec![Cage { cells: line.cells()?, sum }])
    }
}

impl Iss for Cage {
    const TYPES: &'static [&'static str] = &["Cage"];

    /// Reads a cage; the sum 0 is none.
    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        let sum = Some(item.number(0)?).filter(|sum| *sum > 0);
        Ok(vec![Cage { cells: item.cells(1, 1)?, sum }])
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let sum = match self.sum {
            Some(0) => return None,
            sum => sum.unwrap_or(0),
        };
        Some(cell_names(&format!("Cage~{sum}"), puzzle.shape, &self.cells))
    }
}

impl Rule for Cage {
    fn words(&self, shape: Shape) -> String {
        let cells = shape.names(&self.cells);
        match self.sum {
            Some(sum) => format!("cage {cells} = {sum}"),
            None => format!("cage {cells}"),
        }
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        let border = Border { inset: 4.0, colour: INK, width: 1.0, dashes: "3 2" };
        picture.outline(&self.cells, border);
        if let Some(sum) = self.sum {
            picture.label(&self.cells, 1.5, INK, &sum.to_string());
        }
    }

    fn sketch(&self, sketch: &mut Sketch, _: Shape) -> bool {
        sketch.cage(&self.cells);
        false
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        self.cells.clone()
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        post_different_sum(builder, &self.words(builder.shape()), &self.cells, self.sum)
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        check_different_sum(filled, &self.cells, self.sum)
    }

    fn write(&self, shape: Shape) -> Option<String> {
        let sum = self.sum.map_or_else(String::new, |sum| format!(" {sum}"));
        Some(format!("cage{sum}: {}", shape.names(&self.cells)))
    }
}

/// Checks that cells have different digits with a sum.
pub(super) fn check_different_sum(
    filled: &Filled<'_>,
    cells: &[usize],
    sum: Option<i64>,
) -> Result<(), RuleBreach> {
    filled.different(cells)?;
    let found = filled.sum(cells);
    match sum {
        Some(expected) if expected != found => Err(RuleBreach::Sum { found, expected }),
        _ => Ok(()),
    }
}

/// Posts that cells have different digits with a sum: as a table if it has at most [`MAX_TUPLES`]
/// tuples, otherwise as a difference and a sum.
pub(super) fn post_different_sum(
    builder: &mut Builder<'_>,
    label: &str,
    cells: &[usize],
    sum: Option<i64>,
) -> Result<(), ModelError> {
    let Some(sum) = sum else { return builder.different(label, cells) };
    if !builder.sums {
        let digits: Vec<Value> = builder.digits().collect();
        if let Some(tuples) = tuples(&digits, cells.len(), sum) {
            return builder.tuples(label, cells, tuples);
        }
    }
    builder.different(label, cells)?;
    let terms: Vec<_> = cells.iter().map(|&cell| (1, cell)).collect();
    builder.sum(label, &terms, Relation::Eq, sum)
}

/// Returns all sequences of different digits with this sum, or `None` if they are too many.
fn tuples(digits: &[Value], count: usize, sum: i64) -> Option<Vec<Vec<Value>>> {
    let mut found = Vec::new();
    let mut chosen = Vec::with_capacity(count);
    extend(digits, count, sum, &mut chosen, &mut found).then_some(found)
}

/// Adds the sequences that begin with `chosen`. Its depth is the number of cells of a cage, at
/// most that of digits. Returns `false` when they become too many.
fn extend(
    digits: &[Value],
    count: usize,
    sum: i64,
    chosen: &mut Vec<Value>,
    found: &mut Vec<Vec<Value>>,
) -> bool {
    if chosen.len() == count {
        if sum == 0 {
            found.push(chosen.clone());
        }
        return found.len() <= MAX_TUPLES;
    }
    let left = count - chosen.len();
    let free = || digits.iter().filter(|digit| !chosen.contains(digit)).map(|&d| i64::from(d));
    let (least, most): (i64, i64) = (free().take(left).sum(), free().rev().take(left).sum());
    if free().count() < left || sum < least || sum > most {
        return true;
    }
    for &digit in digits {
        if !chosen.contains(&digit) {
            chosen.push(digit);
            let go_on = extend(digits, count, sum - i64::from(digit), chosen, found);
            chosen.pop();
            if !go_on {
                return false;
            }
        }
    }
    true
}

impl FPuzzles for Cage {
    const NAMES: &'static [&'static str] = &["killercage"];
    const FIELDS: &'static [&'static str] = &["cells", "value"];

    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        let cells = entry.cells("cells")?;
        if cells.is_empty() {
            entry.leftover("cells")?;
        }
        // The site takes the sum 0 for none.
        let sum = entry.number("value")?.filter(|sum| *sum > 0);
        Ok(if cells.is_empty() { Vec::new() } else { vec![Cage { cells, sum }] })
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        if self.sum == Some(0) {
            return Err(FormError::ZeroSum);
        }
        let cells = file.names(&self.cells);
        file.add(
            "killercage",
            match self.sum {
                Some(sum) => json!({ "cells": cells, "value": sum.to_string() }),
                None => json!({ "cells": cells }),
            },
        );
        Ok(())
    }
}
