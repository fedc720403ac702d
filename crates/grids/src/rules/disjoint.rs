//! Disjoint groups: cells at the same place of their boxes differ.

use parallax_model::{ModelError};

use super::{Kind, Rule};
use crate::GridPuzzle;
use crate::errors::{Fault, FormError, JsonFault, RuleBreach, RuleError};
use crate::filled::Filled;
use crate::fpuzzles::{Entry, FPuzzles, File};
use crate::iss::{Iss, Item};
use crate::model::Builder;
use crate::plain::KeyLine;
use crate::shape::Shape;

/// Cells at the same place of their boxes have different digits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DisjointGroups;

impl Kind for DisjointGroups {
    const KEYS: &'static [&'static str] = &["disjoint groups"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        line.bare()?;
        Ok(vec![DisjointGroups])
    }
}

impl Iss for DisjointGroups {
    const TYPES: &'static [&'static str] = &["DisjointSets"];

    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        item.bare()?;
        Ok(vec![DisjointGroups])
    }

    fn write_iss(&self, _: &GridPuzzle) -> Option<String> {
        Some("DisjointSets".to_owned())
    }
}

impl Rule for DisjointGroups {
    fn words(&self, _: Shape) -> String {
        "disjoint groups".to_owned()
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        Vec::new()
    }

    fn validate(&self, puzzle: &GridPuzzle) -> Result<(), RuleError> {
        match puzzle.boxes {
            Some(_) => Ok(()),
            None => Err(RuleError::NoBoxes),
        }
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let regions = builder.puzzle.region_cells();
        let places = regions.first().map_or(0, Vec::len);
        for place in 0..places {
            let cells: Vec<usize> = regions.iter().map(|cells| cells[place]).collect();
            builder.different(&format!("disjoint group {}", place + 1), &cells)?;
        }
        Ok(())
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let (shape, (height, width)) = (filled.shape(), filled.puzzle.boxes.unwrap_or((1, 1)));
        for (down, right) in (0..height).flat_map(|d| (0..width).map(move |r| (d, r))) {
            let rows = (down..shape.rows).step_by(height);
            let across = |row: usize| (right..shape.columns).step_by(width).map(move |c| (row, c));
            let cells = rows.flat_map(across).map(|(row, column)| shape.cell(row, column));
            filled.different(&cells.collect::<Vec<_>>())?;
        }
        Ok(())
    }

    fn write(&self, _: Shape) -> Option<String> {
        Some("disjoint groups".to_owned())
    }
}

impl FPuzzles for DisjointGroups {
    const NAMES: &'static [&'static str] = &["disjointgroups"];
    const FIELDS: &'static [&'static str] = &[];

    fn take(_: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        Ok(vec![DisjointGroups])
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        file.flag("disjointgroups");
        Ok(())
    }
}
