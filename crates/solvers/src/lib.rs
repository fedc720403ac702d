//! Foreign solvers behind small common interfaces.
//!
//! The solvers know no model: clauses and SMT terms go in, truth values come out.
//! `crates/translate` writes models so. [`proofs`] checks proofs of unsatisfiability; [`process`]
//! runs programs within limits.
//!
//! To add a SAT solver: a file that implements [`SatSolver`], and a variant of [`SatKind`] with its
//! name; the compiler names the matches, here and in `crates/engines`. A solver behind a cargo
//! feature is also listed in [`SOLVER_FEATURES`] and in the manifests. A solver must stop within a
//! limit; one that cannot is run as a program instead. `tests/` runs one table of tests on every
//! solver of the build.
//!
//! MiniSat and Glucose cannot withdraw an interrupt. A thread watches the clock once a question
//! has taken a hundred conflicts.
//!
//! Splr is not used: it takes no assumptions and cannot be interrupted, and there are two other
//! solvers in pure Rust.
//!
//! Varisat has no interrupt. It writes its proof into a sink that fails when it is time to stop,
//! and the solver is dropped afterwards.
//!
//! Z3 gets a new thread for each session, because its contexts belong to threads. A context that
//! was interrupted is discarded, because Z3 may lose what is asserted after a late interrupt. QF_FD
//! comes first. The script's own logic takes the questions that QF_FD gives up, and scripts with
//! very many pairs of different integers.

mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
mod error;
#[cfg(any(feature = "minisat", feature = "glucose"))]
mod minisat;
pub mod process;
pub mod proofs;
pub mod replies;
mod sat_interface;
pub mod smt;
#[cfg(test)]
mod tests;
mod varisat;
#[cfg(feature = "z3")]
pub mod z3;

pub use sat_interface::{
    ModelCallback, SOLVER_FEATURES, SatAnswer, SatKind, SatSolver, bounded_solver, pumpkin_version,
};

use parallax_model::named;

pub use error::SolverError;

named!(SatKind, "SAT solver", {
    Varisat => "varisat",
    Batsat => "batsat",
    Cadical => "cadical",
    Minisat => "minisat",
    Glucose => "glucose",
});
