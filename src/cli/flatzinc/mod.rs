//! `parallax flatzinc`: the program that MiniZinc calls.

mod agreement;
mod presenter;
mod assumption_core;
mod flatzinc_command;
mod printer;
mod statistics;
mod signal_watch;

use flatzinc_command::ERROR;
pub(super) use flatzinc_command::{FlatzincArgs, run};
