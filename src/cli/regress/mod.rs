//! `parallax regress`: instances against the expectations of a suite.

mod annotated;
mod new;
mod ran;
mod regress_command;

use regress_command::{DIFFERENT, write_suite};
pub(super) use regress_command::{RegressArgs, run};
