//! Generates random Sudokus with one solution, of any order.

mod filling;
mod symmetry;
mod sudoku_options;

pub use sudoku_options::{MAX_GENERATED, SudokuOptions, Clues, make, generate};


pub use symmetry::Symmetry;



#[cfg(test)]
mod tests;
