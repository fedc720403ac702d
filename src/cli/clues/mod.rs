//! `parallax clues`: which clues of a puzzle are needed for its one solution.

mod clues_command;
mod completion;
mod fewest_clues;
mod certificate_folder;

pub(super) use clues_command::{CluesArgs, run};
use clues_command::{CluesFormat, print_confirmation, print_fate};
