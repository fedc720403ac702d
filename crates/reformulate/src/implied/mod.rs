//! Adds implied constraints to a model: the solutions stay, and propagation has more to work with.
//!
//! The additions contain hidden variables that the model's own determine, or none. So the solutions
//! correspond one to one. A search may look for interchangeable values among the model's own
//! constraints alone: each of their solutions satisfies the additions.

mod counts;
mod duals;
mod extended_model;
mod permutation;
mod sums;

pub use extended_model::ImpliedOptions;
pub(super) use extended_model::{DualVariable, ExtendedModel};

#[cfg(test)]
mod tests;
