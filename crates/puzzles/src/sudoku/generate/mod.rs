//! Generates random Sudokus with one solution, of any order.

mod filling;
mod sudoku_options;
mod symmetry;

pub use sudoku_options::{
    MAX_GENERATED, SudokuClues, SudokuOptions, generate_board, generate_sudoku,
};

pub use symmetry::SudokuSymmetry;

#[cfg(test)]
mod tests;
