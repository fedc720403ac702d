//! The positions of boxes and of the places in them.

use super::SudokuPuzzle;

/// The boxes of a board, numbered row by row from 0, and the places in a box, likewise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoxGeometry {
    /// The number of rows, of columns and of boxes.
    pub(super) order: usize,
    height: usize,
    width: usize,
}

impl BoxGeometry {
    pub(super) fn from_sudoku(sudoku: &SudokuPuzzle) -> Self {
        BoxGeometry {
            order: sudoku.order(),
            height: sudoku.box_height(),
            width: sudoku.box_width(),
        }
    }

    /// Returns the box of a cell, and its place there.
    pub(super) fn locate_cell(self, row: usize, column: usize) -> (usize, usize) {
        // A band has as many boxes as a box has rows.
        let number = row / self.height * self.height + column / self.width;
        (number, row % self.height * self.width + column % self.width)
    }

    /// Returns the row and the column of a place in a box.
    pub(super) fn cell_position(self, number: usize, place: usize) -> (usize, usize) {
        let (top, left) = (number / self.height * self.height, number % self.height * self.width);
        (top + place / self.width, left + place % self.width)
    }
}
