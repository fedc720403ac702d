//! `parallax clues`: which clues of a puzzle are needed for its one solution.

mod clues_command;
mod complete;
mod fewest;
mod kept;

pub(super) use clues_command::{Args, run};
use clues_command::{Format, certified, confirmed};
