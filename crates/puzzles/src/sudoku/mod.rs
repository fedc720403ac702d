//! Sudoku of any composite order: each value once in every row, column and box.
//!
//! `viewpoints/` has the models (values of cells, places of values, both), `read.rs` and
//! `layout.rs` recognise the many ways to write boards, `generate/` makes boards with one solution.

mod bands;
mod drawn_board;
mod family;
pub mod generate;
mod instance;
mod json;
mod layout;
mod near_miss;
mod read;
mod rules;
mod sixteen_symbols;
mod symbol;
mod symmetry;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod text_tests;
mod trailing_text;
mod viewpoints;

pub(crate) use family::SudokuFamily;
pub use generate::generate_board;
pub use instance::{MAX_ORDER, SudokuPuzzle, box_height};
pub use layout::order_of;
pub use near_miss::near_miss;
use read::SudokuReader;

/// The required content of a file, for error messages.
const EXPECTED: &str = "a Sudoku: n*n symbols on a line (81 for order 9), n lines of n symbols, or JSON with `order` and `cells`";
