//! Many instances at a time: random instances, experiments and suites on them, fuzzing.
//!
//! [`generate`] takes a seed and a number, and makes random instances and random solutions.
//! [`experiment`] takes a manifest or a suite, makes its runs and stores their results, one record
//! a line; it also measures encodings. [`fuzz`] takes a seed, compares engines on random models,
//! feeds damaged texts to readers, and shrinks what it finds (delta debugging: Zeller and
//! Hildebrandt, "Simplifying and isolating failure-inducing input", 2002).
//!
//! Common changes: a recipe of a new generator goes to `generate/`; a setting of experiments to
//! `experiment/`, of suites to `experiment/regress/read/`; a sample text of a new format to
//! `fuzz/parsers/instances.rs`. The tests of this crate (`tests/cross/`) compare engines with each
//! other and with brute force; a test that needs several engines and no program goes there.

pub mod experiment;
pub mod fuzz;
pub mod generate;
