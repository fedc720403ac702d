//! Magic squares with clues to complete, in the format of problem 19 of CSPLib: the numbers from 1
//! to n² in a square of order n, with equal sums in all rows, columns and both diagonals.
//!
//! `read.rs` reads files, `family.rs` recognises them, `instance.rs` is the face to the program,
//! `model.rs` has the model, `rules.rs` the check of a solution, `symmetry.rs` breaks symmetries,
//! `generate/` makes random instances. This is the smallest puzzle with all parts: read it before
//! you write one.

mod family;
pub mod generate;
mod instance;
mod model;
mod read;
mod rules;
mod symmetry;
#[cfg(test)]
mod tests;

pub(crate) use family::MagicFamily;
pub use instance::{MAX_ORDER, MagicPuzzle};

/// The required content of a file, for error messages.
const EXPECTED: &str =
    "a magic square: the order, the number of clues, and `row column value` for each clue";
