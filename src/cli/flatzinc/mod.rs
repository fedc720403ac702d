//! `parallax flatzinc`: the program that MiniZinc calls.

mod agreement;
mod answer;
mod core;
mod flatzinc_command;
mod printer;
mod statistics;
mod watch;

use flatzinc_command::ERROR;
pub(super) use flatzinc_command::{FlatzincArgs, run};
