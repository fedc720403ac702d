//! `parallax experiment`.

mod experiment_command;
mod merge;
mod plan;
mod run;
mod slurm;

pub(super) use experiment_command::{Args, run};
use experiment_command::{read, results_of, this_program};
