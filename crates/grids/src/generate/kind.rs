//! The kinds of generated puzzles, and their sizes.

/// A kind of generated puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridKind {
    /// A Sudoku covered by cages with sums.
    Killer,
    /// A Sudoku with irregular regions instead of boxes.
    Jigsaw,
    /// A Sudoku with thermometers.
    Thermo,
    /// A Sudoku with arrows.
    Arrow,
    /// A Sudoku with the sums of its diagonals.
    LittleKiller,
    /// A Sudoku with all dots of its solution.
    Kropki,
    /// A Latin square with inequality signs.
    Futoshiki,
    /// A Latin square covered by cages with operations.
    Calcudoku,
    /// Sums of runs between black cells.
    Kakuro,
    /// A Latin square with clues outside of it.
    Skyscrapers,
    /// Digits 0 and 1.
    Takuzu,
}

parallax_model::named!(GridKind, "kind of grid", {
    Killer => "killer",
    Jigsaw => "jigsaw",
    Thermo => "thermo",
    Arrow => "arrow",
    LittleKiller => "little-killer",
    Kropki => "kropki",
    Futoshiki => "futoshiki",
    Calcudoku => "calcudoku",
    Kakuro => "kakuro",
    Skyscrapers => "skyscrapers",
    Takuzu => "takuzu",
});

impl GridKind {
    /// Returns the usual size.
    #[must_use]
    pub fn usual_size(self) -> usize {
        match self {
            GridKind::Futoshiki | GridKind::Calcudoku | GridKind::Skyscrapers => 6,
            GridKind::Kakuro => 8,
            GridKind::Takuzu => 10,
            _ => 9,
        }
    }

    /// Returns the sizes that are generated, in ascending order.
    #[must_use]
    pub fn grid_sizes(self) -> &'static [usize] {
        match self {
            GridKind::Jigsaw => &[4, 5, 6, 7, 8, 9],
            GridKind::Futoshiki | GridKind::Calcudoku | GridKind::Skyscrapers => {
                &[3, 4, 5, 6, 7, 8, 9]
            }
            GridKind::Kakuro => &[6, 7, 8, 9, 10, 11, 12],
            GridKind::Takuzu => &[6, 8, 10, 12, 14],
            GridKind::Arrow => &[4, 6, 8, 9, 10],
            GridKind::LittleKiller => &[4, 6, 8, 9],
            _ => &[4, 6, 8, 9, 10, 12],
        }
    }

    /// Returns the number of drafts of which the first with one solution is taken. 0 if givens are
    /// usual, or solutions of grids without any are hard to count.
    pub(super) fn draft_count(self, size: usize) -> u32 {
        match self {
            GridKind::Killer => 20,
            GridKind::Skyscrapers if size <= 6 => 20,
            GridKind::Calcudoku => 20,
            GridKind::Kropki | GridKind::Kakuro => 1,
            _ => 0,
        }
    }
}
