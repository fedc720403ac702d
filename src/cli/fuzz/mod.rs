//! `parallax fuzz`: engines on random models, programs on small cases.

mod adapters;
mod findings;
mod fuzz_command;
mod named_target_error;
mod prover;
mod self_targets;
mod tally_tables;
mod targets;

pub(super) use fuzz_command::{FuzzArgs, run};
