//! The Sudokus of Tables 4 to 6, of our own making.

use super::problem::{Problem, board};

/// Names and clues. Made by [`Oracle::board`](super::super::boards::Oracle).
pub(super) const BOARDS: [(&str, &str); 0] = [];

/// All of them.
pub(super) fn all() -> Result<Vec<Problem>, String> {
    BOARDS.iter().map(|(name, clues)| Ok(Problem::sudoku(board(clues)?, *name))).collect()
}
