//! `parallax cubes`: a hard count divided for many machines.

mod cubes_command;
mod join;
mod join_error;

use cubes_command::{
    CERTIFICATES_FOLDER, CUBE_LIST_FILE, CUBE_LIST_FORMAT, CubeList, WHOLE_MODEL_FILE,
};
pub(super) use cubes_command::{CubesArgs, run};
