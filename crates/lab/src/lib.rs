//! Fuzzing: [`fuzz`] takes a seed, compares engines on random models, feeds damaged texts to readers,
//! and shrinks what it finds (delta debugging: Zeller and Hildebrandt, "Simplifying and isolating
//! failure-inducing input", 2002).
//!
//! A sample text of a new format goes to `fuzz/parsers/instances.rs`.

pub mod fuzz;
