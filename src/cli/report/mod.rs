//! `parallax report`: the results of experiments.

mod study_change;
mod plots;
mod report_command;

pub(super) use report_command::{ReportCommandArgs, run};
use report_command::{TimeOptions, open_output, read_study, write_error};

use super::CliError;
