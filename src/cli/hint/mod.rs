//! `parallax hint` and `parallax path`: the next step of a puzzle, and all steps.

mod hint_command;
mod path;
mod pencil_marks;
mod person_entries;
mod puzzle_hint;

pub(super) use hint_command::{HintArgs, StepOptions, run};
use hint_command::{exit_code, find_user_hint};

pub(super) use path::{PathArgs, run as path};
