//! `parallax experiment`.

mod experiment_command;
mod generate_run_error;
mod merge;
mod plan;
mod run;
mod slurm;

pub(super) use experiment_command::{ExperimentArgs, run};
use experiment_command::{read_specification, results_of};
