//! `parallax generate`: random instances of puzzles.

mod cnf;
mod generate_command;
mod grid;
mod keisuke;
mod latin;
mod magic;
mod model;
pub(super) mod rated;
mod set;
mod sudoku;
mod write;

use generate_command::Common;
pub(super) use generate_command::{Args, run};

pub(in crate::cli) use self::write::ONE_A_FILE;
