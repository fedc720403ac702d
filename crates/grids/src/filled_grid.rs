//! A filled grid, as checks of rules see it.

use std::cell::OnceCell;

use parallax_model::Value;

use super::GridPuzzle;
use super::errors::RuleBreach;
use super::rules::ExtremeMarks;
use super::shape::GridShape;

/// A grid with a value in each cell that takes one.
pub(crate) struct FilledGrid<'a> {
    /// The puzzle.
    pub puzzle: &'a GridPuzzle,
    values: Vec<Option<Value>>,
    extremes: OnceCell<ExtremeMarks>,
}

impl<'a> FilledGrid<'a> {
    /// Puts values into the cells that take one, row by row. `None` if their number differs.
    pub(crate) fn new(puzzle: &'a GridPuzzle, values: &[Value]) -> Option<Self> {
        let cells = puzzle.valued_cells();
        if cells.len() != values.len() {
            return None;
        }
        let mut all = vec![None; puzzle.shape.cell_count()];
        for (&cell, &value) in cells.iter().zip(values) {
            all[cell] = Some(value);
        }
        Some(FilledGrid { puzzle, values: all, extremes: OnceCell::new() })
    }

    /// Returns the shape of the grid.
    pub(crate) fn grid_shape(&self) -> GridShape {
        self.puzzle.shape
    }

    /// Returns the cells that rules of the puzzle mark as minimum and maximum.
    pub(crate) fn extreme_marks(&self) -> &ExtremeMarks {
        self.extremes.get_or_init(|| ExtremeMarks::from_puzzle(self.puzzle))
    }

    /// Returns the value of a cell; `None` if it takes none.
    pub(crate) fn get(&self, cell: usize) -> Option<Value> {
        self.values.get(cell).copied().flatten()
    }

    /// Returns the value of a cell that takes one. Rules name no other cells.
    pub(crate) fn cell_value(&self, cell: usize) -> i64 {
        i64::from(self.get(cell).unwrap_or_default())
    }

    /// Returns the values of cells.
    pub(crate) fn cell_values(&self, cells: &[usize]) -> Vec<i64> {
        cells.iter().map(|&cell| self.cell_value(cell)).collect()
    }

    /// Returns the sum of the values of cells.
    pub(crate) fn cell_sum(&self, cells: &[usize]) -> i64 {
        cells.iter().map(|&cell| self.cell_value(cell)).sum()
    }

    /// Returns a value that two of the cells have, with both cells.
    pub(crate) fn find_repeat(&self, cells: &[usize]) -> Option<(i64, usize, usize)> {
        cells.iter().enumerate().find_map(|(i, &cell)| {
            let value = self.cell_value(cell);
            let first = cells[..i].iter().find(|&&other| self.cell_value(other) == value)?;
            Some((value, *first, cell))
        })
    }

    /// Requires that the cells have different values.
    pub(crate) fn check_different(&self, cells: &[usize]) -> Result<(), RuleBreach> {
        match self.find_repeat(cells) {
            None => Ok(()),
            Some((value, first, second)) => {
                let [first, second] =
                    [first, second].map(|cell| self.grid_shape().cell_place(cell));
                Err(RuleBreach::Repeat { value, first, second })
            }
        }
    }
}
