//! SMT-LIB 2 scripts over bounded integers and truth values (`.smt2`).
//!
//! The language is that of Barrett, Fontaine and Tinelli, "The SMT-LIB Standard". Text becomes
//! tokens (`lexer.rs`), tokens commands and terms (`script.rs`, `term.rs`, `operators.rs`), and
//! terms constraints of the model by `model/flatten`. Bounds of integers come from assertions; an
//! integer without bounds is refused, because its range would have to be invented.

#[cfg(test)]
mod core_tests;
mod divisors;
mod instance;
mod lexer;
mod model;
mod operators;
mod reductions;
mod responses;
mod script;
mod script_error;
mod term;
#[cfg(test)]
mod tests;
mod unsat_core;

pub use instance::SmtInstance;
pub use script::{AssertionName, ResponseCommand, SmtlibScript, starts_smtlib};
pub use term::SortedTerm;
