//! `parallax check`: a solution against the rules of its puzzle.

mod check_command;
mod solutions;

pub(super) use check_command::{CheckArgs, run};
