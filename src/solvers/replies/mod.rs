//! What solvers that are programs print, and which of them are known.

mod expression;
mod known;
pub mod sat;
pub mod smt;
#[cfg(test)]
mod tests;

pub use known::{KNOWN, Known};
