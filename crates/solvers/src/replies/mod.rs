//! The output of external solvers, and the list of known ones.

pub mod count;
mod expression;
pub mod flatzinc;
mod known;
pub mod sat;
pub mod smt;
#[cfg(test)]
mod tests;

pub use known::{KNOWN, Known};
