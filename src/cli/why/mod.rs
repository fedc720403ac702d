//! `parallax why`: clues and rules that cannot hold together.

pub(super) mod chosen;
mod why_command;

pub(super) use why_command::{WhyArgs, run};
