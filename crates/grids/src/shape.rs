//! The cells of a rectangle, by row and column.

use std::fmt;

/// The longest side of a grid.
pub(crate) const MAX_SIDE: usize = 50;

/// A rectangle of cells. Cells are numbered row by row from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
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
pub(crate) enum Side {
    /// Reads columns downwards.
    Top,
    /// Reads columns upwards.
    Bottom,
    /// Reads rows from left to right.
    Left,
    /// Reads rows from right to left.
    Right,
}

impl Side {
    /// All sides.
    pub(crate) const ALL: [Side; 4] = [Side::Top, Side::Bottom, Side::Left, Side::Right];

    /// Returns the word of the plain form.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Side::Top => "top",
            Side::Bottom => "bottom",
            Side::Left => "left",
            Side::Right => "right",
        }
    }

    /// Returns the side of a word.
    pub(crate) fn named(name: &str) -> Option<Side> {
        Side::ALL.into_iter().find(|side| side.name() == name)
    }
}

/// A step between cells: rows down and columns right.
pub(crate) type Step = (isize, isize);

/// The steps to the cells that share a side.
pub(crate) const SIDES: [Step; 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
/// The steps to the cells that share a corner only.
pub(crate) const CORNERS: [Step; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
/// The steps of a knight.
pub(crate) const KNIGHT: [Step; 8] =
    [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

impl Shape {
    /// Returns the number of cells.
    pub(crate) fn cells(self) -> usize {
        self.rows * self.columns
    }

    /// Returns the cell of a row and a column, both from 0.
    pub(crate) fn cell(self, row: usize, column: usize) -> usize {
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
    pub(crate) fn locate(self, cell: usize) -> CellPlace {
        CellPlace { row: self.row(cell), column: self.column(cell) }
    }

    /// Returns the rows and the columns of cells.
    pub(crate) fn locate_all(self, cells: &[usize]) -> CellPlaces {
        CellPlaces(cells.iter().map(|&cell| self.locate(cell)).collect())
    }

    /// Returns the name of a cell: `r1c1` for the first.
    pub(crate) fn name(self, cell: usize) -> String {
        self.locate(cell).to_string()
    }

    /// Returns the names of cells, separated by blanks.
    pub(crate) fn names(self, cells: &[usize]) -> String {
        self.locate_all(cells).to_string()
    }

    /// Returns the cell one step further, if it is in the grid.
    pub(crate) fn step(self, cell: usize, (down, right): Step) -> Option<usize> {
        let row = self.row(cell).checked_add_signed(down)?;
        let column = self.column(cell).checked_add_signed(right)?;
        (row < self.rows && column < self.columns).then(|| self.cell(row, column))
    }

    /// Returns the cells that these steps lead to.
    pub(crate) fn reached(self, cell: usize, steps: &[Step]) -> impl Iterator<Item = usize> {
        steps.iter().filter_map(move |&step| self.step(cell, step))
    }

    /// Returns each pair of cells that such a step joins, once, the lower number first.
    pub(crate) fn pairs(self, steps: &[Step]) -> impl Iterator<Item = (usize, usize)> {
        (0..self.cells()).flat_map(move |cell| {
            self.reached(cell, steps).filter(move |&other| cell < other).map(move |o| (cell, o))
        })
    }

    /// Whether two cells share a side.
    pub(crate) fn touch(self, left: usize, right: usize) -> bool {
        self.reached(left, &SIDES).any(|cell| cell == right)
    }

    /// Whether two cells share a side or a corner.
    pub(crate) fn adjoin(self, left: usize, right: usize) -> bool {
        self.touch(left, right) || self.reached(left, &CORNERS).any(|cell| cell == right)
    }

    /// Returns the cells of a row.
    pub(crate) fn row_cells(self, row: usize) -> Vec<usize> {
        (0..self.columns).map(|column| self.cell(row, column)).collect()
    }

    /// Returns the cells of a column.
    pub(crate) fn column_cells(self, column: usize) -> Vec<usize> {
        (0..self.rows).map(|row| self.cell(row, column)).collect()
    }

    /// Returns the number of lines that a side has.
    pub(crate) fn lines(self, side: Side) -> usize {
        match side {
            Side::Top | Side::Bottom => self.columns,
            Side::Left | Side::Right => self.rows,
        }
    }

    /// Returns the cells of a line, in the order in which one reads it from a side.
    pub(crate) fn line(self, side: Side, place: usize) -> Vec<usize> {
        let mut cells = match side {
            Side::Top | Side::Bottom => self.column_cells(place),
            Side::Left | Side::Right => self.row_cells(place),
        };
        if matches!(side, Side::Bottom | Side::Right) {
            cells.reverse();
        }
        cells
    }

    /// Returns the cells from one to another along a row, a column or a diagonal. `None` if they
    /// are on no such line.
    pub(crate) fn between(self, from: usize, to: usize) -> Option<Vec<usize>> {
        let down = self.row(to) as isize - self.row(from) as isize;
        let right = self.column(to) as isize - self.column(from) as isize;
        if down != 0 && right != 0 && down.abs() != right.abs() {
            return None;
        }
        let step = (down.signum(), right.signum());
        let mut cells = vec![from];
        let mut at = from;
        while at != to {
            at = self.step(at, step)?;
            cells.push(at);
        }
        Some(cells)
    }
}
