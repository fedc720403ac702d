//! Lines drawn through free cells of a full grid.

use parallax_model::Value;
use rand::{Rng, RngCore};

use super::GridDraft;
use crate::rules::AnyRule;

/// Number of lines to begin for each cell of the grid.
const LINES_PER_CELL: usize = 4;

/// The cells of a line, and its rule.
pub(super) type Line = (Vec<usize>, AnyRule);

/// A draft on which lines are drawn.
pub(super) struct LineDrawer<'a> {
    draft: &'a mut GridDraft,
    free: Vec<bool>,
}

impl<'a> LineDrawer<'a> {
    pub(super) fn new(draft: &'a mut GridDraft) -> Self {
        let free = vec![true; draft.puzzle.shape.cell_count()];
        LineDrawer { draft, free }
    }

    /// Begins lines in random free cells, until half of the cells are on lines. `line` returns a
    /// line that begins in a cell.
    pub(super) fn cover_cells(
        mut self,
        rng: &mut dyn RngCore,
        line: &dyn Fn(&Self, usize, &mut dyn RngCore) -> Option<Line>,
    ) {
        let cells = self.free.len();
        let mut covered = 0;
        for _ in 0..LINES_PER_CELL * cells {
            let first = rng.random_range(0..cells);
            if !self.free[first] || 2 * covered >= cells {
                continue;
            }
            if let Some((cells, rule)) = line(&self, first, rng) {
                covered += cells.len();
                cells.into_iter().for_each(|cell| self.free[cell] = false);
                self.draft.puzzle.rules.push(rule);
            }
        }
    }

    /// Returns the digit of a cell in the solution.
    pub(super) fn cell_digit(&self, cell: usize) -> Value {
        self.draft.solution[cell]
    }

    /// Returns the free cells that share a side with a cell.
    pub(super) fn free_neighbours(&self, cell: usize) -> impl Iterator<Item = usize> {
        let shape = self.draft.puzzle.shape;
        shape.reached_cells(cell, &crate::shape::SIDE_STEPS).filter(|&next| self.free[next])
    }

    /// Returns the number of rows.
    pub(super) fn row_count(&self) -> usize {
        self.draft.puzzle.shape.rows
    }
}
