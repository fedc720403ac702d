//! `parallax sheet`: puzzles to print, with their solutions at the end.

mod collect;
mod graded;
mod kind;
mod page;
mod sheet_command;
mod target;

use sheet_command::{FAULT, MISSED};
pub(super) use sheet_command::{SheetArgs, run};
