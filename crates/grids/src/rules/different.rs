//! Cells with different digits: rows, columns, regions, extra regions.

use parallax_model::ModelError;
use serde_json::json;

use super::{Kind, Rule};
use crate::GridPuzzle;
use crate::errors::{Fault, FormError, JsonFault, RuleBreach, RuleError};
use crate::filled::Filled;
use crate::fpuzzles::{Entry, FPuzzles, File};
use crate::iss::{Iss, Item, cell_names};
use crate::model::Builder;
use crate::picture::Picture;
use crate::plain::KeyLine;
use crate::shape::Shape;

/// The cells have different digits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Different {
    /// The name of a row, column or region of the base; `None` for an extra region.
    pub name: Option<String>,
    /// The cells.
    pub cells: Vec<usize>,
}

impl Different {
    /// Creates the rule of a row, column or region of the base.
    pub(crate) fn of(name: String, cells: Vec<usize>) -> Self {
        Different { name: Some(name), cells }
    }
}

impl Kind for Different {
    const KEYS: &'static [&'static str] = &["extra"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        line.no_arguments()?;
        Ok(vec![Different { name: None, cells: line.cells()? }])
    }
}

impl Iss for Different {
    const TYPES: &'static [&'static str] = &["AllDifferent"];

    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        Ok(vec![Different { name: None, cells: item.cells(0, 1)? }])
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        Some(cell_names("AllDifferent", puzzle.shape, &self.cells))
    }
}

impl Rule for Different {
    fn words(&self, shape: Shape) -> String {
        match &self.name {
            Some(name) => name.clone(),
            None => format!("extra region {}", shape.names(&self.cells)),
        }
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        let colour = picture.next_shade();
        picture.shade(&self.cells, colour);
        picture.legend(None, "shaded, without an outline: extra region");
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        self.cells.clone()
    }

    fn validate(&self, puzzle: &GridPuzzle) -> Result<(), RuleError> {
        longest(puzzle, self.words(puzzle.shape), &self.cells)
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        builder.different(&self.words(builder.shape()), &self.cells)
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        filled.different(&self.cells)
    }

    fn write(&self, shape: Shape) -> Option<String> {
        let cells = shape.names(&self.cells);
        self.name.is_none().then(|| format!("extra: {cells}"))
    }
}

/// Requires that cells with different digits are not more than the digits.
pub(super) fn longest(
    puzzle: &GridPuzzle,
    rule: String,
    cells: &[usize],
) -> Result<(), RuleError> {
    let (cells, digits) = (cells.len(), puzzle.digit_count());
    if cells > digits {
        return Err(RuleError::Length { rule, cells, digits });
    }
    Ok(())
}

impl FPuzzles for Different {
    const NAMES: &'static [&'static str] = &["extraregion"];
    const FIELDS: &'static [&'static str] = &["cells"];

    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        let cells = entry.cells("cells")?;
        Ok(if cells.is_empty() { Vec::new() } else { vec![Different { name: None, cells }] })
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        let entry = json!({ "cells": file.names(&self.cells) });
        file.add("extraregion", entry);
        Ok(())
    }
}
