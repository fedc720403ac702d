//! `parallax reproduce`: published tables measured again, next to the published figures.

mod crawford;
mod keisuke;
mod models;
mod reform_random;
mod reproduce_command;
mod set_free;
mod splits;
mod swearngin;

pub(super) use reproduce_command::{ReproduceArgs, run};
use reproduce_command::{ReproduceOptions, range, save_files};
