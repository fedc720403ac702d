//! Formulas in conjunctive normal form, in the DIMACS format of the SAT competitions (`.cnf`).

mod formula;
mod instance;
mod read;
mod smaller;
#[cfg(test)]
mod tests;

pub use formula::Clauses;
pub use instance::CnfInstance;
pub use read::{read, starts};

/// The expected content of a file, for errors.
const EXPECTED: &str = "a formula in DIMACS CNF ('p cnf VARIABLES CLAUSES')";
