//! CaDiCaL, through RustSAT's binding.

mod cadical_solver;
mod trace;

pub(super) use cadical_solver::{CadicalSolver, solver_version};
