//! Generators of models that the literature of constraint satisfaction measures on: n queens, and
//! random binary problems whose values are interchangeable to a chosen degree.

mod csp_names;
mod queens;
mod random;

pub use csp_names::{GENERATOR_NAMES, from_name};

pub use queens::QueensProblem;
pub use random::{BlockPartition, ExactShare, RandomBinaryProblem};

#[cfg(test)]
mod tests;
