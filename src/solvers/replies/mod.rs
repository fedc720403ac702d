//! What solvers that are programs print, and which of them are known.

mod known;
pub mod sat;
#[cfg(test)]
mod tests;

pub use known::{KNOWN, Known};
