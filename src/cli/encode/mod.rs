//! `parallax encode`: instances as clauses, terms, FlatZinc, MiniZinc or XCSP3.

mod check;
mod encode_command;

pub(super) use encode_command::{Args, run};

use super::clock::Clock;
use super::format::Format;
