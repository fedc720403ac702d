//! `parallax report`: the results of experiments.

mod plots;
mod report_command;
mod study_change;

pub(super) use report_command::{ReportCommandArgs, run};
use report_command::{TimeOptions, open_output, read_study, write_error};

use super::CliError;
