//! `parallax cubes`: a hard count divided for many machines.

mod cubes_command;
mod join;
mod join_error;

pub(super) use cubes_command::{Args, run};
use cubes_command::{CERTIFICATES, FORMAT, LIST, List, WHOLE};
