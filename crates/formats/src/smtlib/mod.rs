//! SMT-LIB 2 scripts over bounded integers and truth values (`.smt2`). Bounds of integers come from
//! assertions; terms are flattened to constraints of the model.

mod divisors;
mod instance;
mod lexer;
mod operators;
mod script;
mod smaller;
mod term;
#[cfg(test)]
mod tests;

pub use instance::SmtInstance;
pub use script::{Script, starts};
