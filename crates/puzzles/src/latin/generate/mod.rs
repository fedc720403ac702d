//! Generates Latin squares to complete: with holes, or partial ones that may have no solution.

mod holes;
mod markov;
mod partial;
#[cfg(test)]
mod tests;

pub use holes::{LatinHoleOptions, with_holes};
pub use partial::{PartialSquareOptions, generate_partial};
