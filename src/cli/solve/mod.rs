//! `parallax solve`: instances with one engine.

mod candidates;
mod count;
mod proof_options;
mod propagate;
mod second_solution;
mod smtlib;
mod solve_command;
mod thread_options;
mod unsat_core;
mod why_pointer;

use solve_command::SolveFormat;
pub(super) use solve_command::{SolveArgs, run};

pub(super) use count::{CountArgs, run_count};
