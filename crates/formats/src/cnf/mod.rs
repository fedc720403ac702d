//! Formulas in conjunctive normal form, in the DIMACS format of the SAT competitions (`.cnf`).
//!
//! A formula becomes a model with a 0/1 variable for each number and a clause for each clause.
//! `read.rs` has the format and the limits, `counting.rs` the comments of model counters,
//! `instance.rs` the instance, `reductions.rs` the cuts.

mod counting;
mod error;
mod formula;
mod instance;
mod read;
mod reductions;
#[cfg(test)]
mod tests;

pub use formula::CnfFormula;
pub use instance::CnfInstance;
pub use read::{read_formula, starts_dimacs};

/// The expected content of a file, for errors.
const EXPECTED: &str = "a formula in DIMACS CNF ('p cnf VARIABLES CLAUSES')";
