//! `parallax cubes`: a hard count divided for many machines.

mod cubes_command;
mod join;
mod join_error;

use cubes_command::{CERTIFICATES, CubeList, FORMAT, LIST, WHOLE};
pub(super) use cubes_command::{CubesArgs, run};
