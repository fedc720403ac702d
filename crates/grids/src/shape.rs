//! The cells of a rectangle, by row and column.

use std::fmt;

/// The longest side of a grid.
pub(crate) const MAX_SIDE: usize = 50;

/// A rectangle of cells. Cells are numbered row by row from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GridShape {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
}

/// A cell by its row and column, both from 0. It displays as its name: `r1c1` for the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CellPlace {
    /// The row.
    pub row: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for CellPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row + 1, self.column + 1)
    }
}

/// Cells, which display as their names, separated by blanks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CellPlaces(pub Vec<CellPlace>);

impl fmt::Display for CellPlaces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, cell) in self.0.iter().enumerate() {
            write!(f, "{}{cell}", if number > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

/// A side of the grid, from which clues outside of it are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum GridSide {
    /// Reads columns downwards.
    Top,
    /// Reads columns upwards.
    Bottom,
    /// Reads rows from left to right.
    Left,
    /// Reads rows from right to left.
    Right,
}

impl GridSide {
    /// All sides.
    pub(crate) const ALL: [GridSide; 4] =
        [GridSide::Top, GridSide::Bottom, GridSide::Left, GridSide::Right];

    /// Returns the word of the plain form.
    pub(crate) fn plain_word(self) -> &'static str {
        match self {
            GridSide::Top => "top",
            GridSide::Bottom => "bottom",
            GridSide::Left => "left",
            GridSide::Right => "right",
        }
    }

    /// Returns the side of a word.
    pub(crate) fn from_word(name: &str) -> Option<GridSide> {
        GridSide::ALL.into_iter().find(|side| side.plain_word() == name)
    }
}

/// A step between cells: rows down and columns right.
pub(crate) type Step = (isize, isize);

/// The steps to the cells that share a side.
pub(crate) const SIDE_STEPS: [Step; 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
/// The steps to the cells that share a corner only.
pub(crate) const CORNER_STEPS: [Step; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
/// The steps of a knight.
pub(crate) const KNIGHT_STEPS: [Step; 8] =
    [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

impl GridShape {
    /// Returns the number of cells.
    pub(crate) fn cell_count(self) -> usize {
        self.rows * self.columns
    }

    /// Returns the cell of a row and a column, both from 0.
    pub(crate) fn cell_at(self, row: usize, column: usize) -> usize {
        row * self.columns + column
    }

    /// Returns the row of a cell, from 0.
    pub(crate) fn row(self, cell: usize) -> usize {
        cell / self.columns
    }

    /// Returns the column of a cell, from 0.
    pub(crate) fn column(self, cell: usize) -> usize {
        cell % self.columns
    }

    /// Returns the row and the column of a cell.
    pub(crate) fn cell_place(self, cell: usize) -> CellPlace {
        CellPlace { row: self.row(cell), column: self.column(cell) }
    }

    /// Returns the rows and the columns of cells.
    pub(crate) fn locate_all(self, cells: &[usize]) -> CellPlaces {
        CellPlaces(cells.iter().map(|&cell| self.cell_place(cell)).collect())
    }

    /// Returns the name of a cell: `r1c1` for the first.
    pub(crate) fn cell_name(self, cell: usize) -> String {
        self.cell_place(cell).to_string()
    }

    /// Returns the names of cells, separated by blanks.
    pub(crate) fn cell_names(self, cells: &[usize]) -> String {
        self.locate_all(cells).to_string()
    }

    /// Returns the cell one step further, if it is in the grid.
    pub(crate) fn step_from(self, cell: usize, (down, right): Step) -> Option<usize> {
        let row = self.row(cell).checked_add_signed(down)?;
        let column = self.column(cell).checked_add_signed(right)?;
        (row < self.rows && column < self.columns).then(|| self.cell_at(row, column))
    }

    /// Returns the cells that these steps lead to.
    pub(crate) fn reached_cells(self, cell: usize, steps: &[Step]) -> impl Iterator<Item = usize> {
        steps.iter().filter_map(move |&step| self.step_from(cell, step))
    }

    /// Returns each pair of cells that such a step joins, once, the lower number first.
    pub(crate) fn step_pairs(self, steps: &[Step]) -> impl Iterator<Item = (usize, usize)> {
        (0..self.cell_count()).flat_map(move |cell| {
            self.reached_cells(cell, steps)
                .filter(move |&other| cell < other)
                .map(move |o| (cell, o))
        })
    }

    /// Whether two cells share a side.
    pub(crate) fn share_side(self, left: usize, right: usize) -> bool {
        self.reached_cells(left, &SIDE_STEPS).any(|cell| cell == right)
    }

    /// Whether two cells share a side or a corner.
    pub(crate) fn share_corner(self, left: usize, right: usize) -> bool {
        self.share_side(left, right)
            || self.reached_cells(left, &CORNER_STEPS).any(|cell| cell == right)
    }

    /// Returns the cells of a row.
    pub(crate) fn row_cells(self, row: usize) -> Vec<usize> {
        (0..self.columns).map(|column| self.cell_at(row, column)).collect()
    }

    /// Returns the cells of a column.
    pub(crate) fn column_cells(self, column: usize) -> Vec<usize> {
        (0..self.rows).map(|row| self.cell_at(row, column)).collect()
    }

    /// Returns the number of lines that a side has.
    pub(crate) fn line_count(self, side: GridSide) -> usize {
        match side {
            GridSide::Top | GridSide::Bottom => self.columns,
            GridSide::Left | GridSide::Right => self.rows,
        }
    }

    /// Returns the cells of a line, in the order in which it is read from a side.
    pub(crate) fn line_cells(self, side: GridSide, index: usize) -> Vec<usize> {
        let mut cells = match side {
            GridSide::Top | GridSide::Bottom => self.column_cells(index),
            GridSide::Left | GridSide::Right => self.row_cells(index),
        };
        if matches!(side, GridSide::Bottom | GridSide::Right) {
            cells.reverse();
        }
        cells
    }

    /// Returns the cells from one to another along a row, a column or a diagonal. `None` if they
    /// are on no such line.
    pub(crate) fn cells_between(self, from: usize, to: usize) -> Option<Vec<usize>> {
        let down = self.row(to) as isize - self.row(from) as isize;
        let right = self.column(to) as isize - self.column(from) as isize;
        if down != 0 && right != 0 && down.abs() != right.abs() {
            return None;
        }
        let step = (down.signum(), right.signum());
        let mut cells = vec![from];
        let mut at = from;
        // The line leads to `to`, so no step leaves the grid.
        while at != to {
            at = self.step_from(at, step)?;
            cells.push(at);
        }
        Some(cells)
    }
}
