//! The output of external solvers, and the list of known ones.

mod expression;
pub mod count;
pub mod flatzinc;
mod known;
pub mod sat;
pub mod smt;
#[cfg(test)]
mod tests;

pub use known::{KNOWN, Known};
