//! `parallax shrink`: a smaller instance with the same difference.

mod command;
mod print;
mod shrink_command;
mod write;

pub(super) use shrink_command::{ShrinkArgs, run};
