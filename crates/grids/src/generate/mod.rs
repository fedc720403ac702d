//! Random puzzles of eleven kinds, each with one solution.
//!
//! A kind draws a full grid and the clues of the kind that hold in it (a `GridDraft`, one file a
//! kind). Where these clues have several solutions, `thinning.rs` gives all digits and removes as
//! many as it can. The caller counts solutions; nothing here knows an engine. All draws are of
//! integers, so that each machine makes the same puzzle of a stream of random numbers.

mod arrow;
mod cages;
mod calcudoku;
mod futoshiki;
mod grid_options;
mod jigsaw;
mod kakuro;
mod killer;
mod kind;
mod kropki;
mod lines;
mod little_killer;
mod pattern;
mod skyscrapers;
mod square;
mod sums;
mod takuzu;
#[cfg(test)]
mod tests;
mod thermo;
mod thinning;

pub(crate) use grid_options::GridDraft;
pub use grid_options::{GeneratedGrid, GridOptions, SolutionCounter, generate_grid};

pub use self::kind::GridKind;
