//! Generates random Sudokus with one solution, of any order.

mod filling;
mod symmetry;
mod sudoku_options;

pub use sudoku_options::{MAX_GENERATED, SudokuOptions, SudokuClues, generate_sudoku, generate_board};


pub use symmetry::SudokuSymmetry;



#[cfg(test)]
mod tests;
