//! `parallax sample`: random solutions.

mod sample_end;
mod engines;
mod json;
mod print;
mod sample_command;

pub(super) use sample_command::{SampleArgs, run};
