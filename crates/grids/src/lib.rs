//! Puzzles on grids that setters make: a board, regions, and rules by name.
//!
//! Text goes in ([`recognise_grids`], [`read_grids`]) in one of several forms, and a [`GridPuzzle`]
//! comes out, which the rest of the program sees only as an
//! [`Instance`](parallax_instance::Instance). One model follows from the board and its
//! rules.
//!
//! - `shape.rs`, `board.rs`: the cells, their digits, and the bases (Sudoku, Latin square, kakuro,
//!   straights, takuzu, nonogram, path) with the rules that each implies.
//! - `rules/`: the rules, one file each: its text forms, its constraints, its check of digits, its
//!   words and its picture.
//! - `plain/`: the text form that a person types.
//! - `picture/`: the grid in text and in SVG, in which each rule draws itself.
//! - `fpuzzles/`: the JSON of f-puzzles and its links.
//! - `tatham/`, `puzz_link/`, `iss/`: game IDs, addresses and constraint strings, read and written.
//! - `extra/`: clues of a rule that hold in a solution, to add one to a puzzle.
//! - `sentences.rs`: the rules in sentences for the person who solves the puzzle.
//! - `codes.rs`, `dzn.rs`: killers and jigsaws in a symbol for each cell, kakuro data of MiniZinc.
//! - `candidate_grid.rs`: grids of candidates.
//! - `errors/`: errors as data, an enum for each idea.
//! - `instance.rs`, `model.rs`: the interface to the rest of the program.
//!
//! The check of a rule (`GridRule::check_filled`) shares no code with its constraints
//! (`GridRule::post_rule`), so that each checks the other.
//!
//! Sudoku and Latin squares are bases here and puzzles of their own in `parallax-puzzles`. They
//! stay apart: as a grid, a stream of 10,000 boards takes 1.6 times as long, and sides end at 50
//! instead of 100 and 200. One form would save some 30 lines here, and most of the puzzles' lines
//! are readers of other texts, viewpoints and symmetries.
//!
//! To add a rule, write its file in `rules/`, and its `mod` line and its line in `rules!` in
//! `rules/mod.rs`. A test there lists the rules that have no example.

mod board;
mod candidate_grid;
mod codes;
mod dzn;
mod errors;
mod extra;
mod filled_grid;
mod forms;
mod fpuzzles;
pub mod generate;
mod instance;
mod iss;
mod model;
mod picture;
mod plain;
mod puzz_link;
mod rooms;
mod rules;
#[cfg(any(test, feature = "sample"))]
pub mod sample;
mod sentences;
mod shape;
mod solutions;
mod symbols;
mod tatham;
#[cfg(test)]
mod tests;

pub use board::{GridBase, GridPuzzle};
pub use errors::{ClueNameError, DraftError};
pub use extra::{ClueRule, ExtraClue};
pub use forms::{is_line, read_grids, recognise_grids};

use codes::{is_code, read_code};
use dzn::{is_dzn, read_dzn};
use fpuzzles::{is_fpuzzles_link, read_fpuzzles};
use iss::{is_iss, read_iss, write_iss};
use puzz_link::{is_puzz_link, read_puzz_link, write_puzz_link};
use tatham::{is_tatham, read_tatham, write_tatham};

/// The required content of a file, for error messages.
pub const EXPECTED: &str = "a grid puzzle: a line 'puzzle: sudoku 9' (or latin, kakuro, straights, \
takuzu, nonogram, path), the rows of the grid, and the rules";
