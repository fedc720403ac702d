//! External solvers as engines: one run of a program for each solution, or for all.
//!
//! Each language has a file that writes the problem and reads the answer: `dimacs` (which has OPB
//! as well), `smtlib`, `flatzinc`, `minizinc` and `xcsp3`. The specs of the engines are there also,
//! except for clauses (`clause_engines`) and MiniZinc (`minizinc_solver`). `listing` has the
//! session that FlatZinc and MiniZinc share, `installed` the list of MiniZinc's solvers. `proof`
//! has the proofs of SAT solvers checked.

mod clause_engines;
mod dimacs;
mod external_engine;
mod flatzinc;
mod listing;
mod minizinc;
mod minizinc_solver;
mod minizinc_solvers;
#[cfg(test)]
mod minizinc_tests;
mod proof;
mod smtlib;
mod xcsp3;

pub(super) use external_engine::{
    ExternalProblem, ExternalSession, RunSolutions, write_problem_file,
};

pub use clause_engines::{DimacsEngine, OpbEngine};
pub use flatzinc::FlatzincEngine;
pub use minizinc_solver::MinizincSolver;
pub use smtlib::SmtlibEngine;
pub use xcsp3::Xcsp3Engine;
