//! Magic squares with clues to complete, in the format of problem 19 of CSPLib.

pub mod generate;
mod instance;
mod model;
mod read;
mod rules;
mod symmetry;
#[cfg(test)]
mod tests;

pub use instance::{MAX_ORDER, Magic};
pub(super) use read::read;

/// The required content of a file, for error messages.
pub(super) const EXPECTED: &str =
    "a magic square: the order, the number of clues, and `row column value` for each clue";
