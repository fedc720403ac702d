//! Keisuke: a grid of black and white cells, and the numbers that its runs of white cells take,
//! listed across and down.
//!
//! A *run* is a maximal row or column of two white cells or more, an *entry* a number of the lists.
//! The puzzle puts every entry into one run of its direction, like a crossword without clues; the
//! black cells may also be unknown. `model/` has the viewpoints (a variable for each cell or for
//! each run), `read.rs` and `json.rs` the two forms of files, `generate.rs`, `filled.rs` and
//! `distinct.rs` the random puzzles. `docs/reference/models.md` compares the viewpoints.

mod board;
mod cuts;
mod distinct;
mod draft;
mod draw;
mod error;
mod family;
mod filled;
mod generate;
mod instance;
mod json;
mod layout;
mod list_checks;
mod model;
mod read;
mod rules;
mod solutions;
#[cfg(test)]
mod tests;

pub use board::{KeisukeCell, KeisukeEntry, KeisukePattern, KeisukePuzzle, MAX_SIDE, RunDirection};
pub use error::{EntryError, KeisukeError, KeisukeSpot, LocatedKeisukeError};
pub(crate) use family::KeisukeFamily;
pub use generate::{
    DrawnKeisuke, KeisukeBlocks, KeisukeGenerationError, KeisukeShape, MAX_DIGITS, RandomOptions,
    hard_keisuke, random_keisuke, unique_keisuke,
};
pub use solutions::{BLACK_VALUE, BLANK_VALUE};

/// The expected content of a file, for error messages.
const EXPECTED: &str = "a Keisuke: rows of # and . (or `size: 5x5`), then `across: 13, 23` and `down: 12, 21`, or JSON with `grid`, `across` and `down`";
