//! `parallax hint` and `parallax path`: the next step of a puzzle, and all steps.

mod hint_command;
mod marks;
mod own;
mod path;
mod state;

pub(super) use hint_command::{Args, Means, run};
use hint_command::{asked, exit_code};

pub(super) use path::{Args as PathArgs, run as path};
