//! `parallax regress`: instances against the expectations of a suite.

mod github_step;
mod first_suite;
mod suite_run;
mod regress_command;

use regress_command::{DIFFERENT, write_suite};
pub(super) use regress_command::{RegressArgs, run};
