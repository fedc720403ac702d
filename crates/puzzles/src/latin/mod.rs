//! Latin squares with holes to complete, the quasigroup completion problem of Gomes and Selman
//! (1997): each value once in every row and every column.
//!
//! `viewpoints.rs` has the viewpoints, `model.rs` and `triples.rs` the models, `symmetry.rs` breaks
//! symmetries, `generate/` makes random instances.

mod family;
pub mod generate;
mod instance;
mod model;
mod read;
mod symmetry;
#[cfg(test)]
mod tests;
mod triples;
mod viewpoints;

pub(crate) use family::LatinFamily;
pub use instance::{LatinPuzzle, MAX_ORDER};

/// The required content of a file, for error messages.
const EXPECTED: &str = "a Latin square: `order n` and n rows from 0 with -1 for a hole, \
     or `n holes` and n rows from 1 with . for a hole";
