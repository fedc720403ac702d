//! Many instances at a time: random instances, experiments and suites on them, fuzzing.
//!
//! [`generate`] makes random instances and draws random solutions, [`experiment`] makes the runs of
//! a manifest or a suite and stores their results, and [`fuzz`] compares engines on random models
//! and feeds damaged texts to readers.

pub mod experiment;
pub mod fuzz;
pub mod generate;
