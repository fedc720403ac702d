//! Measures encodings on one instance: sizes, propagation, times.
//!
//! [`Study`] draws partial assignments of a model and computes what generalised arc consistency
//! removes under each; encodings are then measured against the same assignments. [`pareto`]
//! marks the encodings that no other dominates.

pub mod audit;
mod encoding_study;
pub mod pareto;
mod probes;
mod solve;

pub use encoding_study::{Measured, Settings, Study};

#[cfg(test)]
mod tests;

pub use pareto::Spread;
pub use probes::{Probes, Strength};
pub use solve::Solved;
