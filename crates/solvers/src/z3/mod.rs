//! Z3, through its C library.
//!
//! Z3's contexts belong to a thread, so each solver lives in a worker: a separate thread, with a
//! stack for deep SMT terms, that answers questions over channels.
//!
//! An interrupted context is discarded. Z3 keeps a flag that an interrupt sets and a check clears.
//! An interrupt that arrives just as a check returns leaves it set, and Z3 5.4 then silently loses
//! what is asserted next and finds models of the rest. Therefore, the next question after an
//! interrupt gets a new thread with a new context.

mod effort;
mod logic_choice;
mod serve;
#[cfg(test)]
mod tests;
mod translate;
mod watch;
mod worker;
mod z3_solver;

pub use z3_solver::{Z3Question, Z3Solver, library_version};

pub use effort::Z3Statistics;
pub use worker::STACK_BYTES;
