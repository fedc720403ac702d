//! Puzzles on grids that setters make: a board, regions, and rules by name.
//!
//! Text goes in ([`recognise`], [`read`]) in one of several forms, and a [`GridPuzzle`] comes out,
//! which the rest of the program sees only as an
//! [`Instance`](parallax_model::instance::Instance). One model follows from the board and its rules.
//!
//! - `shape.rs`, `board.rs`: the cells, their digits, and the bases (Sudoku, Latin square, kakuro,
//!   straights, takuzu, nonogram, path) with the rules that each implies.
//! - `rules/`: the rules, one file each: its text forms, its constraints, its check of digits, its
//!   words and its picture.
//! - `plain/`: the text form that a person types.
//! - `instance.rs`, `model.rs`: what the rest of the program sees.
//!
//! The check of a rule (`Rule::check`) shares no code with its constraints (`Rule::post`), so that
//! each checks the other.
//!
//! To add a rule, write its file in `rules/`, and its line in `rules!` in `rules/mod.rs`. A test
//! there lists the rules that have no example.

mod board;
mod fault;
mod filled;
mod forms;
pub mod generate;
mod instance;
mod model;
mod picture;
mod plain;
mod rules;
mod shape;
mod solutions;
#[cfg(test)]
mod tests;

pub use board::{Base, GridPuzzle};
pub use forms::{reader, recognise};

/// The required content of a file, for error messages.
pub const EXPECTED: &str = "a grid puzzle: a line 'puzzle: sudoku 9' (or latin, kakuro, straights, \
takuzu, nonogram, path), the rows of the grid, and the rules";
