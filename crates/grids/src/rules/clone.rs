//! Clones: two groups of cells with the same digits, place by place.

use parallax_model::{ComparisonOperator, ModelError};
use serde_json::json;

use super::{GridRule, PlainRuleForm};
use crate::errors::{
    FPuzzlesJsonError, GridFormError, LocatedFPuzzlesError, LocatedTextError, PlainLineError,
    RuleBreach,
};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::{FPuzzlesEntry, FPuzzlesRuleForm, FPuzzlesWriter};
use crate::iss::IssRuleForm;
use crate::model::GridModelBuilder;
use crate::picture::colours::OUTLINE_GREY;
use crate::picture::{GridPicture, OutlineStyle};
use crate::plain::KeyLine;
use crate::shape::GridShape;

/// The cells of two groups are equal, place by place. The groups may overlap.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CloneOf {
    /// The cells of the first group.
    pub left: Vec<usize>,
    /// The cells of the second group, as many.
    pub right: Vec<usize>,
}

impl PlainRuleForm for CloneOf {
    const KEYS: &'static [&'static str] = &["clone"];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        line.no_arguments()?;
        let (left, right) = line.read_sides()?;
        if left.len() != right.len() {
            let (left, right) = (left.len(), right.len());
            return Err(line.line_error(PlainLineError::Groups { left, right }));
        }
        Ok(vec![CloneOf { left, right }])
    }
}

impl IssRuleForm for CloneOf {}

impl GridRule for CloneOf {
    fn describe_rule(&self, shape: GridShape) -> String {
        format!("clone {} = {}", shape.cell_names(&self.left), shape.cell_names(&self.right))
    }

    fn draw_rule(&self, picture: &mut GridPicture, shape: GridShape) {
        let colour = picture.next_shade();
        picture.shade_cells(&self.named_cells(shape), colour);
        let border = OutlineStyle { inset: 2.0, colour: OUTLINE_GREY, width: 1.0, dashes: "" };
        for group in [&self.left, &self.right] {
            picture.draw_outline(group, border);
        }
        picture.add_legend(None, "shaded, with an outline: clones");
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        [&self.left[..], &self.right[..]].concat()
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let label = self.describe_rule(builder.grid_shape());
        for (&left, &right) in self.left.iter().zip(&self.right) {
            if left != right {
                builder.post_comparison(&label, left, ComparisonOperator::Eq, (right, 0))?;
            }
        }
        Ok(())
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let (left, right) = (filled.cell_values(&self.left), filled.cell_values(&self.right));
        if left == right { Ok(()) } else { Err(RuleBreach::Groups { left, right }) }
    }

    fn write_line(&self, shape: GridShape) -> Option<String> {
        Some(format!("clone: {} = {}", shape.cell_names(&self.left), shape.cell_names(&self.right)))
    }
}

impl FPuzzlesRuleForm for CloneOf {
    const NAMES: &'static [&'static str] = &["clone"];
    const FIELDS: &'static [&'static str] = &["cells", "cloneCells"];

    fn read_entry(entry: &FPuzzlesEntry<'_>) -> Result<Vec<Self>, LocatedFPuzzlesError> {
        let (left, right) = (entry.field_cells("cells")?, entry.field_cells("cloneCells")?);
        if left.len() != right.len() {
            let (left, right) = (left.len(), right.len());
            return Err(entry.entry_error(FPuzzlesJsonError::Clones { left, right }));
        }
        Ok(if left.is_empty() { Vec::new() } else { vec![CloneOf { left, right }] })
    }

    fn write_entries(&self, file: &mut FPuzzlesWriter<'_>) -> Result<(), GridFormError> {
        let entry = json!({ "cells": file.cell_names(&self.left), "cloneCells": file.cell_names(&self.right) });
        file.add_entry("clone", entry);
        Ok(())
    }
}
