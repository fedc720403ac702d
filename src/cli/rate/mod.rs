//! `parallax rate`: the difficulty of instances.

mod rate_command;
mod steps;

pub(super) use rate_command::{RateArgs, run};
