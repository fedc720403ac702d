//! `parallax encode`: instances as clauses, terms, FlatZinc, MiniZinc or XCSP3.

mod check;
mod encode_command;

pub(super) use encode_command::{EncodeArgs, run};

use super::clock::CommandClock;
use super::format::OutputFormat;
