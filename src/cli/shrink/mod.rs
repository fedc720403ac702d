//! `parallax shrink`: a smaller instance with the same difference.

mod compare_command;
mod print;
mod shrink_command;
mod shrink_destination;

pub(super) use shrink_command::{ShrinkArgs, run};
