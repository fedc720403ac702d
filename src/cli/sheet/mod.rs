//! `parallax sheet`: puzzles to print, with their solutions at the end.

mod collect;
mod graded;
mod kind;
mod page;
mod sheet_command;
mod target;

pub(super) use sheet_command::{Args, run};
use sheet_command::{FAULT, MISSED};
