//! `parallax lint`: faults of decision tables, and the differences between two versions of them.

mod faults;
mod versions;

pub(super) use faults::{LintArgs, run};
