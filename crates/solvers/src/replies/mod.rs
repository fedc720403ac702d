//! The output of external solvers, and the list of known ones.
//!
//! Each format has a file: `sat`, `smt`, `flatzinc`, `xcsp3` and `count`. An irregular output is an
//! error with its reason, and never an answer.

pub mod count;
mod error;
mod expression;
pub mod flatzinc;
mod programs;
pub mod sat;
pub mod smt;
#[cfg(test)]
mod tests;
pub mod xcsp3;

pub use error::{ReplyError, ReplyingProgram, SmtExpressionError, SolverClaim, StatusForm};
pub use programs::{KNOWN_SOLVERS, KnownSolver};
