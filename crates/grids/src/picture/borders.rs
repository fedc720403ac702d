//! The borders between regions.

use crate::shape::GridShape;

/// The borders between regions, and around the grid. Gap n is before row (column) n; the last gap
/// is after all of them.
pub(super) struct RegionBorders<'a> {
    /// The cells.
    pub shape: GridShape,
    /// The region of each cell, if it is in one.
    pub regions: &'a [Option<usize>],
}

impl RegionBorders<'_> {
    /// Whether there is a border in a row at a gap between columns.
    pub(super) fn has_vertical_border(&self, row: usize, gap: usize) -> bool {
        let shape = self.shape;
        gap == 0
            || gap == shape.columns
            || self.regions_differ(shape.cell_at(row, gap - 1), shape.cell_at(row, gap))
    }

    /// Whether there is a border in a column at a gap between rows.
    pub(super) fn has_horizontal_border(&self, gap: usize, column: usize) -> bool {
        let shape = self.shape;
        gap == 0
            || gap == shape.rows
            || self.regions_differ(shape.cell_at(gap - 1, column), shape.cell_at(gap, column))
    }

    fn regions_differ(&self, left: usize, right: usize) -> bool {
        self.regions[left] != self.regions[right]
    }

    /// Whether a gap between columns has a border in some row.
    pub(super) fn has_column(&self, gap: usize) -> bool {
        (0..self.shape.rows).any(|row| self.has_vertical_border(row, gap))
    }

    /// Whether a gap between rows has a border in some column.
    pub(super) fn has_row(&self, gap: usize) -> bool {
        (0..self.shape.columns).any(|column| self.has_horizontal_border(gap, column))
    }

    /// Returns whether borders leave a corner of cells upwards, downwards, to the left and to the
    /// right.
    pub(super) fn corner_arms(&self, row_gap: usize, column_gap: usize) -> [bool; 4] {
        let shape = self.shape;
        [
            row_gap > 0 && self.has_vertical_border(row_gap - 1, column_gap),
            row_gap < shape.rows && self.has_vertical_border(row_gap, column_gap),
            column_gap > 0 && self.has_horizontal_border(row_gap, column_gap - 1),
            column_gap < shape.columns && self.has_horizontal_border(row_gap, column_gap),
        ]
    }
}
