//! Symmetries of the pattern of clues.

use parallax_model::named;

/// A symmetry of the pattern of clues: a cell has a clue exactly if its image has one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SudokuSymmetry {
    /// None.
    #[default]
    None,
    /// Half a turn.
    Rotational,
    /// Reflection in the diagonal from the upper left.
    Diagonal,
    /// Reflection in the horizontal axis.
    Horizontal,
    /// Reflection in the vertical axis.
    Vertical,
}

named!(SudokuSymmetry, "symmetry", {
    None => "none",
    Rotational => "rotational",
    Diagonal => "diagonal",
    Horizontal => "horizontal",
    Vertical => "vertical",
});

impl SudokuSymmetry {
    /// Returns the image of a cell, by its number row by row, in a grid of this order.
    fn cell_image(self, order: usize, cell: usize) -> usize {
        let (row, column, last) = (cell / order, cell % order, order - 1);
        let (row, column) = match self {
            SudokuSymmetry::None => (row, column),
            SudokuSymmetry::Rotational => (last - row, last - column),
            SudokuSymmetry::Diagonal => (column, row),
            SudokuSymmetry::Horizontal => (last - row, column),
            SudokuSymmetry::Vertical => (row, last - column),
        };
        row * order + column
    }

    /// Returns the cells that have clues together, in groups of one or two.
    pub(super) fn clue_orbits(self, order: usize) -> Vec<Vec<usize>> {
        // Each symmetry is its own inverse, so an orbit has one or two cells. A pair is listed at
        // its lower cell.
        let orbit = |cell: usize| match self.cell_image(order, cell) {
            image if image < cell => None,
            image if image == cell => Some(vec![cell]),
            image => Some(vec![cell, image]),
        };
        (0..order * order).filter_map(orbit).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_hold_every_cell_once() {
        for symmetry in SudokuSymmetry::ALL {
            assert_eq!(symmetry.name().parse(), Ok(symmetry));
            for order in [4, 9] {
                let orbits = symmetry.clue_orbits(order);
                let mut cells = orbits.concat();
                cells.sort_unstable();
                assert_eq!(cells, (0..order * order).collect::<Vec<_>>());
                let image = |&cell: &usize| symmetry.cell_image(order, cell);
                assert!(orbits.iter().all(|orbit| orbit.contains(&image(&orbit[0]))));
            }
        }
        let fixed = |symmetry: SudokuSymmetry, order| {
            symmetry.clue_orbits(order).iter().filter(|orbit| orbit.len() == 1).count()
        };
        assert_eq!(SudokuSymmetry::ALL.map(|symmetry| fixed(symmetry, 9)), [81, 1, 9, 9, 9]);
        assert_eq!(SudokuSymmetry::ALL.map(|symmetry| fixed(symmetry, 4)), [16, 0, 4, 0, 0]);
    }
}
