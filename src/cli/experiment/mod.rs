//! `parallax experiment`.

mod experiment_command;
mod generate_run_error;
mod merge;
mod plan;
mod run;
mod slurm;

pub(super) use experiment_command::{Args, run};
use experiment_command::{read, results_of};
