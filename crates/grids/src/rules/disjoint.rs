//! Disjoint groups: cells at the same place of their boxes differ.

use parallax_model::ModelError;

use super::{GridRule, PlainRuleForm};
use crate::GridPuzzle;
use crate::errors::{
    GridFormError, GridRuleError, LocatedFPuzzlesError, LocatedTextError, RuleBreach,
};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::{FPuzzlesEntry, FPuzzlesRuleForm, FPuzzlesWriter};
use crate::iss::{IssItem, IssRuleForm};
use crate::model::GridModelBuilder;
use crate::plain::KeyLine;
use crate::shape::GridShape;

/// Cells at the same place of their boxes have different digits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DisjointGroups;

impl PlainRuleForm for DisjointGroups {
    const KEYS: &'static [&'static str] = &["disjoint groups"];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        line.require_no_arguments()?;
        Ok(vec![DisjointGroups])
    }
}

impl IssRuleForm for DisjointGroups {
    const TYPES: &'static [&'static str] = &["DisjointSets"];

    fn read_iss(item: &IssItem<'_>) -> Result<Vec<Self>, LocatedTextError> {
        item.require_no_arguments()?;
        Ok(vec![DisjointGroups])
    }

    fn write_iss(&self, _: &GridPuzzle) -> Option<String> {
        Some("DisjointSets".to_owned())
    }
}

impl GridRule for DisjointGroups {
    fn describe_rule(&self, _: GridShape) -> String {
        "disjoint groups".to_owned()
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        Vec::new()
    }

    fn validate_rule(&self, puzzle: &GridPuzzle) -> Result<(), GridRuleError> {
        match puzzle.boxes {
            Some(_) => Ok(()),
            None => Err(GridRuleError::NoBoxes),
        }
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let regions = builder.puzzle.region_cells();
        let box_size = regions.first().map_or(0, Vec::len);
        // Boxes have one size and list their cells row by row, so an index is a position in the
        // box.
        for index in 0..box_size {
            let cells: Vec<usize> = regions.iter().map(|cells| cells[index]).collect();
            builder.post_different(&format!("disjoint group {}", index + 1), &cells)?;
        }
        Ok(())
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let (shape, (height, width)) = (filled.grid_shape(), filled.puzzle.boxes.unwrap_or((1, 1)));
        for (down, right) in (0..height).flat_map(|d| (0..width).map(move |r| (d, r))) {
            let rows = (down..shape.rows).step_by(height);
            let across = |row: usize| (right..shape.columns).step_by(width).map(move |c| (row, c));
            let cells = rows.flat_map(across).map(|(row, column)| shape.cell_at(row, column));
            filled.check_different(&cells.collect::<Vec<_>>())?;
        }
        Ok(())
    }

    fn write_line(&self, _: GridShape) -> Option<String> {
        Some("disjoint groups".to_owned())
    }
}

impl FPuzzlesRuleForm for DisjointGroups {
    const NAMES: &'static [&'static str] = &["disjointgroups"];
    const FIELDS: &'static [&'static str] = &[];

    fn read_entry(_: &FPuzzlesEntry<'_>) -> Result<Vec<Self>, LocatedFPuzzlesError> {
        Ok(vec![DisjointGroups])
    }

    fn write_entries(&self, file: &mut FPuzzlesWriter<'_>) -> Result<(), GridFormError> {
        file.set_flag("disjointgroups");
        Ok(())
    }
}
