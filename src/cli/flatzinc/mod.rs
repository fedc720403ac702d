//! `parallax flatzinc`: the program that MiniZinc calls.

mod agreement;
mod assumption_core;
mod flatzinc_command;
mod presenter;
mod printer;
mod signal_watch;
mod statistics;

use flatzinc_command::ERROR_EXIT_CODE;
pub(super) use flatzinc_command::{FlatzincArgs, run};
