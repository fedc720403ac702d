//! The signs that rules put on a board of text.

use std::collections::BTreeMap;

use crate::shape::{GridShape, GridSide, Step};

/// The signs of rules on a board of text.
pub(crate) struct TextBoardSketch {
    shape: GridShape,
    /// The signs between two cells side by side, the lower number first.
    signs: BTreeMap<(usize, usize), char>,
    /// The clues outside of the grid by row and column; -1 is before the first.
    outside: BTreeMap<(isize, isize), Vec<String>>,
    /// The kind of the clues outside of the grid.
    kind: Option<&'static str>,
    /// The cage of each cell, for grids without regions.
    cages: Vec<Option<usize>>,
    /// The sums in black cells: down, then across.
    sums: BTreeMap<usize, (Option<i64>, Option<i64>)>,
}

impl TextBoardSketch {
    /// Creates a board without signs.
    pub(super) fn new(shape: GridShape) -> Self {
        let (signs, outside, sums) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let cages = vec![None; shape.cell_count()];
        TextBoardSketch { shape, signs, outside, kind: None, cages, sums }
    }

    /// Puts a sign between two cells. Returns `false` if they do not share a side, or if another
    /// sign is there.
    pub(crate) fn put_sign(&mut self, left: usize, right: usize, sign: char) -> bool {
        let pair = (left.min(right), left.max(right));
        if !self.shape.share_side(left, right) || self.signs.contains_key(&pair) {
            return false;
        }
        self.signs.insert(pair, sign);
        true
    }

    /// Puts a sign between two cells that opens towards `upper`, as [`TextBoardSketch::put_sign`].
    pub(crate) fn put_inequality(&mut self, lower: usize, upper: usize) -> bool {
        let in_row = self.shape.row(lower) == self.shape.row(upper);
        let sign = match (in_row, lower < upper) {
            (true, true) => '<',
            (true, false) => '>',
            (false, true) => '^',
            (false, false) => 'v',
        };
        self.put_sign(lower, upper, sign)
    }

    /// Puts clues outside of a line, the last next to the grid on the left and at the top. Returns
    /// `false` if clues of another kind are around the grid.
    pub(crate) fn put_outside_clues(
        &mut self,
        kind: &'static str,
        (side, place): (GridSide, usize),
        clues: impl IntoIterator<Item = String>,
    ) -> bool {
        // Text has no colours to tell kinds apart, so only the first kind is drawn.
        if *self.kind.get_or_insert(kind) != kind {
            return false;
        }
        let (rows, columns) = (self.shape.rows as isize, self.shape.columns as isize);
        let at = place as isize;
        let spot = match side {
            GridSide::Top => (-1, at),
            GridSide::Bottom => (rows, at),
            GridSide::Left => (at, -1),
            GridSide::Right => (at, columns),
        };
        self.outside.entry(spot).or_default().extend(clues);
        true
    }

    /// Draws borders around a cage, in a grid without regions, unless it meets another cage.
    pub(crate) fn draw_cage(&mut self, cells: &[usize]) {
        if let Some(&first) = cells.first()
            // A cell has one cage here; an overlapping cage would cut the first one apart.
            && cells.iter().all(|&cell| self.cages[cell].is_none())
        {
            for &cell in cells {
                self.cages[cell] = Some(first);
            }
        }
    }

    /// Puts a sum before the first cell of a diagonal, with an arrow.
    pub(crate) fn put_diagonal(&mut self, start: usize, (down, right): Step, sum: i64) {
        let arrow = match (down > 0, right > 0) {
            (true, true) => '↘',
            (true, false) => '↙',
            (false, true) => '↗',
            (false, false) => '↖',
        };
        let (row, column) = (self.shape.row(start) as isize, self.shape.column(start) as isize);
        let spot = (row - down, column - right);
        self.outside.entry(spot).or_default().push(format!("{sum}{arrow}"));
    }

    /// Puts a sum into the black cell before a run. Returns `false` without such a cell.
    pub(crate) fn put_run_sum(&mut self, first: usize, down: bool, sum: i64) -> bool {
        let back = if down { (-1, 0) } else { (0, -1) };
        let Some(cell) = self.shape.step_from(first, back) else { return false };
        let sums = self.sums.entry(cell).or_default();
        *(if down { &mut sums.0 } else { &mut sums.1 }) = Some(sum);
        true
    }

    /// Returns the sign between two cells, the lower number first.
    pub(super) fn sign_between(&self, left: usize, right: usize) -> Option<char> {
        self.signs.get(&(left, right)).copied()
    }

    /// Whether a sign is between two cells of a row.
    pub(super) fn has_sign_in_row(&self) -> bool {
        // In a grid of one column, cells of a column have consecutive numbers as well.
        self.signs.keys().any(|&(left, right)| left + 1 == right && self.shape.columns > 1)
    }

    /// Returns the clues at a place outside of the grid.
    pub(super) fn clues_outside(&self, row: isize, column: isize) -> &[String] {
        self.outside.get(&(row, column)).map_or(&[], Vec::as_slice)
    }

    /// Returns the cage of each cell.
    pub(super) fn cell_cages(&self) -> &[Option<usize>] {
        &self.cages
    }

    /// Returns the kind of the clues outside of the grid.
    pub(super) fn outside_kind(&self) -> Option<&'static str> {
        self.kind
    }

    /// Returns the text of the sums in a black cell: `17\6`.
    pub(super) fn black_cell_sums(&self, cell: usize) -> Option<String> {
        let (down, across) = self.sums.get(&cell)?;
        let text = |sum: &Option<i64>| sum.map_or_else(String::new, |sum| sum.to_string());
        Some(format!("{}\\{}", text(down), text(across)))
    }
}
