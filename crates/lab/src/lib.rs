//! Instances in bulk: random ones, experiments and suites on them, fuzzing.
//!
//! [`generate`] makes random instances and draws random solutions, [`experiment`] runs what a
//! manifest or a suite states, and [`fuzz`] compares engines on random models and feeds damaged
//! texts to readers.

pub mod experiment;
pub mod fuzz;
pub mod generate;
