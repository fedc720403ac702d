//! `parallax decode`: the output of a solver as a checked solution.

mod assignment_error;
mod complete;
mod decode_command;
mod flatzinc;
mod minizinc;

pub(super) use decode_command::{DecodeArgs, run};
use decode_command::{DecodeResult, settle_solutions};
