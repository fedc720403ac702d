//! Clones: two groups of cells with the same digits, place by place.

use parallax_model::{ModelError, Relation};
use serde_json::json;

use super::{Kind, Rule};
use crate::errors::{Fault, FormError, JsonError, JsonFault, LineError, RuleBreach};
use crate::filled::Filled;
use crate::fpuzzles::{Entry, FPuzzles, File};
use crate::iss::Iss;
use crate::model::Builder;
use crate::picture::colours::OUTLINE_GREY;
use crate::picture::{Border, Picture};
use crate::plain::KeyLine;
use crate::shape::Shape;

/// The cells of two groups are equal, place by place. The groups may overlap.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CloneOf {
    /// The cells of the first group.
    pub left: Vec<usize>,
    /// The cells of the second group, as many.
    pub right: Vec<usize>,
}

impl Kind for CloneOf {
    const KEYS: &'static [&'static str] = &["clone"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        line.no_arguments()?;
        let (left, right) = line.sides()?;
        if left.len() != right.len() {
            let (left, right) = (left.len(), right.len());
            return Err(line.fault(LineError::Groups { left, right }));
        }
        Ok(vec![CloneOf { left, right }])
    }
}

impl Iss for CloneOf {}

impl Rule for CloneOf {
    fn words(&self, shape: Shape) -> String {
        format!("clone {} = {}", shape.names(&self.left), shape.names(&self.right))
    }

    fn draw(&self, picture: &mut Picture, shape: Shape) {
        let colour = picture.next_shade();
        picture.shade(&self.cells(shape), colour);
        let border = Border { inset: 2.0, colour: OUTLINE_GREY, width: 1.0, dashes: "" };
        for group in [&self.left, &self.right] {
            picture.outline(group, border);
        }
        picture.legend(None, "shaded, with an outline: clones");
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        [&self.left[..], &self.right[..]].concat()
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let label = self.words(builder.shape());
        for (&left, &right) in self.left.iter().zip(&self.right) {
            if left != right {
                builder.compare(&label, left, Relation::Eq, (right, 0))?;
            }
        }
        Ok(())
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let (left, right) = (filled.values(&self.left), filled.values(&self.right));
        if left == right { Ok(()) } else { Err(RuleBreach::Groups { left, right }) }
    }

    fn write(&self, shape: Shape) -> Option<String> {
        Some(format!("clone: {} = {}", shape.names(&self.left), shape.names(&self.right)))
    }
}

impl FPuzzles for CloneOf {
    const NAMES: &'static [&'static str] = &["clone"];
    const FIELDS: &'static [&'static str] = &["cells", "cloneCells"];

    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        let (left, right) = (entry.cells("cells")?, entry.cells("cloneCells")?);
        if left.len() != right.len() {
            let (left, right) = (left.len(), right.len());
            return Err(entry.fault(JsonError::Clones { left, right }));
        }
        Ok(if left.is_empty() { Vec::new() } else { vec![CloneOf { left, right }] })
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        let entry =
            json!({ "cells": file.names(&self.left), "cloneCells": file.names(&self.right) });
        file.add("clone", entry);
        Ok(())
    }
}
