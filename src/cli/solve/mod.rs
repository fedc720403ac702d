//! `parallax solve`: instances with one engine.

mod candidates;
mod count;
mod pointer;
mod proof;
mod propagate;
mod second;
mod smtlib;
mod solve_command;
mod threads;
mod unsat_core;

use solve_command::SolveFormat;
pub(super) use solve_command::{SolveArgs, run};

pub(super) use count::{CountArgs, run_count};
