//! The places of a model's variables on a board.

/// The cells of a board, and the variables in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// Height and width of a box, if the puzzle has boxes.
    pub boxes: Option<(usize, usize)>,
    /// The cell of each of the model's first variables, row by row from 0.
    pub cells: Vec<usize>,
}

impl Board {
    /// Creates a square board without boxes, with a variable in each cell.
    #[must_use]
    pub fn square(order: usize) -> Self {
        Board { rows: order, columns: order, boxes: None, cells: (0..order * order).collect() }
    }

    /// Returns the row of a cell, from 0.
    #[must_use]
    pub fn row(&self, cell: usize) -> usize {
        cell / self.columns
    }

    /// Returns the column of a cell, from 0.
    #[must_use]
    pub fn column(&self, cell: usize) -> usize {
        cell % self.columns
    }

    /// Returns the box of a cell, row by row from 0, if there are boxes.
    #[must_use]
    pub fn box_of(&self, cell: usize) -> Option<usize> {
        let (height, width) = self.boxes?;
        Some(self.row(cell) / height * (self.columns / width) + self.column(cell) / width)
    }
}
