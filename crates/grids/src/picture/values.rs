//! The digits of a picture.

use parallax_instance::{PictureMark, PuzzleSolution};
use parallax_model::Value;

use crate::GridPuzzle;

/// The digits of a puzzle and its solutions by cell.
pub(super) struct PictureDigits<'a> {
    /// The puzzle.
    pub puzzle: &'a GridPuzzle,
    /// The solutions to draw.
    pub solutions: &'a [PuzzleSolution],
    /// The sign of each marked cell.
    marks: Vec<Option<char>>,
    /// The place of each cell in a solution, if it takes a digit.
    solution_index: Vec<Option<usize>>,
}

/// The sign of a cell whose digit differs between solutions.
const DIFFERING_CELL_MARK: char = '*';

impl<'a> PictureDigits<'a> {
    /// Collects the digits. With several solutions, the marks are at the cells that differ.
    pub(super) fn new(
        puzzle: &'a GridPuzzle,
        solutions: &'a [PuzzleSolution],
        marks: &[PictureMark],
    ) -> Self {
        let valued = puzzle.valued_cells();
        let mut places = vec![None; puzzle.shape.cell_count()];
        for (index, &cell) in valued.iter().enumerate() {
            places[cell] = Some(index);
        }
        let mut values = PictureDigits {
            puzzle,
            solutions,
            marks: vec![None; puzzle.shape.cell_count()],
            solution_index: places,
        };
        if solutions.len() > 1 {
            for &cell in &valued {
                values.marks[cell] = values.solutions_differ(cell).then_some(DIFFERING_CELL_MARK);
            }
        } else {
            for mark in marks {
                // The variables of cells come first, in this order; hidden ones have no cell.
                if let Some(&cell) = valued.get(mark.variable.index()) {
                    values.marks[cell] = Some(mark.sign);
                }
            }
        }
        values
    }

    /// Returns the digit of a cell in a solution.
    pub(super) fn solution_digit(&self, solution: &PuzzleSolution, cell: usize) -> Option<Value> {
        self.solution_index[cell].and_then(|index| solution.get(index).copied())
    }

    fn solutions_differ(&self, cell: usize) -> bool {
        // Equality is transitive, so neighbours in the list are enough.
        self.solutions
            .windows(2)
            .any(|pair| self.solution_digit(&pair[0], cell) != self.solution_digit(&pair[1], cell))
    }

    /// Returns the sign of a cell, if it is marked.
    pub(super) fn cell_mark(&self, cell: usize) -> Option<char> {
        self.marks[cell]
    }

    /// Returns the number of marked cells.
    pub(super) fn marked_count(&self) -> usize {
        self.marks.iter().flatten().count()
    }

    /// Returns the different digits of a cell in all solutions, or its given without a solution.
    pub(super) fn cell_digits(&self, cell: usize) -> Vec<Value> {
        if self.solutions.is_empty() {
            return self.puzzle.givens[cell].into_iter().collect();
        }
        let mut values = Vec::new();
        for value in
            self.solutions.iter().filter_map(|solution| self.solution_digit(solution, cell))
        {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }
}
