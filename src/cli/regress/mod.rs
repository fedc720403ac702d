//! `parallax regress`: instances against the expectations of a suite.

mod first_suite;
mod github_step;
mod regress_command;
mod suite_run;

use regress_command::{DIFFERENCE_EXIT_CODE, write_suite};
pub(super) use regress_command::{RegressArgs, run};
