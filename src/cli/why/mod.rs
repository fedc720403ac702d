//! `parallax why`: clues and rules that cannot hold together.

pub(super) mod engine_choice;
mod why_command;

pub(super) use why_command::{WhyArgs, run};
