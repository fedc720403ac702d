//! `parallax report`: the results of experiments.

mod change;
mod plots;
mod report_command;

pub(super) use report_command::{Args, run};
use report_command::{Choice, cannot, open, study};

use super::Failure;
