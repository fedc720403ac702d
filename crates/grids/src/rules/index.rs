//! Index cells: a cell says where a digit of its line is.

use parallax_model::{ModelError, Relation, Value};
use serde_json::json;

use super::{Kind, Rule};
use crate::GridPuzzle;
use crate::errors::{Fault, FormError, JsonFault, RuleBreach, RuleError};
use crate::filled::Filled;
use crate::fpuzzles::{Entry, FPuzzles, File};
use crate::iss::{Iss, Item, cell_names};
use crate::model::Builder;
use crate::picture::colours::{COLUMN_INDEX, ROW_INDEX};
use crate::picture::Picture;
use crate::plain::KeyLine;
use crate::shape::Shape;

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

impl Kind for Index {
    const KEYS: &'static [&'static str] = &["column index", "row index"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        line.no_arguments()?;
        Ok(vec![Index { cells: line.cells()?, column: line.key == "column index" }])
    }
}

impl Iss for Index {
    const TYPES: &'static [&'static str] = &["Indexing"];

    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        item.digits_from_one()?;
        let column = match item.text(0)? {
            "C" => true,
            "R" => false,
            _ => return Err(item.absence("C or R")),
        };
        Ok(vec![Index { cells: item.cells(1, 1)?, column }])
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let head = if self.column { "Indexing~C" } else { "Indexing~R" };
        (puzzle.digits.0 == 1).then(|| cell_names(head, puzzle.shape, &self.cells))
    }
}

impl Index {
    fn key(&self) -> &'static str {
        if self.column { "column index" } else { "row index" }
    }

    /// Returns the line of a cell, and the number of its place there, from 1.
    fn line(&self, shape: Shape, cell: usize) -> (Vec<usize>, usize) {
        let (row, column) = (shape.row(cell), shape.column(cell));
        if self.column {
            (shape.row_cells(row), column + 1)
        } else {
            (shape.column_cells(column), row + 1)
        }
    }
}

impl Rule for Index {
    fn words(&self, shape: Shape) -> String {
        format!("{} {}", self.key(), shape.names(&self.cells))
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        let colour = if self.column { COLUMN_INDEX } else { ROW_INDEX };
        picture.shade(&self.cells, colour);
        picture.legend(Some(colour), self.key());
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        self.cells.clone()
    }

    fn validate(&self, puzzle: &GridPuzzle) -> Result<(), RuleError> {
        if puzzle.black.contains(&true) {
            return Err(RuleError::BlackCells { key: self.key() });
        }
        Ok(())
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let shape = builder.shape();
        for &cell in &self.cells {
            let label = format!("{} {}", self.key(), shape.name(cell));
            let (line, number) = self.line(shape, cell);
            for place in builder.digits() {
                let away = (cell, Relation::Ne, place);
                let target = usize::try_from(place - 1).ok().and_then(|index| line.get(index));
                match target {
                    Some(&target) => {
                        let there = (target, Relation::Eq, number as Value);
                        builder.clause(&label, &[away, there])?;
                    }
                    None => builder.clause(&label, &[away])?,
                }
            }
        }
        Ok(())
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let shape = filled.shape();
        for &cell in &self.cells {
            let (row, column) = (shape.row(cell) as i64, shape.column(cell) as i64);
            let place = filled.value(cell) - 1;
            let (at_row, at_column, number) =
                if self.column { (row, place, column + 1) } else { (place, column, row + 1) };
            let inside = (0..shape.rows as i64).contains(&at_row)
                && (0..shape.columns as i64).contains(&at_column);
            let found = inside
                .then(|| filled.value(shape.cell(at_row as usize, at_column as usize)));
            if found != Some(number) {
                let (cell, value) = (shape.locate(cell), place + 1);
                return Err(RuleBreach::Index { cell, value, number });
            }
        }
        Ok(())
    }

    fn write(&self, shape: Shape) -> Option<String> {
        Some(format!("{}: {}", self.key(), shape.names(&self.cells)))
    }
}

impl FPuzzles for Index {
    const NAMES: &'static [&'static str] = &["rowindexer", "columnindexer"];
    const FIELDS: &'static [&'static str] = &["cells"];

    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        let (cells, column) = (entry.cells("cells")?, entry.key == "columnindexer");
        Ok(if cells.is_empty() { Vec::new() } else { vec![Index { cells, column }] })
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        let entry = json!({ "cells": file.names(&self.cells) });
        file.add(if self.column { "columnindexer" } else { "rowindexer" }, entry);
        Ok(())
    }
}
