//! `parallax sheet`: puzzles to print, with their solutions at the end.

mod graded_puzzle;
mod kind;
mod page;
mod puzzle_collection;
mod sheet_command;
mod sheet_destination;

use sheet_command::{ENGINE_FAULT_EXIT_CODE, MISSED_REQUEST_EXIT_CODE};
pub(super) use sheet_command::{SheetArgs, run};
