//! Index cells: a cell says where a digit of its line is.

use parallax_model::{ComparisonOperator, ModelError, Value};
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
use crate::picture::colours::{COLUMN_INDEX, ROW_INDEX};
use crate::plain::KeyLine;
use crate::shape::GridShape;

/// Each of the cells says in which column of its row (in which row of its column) the number of its
/// own column (row) is: in column c, the cell with digit v says that the cell at column v of the
/// row has digit c.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Index {
    /// The cells.
    pub cells: Vec<usize>,
    /// Whether digits name columns of the row. Otherwise they name rows of the column.
    pub column: bool,
}

impl PlainRuleForm for Index {
    const KEYS: &'static [&'static str] = &["column index", "row index"];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        line.no_arguments()?;
        Ok(vec![Index { cells: line.read_cells()?, column: line.key == "column index" }])
    }
}

impl IssRuleForm for Index {
    const TYPES: &'static [&'static str] = &["Indexing"];

    fn read_iss(item: &IssItem<'_>) -> Result<Vec<Self>, LocatedTextError> {
        item.digits_from_one()?;
        let column = match item.argument_text(0)? {
            "C" => true,
            "R" => false,
            _ => return Err(item.absence_error("C or R")),
        };
        Ok(vec![Index { cells: item.read_cells(1, 1)?, column }])
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let head = if self.column { "Indexing~C" } else { "Indexing~R" };
        (puzzle.digits.0 == 1).then(|| cell_names(head, puzzle.shape, &self.cells))
    }
}

impl Index {
    fn plain_key(&self) -> &'static str {
        if self.column { "column index" } else { "row index" }
    }

    /// Returns the line of a cell, and its position there, from 1.
    fn indexed_line(&self, shape: GridShape, cell: usize) -> (Vec<usize>, usize) {
        let (row, column) = (shape.row(cell), shape.column(cell));
        if self.column {
            (shape.row_cells(row), column + 1)
        } else {
            (shape.column_cells(column), row + 1)
        }
    }
}

impl GridRule for Index {
    fn describe_rule(&self, shape: GridShape) -> String {
        format!("{} {}", self.plain_key(), shape.cell_names(&self.cells))
    }

    fn draw_rule(&self, picture: &mut GridPicture, _: GridShape) {
        let colour = if self.column { COLUMN_INDEX } else { ROW_INDEX };
        picture.shade_cells(&self.cells, colour);
        picture.add_legend(Some(colour), self.plain_key());
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        self.cells.clone()
    }

    fn validate_rule(&self, puzzle: &GridPuzzle) -> Result<(), GridRuleError> {
        if puzzle.black.contains(&true) {
            return Err(GridRuleError::BlackCells { key: self.plain_key() });
        }
        Ok(())
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let shape = builder.grid_shape();
        for &cell in &self.cells {
            let label = format!("{} {}", self.plain_key(), shape.cell_name(cell));
            let (line, number) = self.indexed_line(shape, cell);
            for digit in builder.digit_values() {
                // If the cell has this digit, the cell at that position has the number. A digit
                // beyond the line is excluded.
                let away = (cell, ComparisonOperator::Ne, digit);
                let target = usize::try_from(digit - 1).ok().and_then(|index| line.get(index));
                match target {
                    Some(&target) => {
                        let there = (target, ComparisonOperator::Eq, number as Value);
                        builder.post_clause(&label, &[away, there])?;
                    }
                    None => builder.post_clause(&label, &[away])?,
                }
            }
        }
        Ok(())
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let shape = filled.grid_shape();
        for &cell in &self.cells {
            let (row, column) = (shape.row(cell) as i64, shape.column(cell) as i64);
            let index = filled.cell_value(cell) - 1;
            let (at_row, at_column, number) =
                if self.column { (row, index, column + 1) } else { (index, column, row + 1) };
            let inside = (0..shape.rows as i64).contains(&at_row)
                && (0..shape.columns as i64).contains(&at_column);
            let found = inside
                .then(|| filled.cell_value(shape.cell_at(at_row as usize, at_column as usize)));
            if found != Some(number) {
                let (cell, value) = (shape.cell_place(cell), index + 1);
                return Err(RuleBreach::Index { cell, value, number });
            }
        }
        Ok(())
    }

    fn write_line(&self, shape: GridShape) -> Option<String> {
        Some(format!("{}: {}", self.plain_key(), shape.cell_names(&self.cells)))
    }
}

impl FPuzzlesRuleForm for Index {
    const NAMES: &'static [&'static str] = &["rowindexer", "columnindexer"];
    const FIELDS: &'static [&'static str] = &["cells"];

    fn read_entry(entry: &FPuzzlesEntry<'_>) -> Result<Vec<Self>, LocatedFPuzzlesError> {
        let (cells, column) = (entry.field_cells("cells")?, entry.key == "columnindexer");
        Ok(if cells.is_empty() { Vec::new() } else { vec![Index { cells, column }] })
    }

    fn write_entries(&self, file: &mut FPuzzlesWriter<'_>) -> Result<(), GridFormError> {
        let entry = json!({ "cells": file.cell_names(&self.cells) });
        file.add_entry(if self.column { "columnindexer" } else { "rowindexer" }, entry);
        Ok(())
    }
}
