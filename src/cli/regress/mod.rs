//! `parallax regress`: instances against the expectations of a suite.

mod annotated;
mod new;
mod ran;
mod regress_command;

pub(super) use regress_command::{Args, run};
use regress_command::{DIFFERENT, write};
