//! Cells with different digits: rows, columns, regions, extra regions.

use parallax_model::ModelError;
use serde_json::json;

use super::{GridRule, PlainRuleForm};
use crate::GridPuzzle;
use crate::errors::{
    GridFormError, GridRuleError, LocatedFPuzzlesError, LocatedTextError, RuleBreach,
};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::{FPuzzlesEntry, FPuzzlesRuleForm, FPuzzlesWriter};
use crate::iss::{IssItem, IssRuleForm, cell_names};
use crate::model::GridModelBuilder;
use crate::picture::GridPicture;
use crate::plain::KeyLine;
use crate::shape::GridShape;

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
    pub(crate) fn for_base_group(name: String, cells: Vec<usize>) -> Self {
        Different { name: Some(name), cells }
    }
}

impl PlainRuleForm for Different {
    const KEYS: &'static [&'static str] = &["extra"];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        line.no_arguments()?;
        Ok(vec![Different { name: None, cells: line.read_cells()? }])
    }
}

impl IssRuleForm for Different {
    const TYPES: &'static [&'static str] = &["AllDifferent"];

    fn read_iss(item: &IssItem<'_>) -> Result<Vec<Self>, LocatedTextError> {
        Ok(vec![Different { name: None, cells: item.read_cells(0, 1)? }])
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        Some(cell_names("AllDifferent", puzzle.shape, &self.cells))
    }
}

impl GridRule for Different {
    fn describe_rule(&self, shape: GridShape) -> String {
        match &self.name {
            Some(name) => name.clone(),
            None => format!("extra region {}", shape.cell_names(&self.cells)),
        }
    }

    fn draw_rule(&self, picture: &mut GridPicture, _: GridShape) {
        let colour = picture.next_shade();
        picture.shade_cells(&self.cells, colour);
        picture.add_legend(None, "shaded, without an outline: extra region");
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        self.cells.clone()
    }

    fn validate_rule(&self, puzzle: &GridPuzzle) -> Result<(), GridRuleError> {
        check_length(puzzle, self.describe_rule(puzzle.shape), &self.cells)
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        builder.post_different(&self.describe_rule(builder.grid_shape()), &self.cells)
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        filled.check_different(&self.cells)
    }

    fn write_line(&self, shape: GridShape) -> Option<String> {
        let cells = shape.cell_names(&self.cells);
        self.name.is_none().then(|| format!("extra: {cells}"))
    }
}

/// Requires that cells with different digits are not more than the digits.
pub(super) fn check_length(
    puzzle: &GridPuzzle,
    rule: String,
    cells: &[usize],
) -> Result<(), GridRuleError> {
    let (cells, digits) = (cells.len(), puzzle.digit_count());
    if cells > digits {
        return Err(GridRuleError::Length { rule, cells, digits });
    }
    Ok(())
}

impl FPuzzlesRuleForm for Different {
    const NAMES: &'static [&'static str] = &["extraregion"];
    const FIELDS: &'static [&'static str] = &["cells"];

    fn read_entry(entry: &FPuzzlesEntry<'_>) -> Result<Vec<Self>, LocatedFPuzzlesError> {
        let cells = entry.field_cells("cells")?;
        Ok(if cells.is_empty() { Vec::new() } else { vec![Different { name: None, cells }] })
    }

    fn write_entries(&self, file: &mut FPuzzlesWriter<'_>) -> Result<(), GridFormError> {
        let entry = json!({ "cells": file.cell_names(&self.cells) });
        file.add_entry("extraregion", entry);
        Ok(())
    }
}
