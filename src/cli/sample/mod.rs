//! `parallax sample`: random solutions.

mod engines;
mod json;
mod print;
mod sample_command;
mod sample_end;

pub(super) use sample_command::{SampleArgs, run};
