//! `parallax lint`: faults of decision tables, and the differences between two versions of them.

mod annotations;
mod confirmation;
mod faults;
mod junit;
mod named_range;
mod outputs;
mod page;
mod versions;

pub(super) use faults::{LintArgs, run};
