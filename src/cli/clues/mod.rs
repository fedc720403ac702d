//! `parallax clues`: which clues of a puzzle are needed for its one solution.

mod certificate_folder;
mod clues_command;
mod completion;
mod fewest_clues;

pub(super) use clues_command::{CluesArgs, run};
use clues_command::{CluesFormat, print_confirmation, print_fate};
