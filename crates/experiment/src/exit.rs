//! The way in which a run ended, from its row and from the measurements of its child processes.

use parallax_compare::Row;
use parallax_engines::jobs::{End, Metered};
use parallax_model::ask::{Answer, Stop};

use super::Exit;

/// Parts of an answer's reason that show that a program failed.
const FAILURES: [&str; 5] =
    ["crash: ", "cannot start ", "cannot run ", "garbage ", ": printed more than "];

/// Returns how a run ended. The end of a child decides; without one, the reason of the row does.
pub(super) fn exit(row: &Row, metered: &Metered) -> Exit {
    match metered.end {
        Some(End::Walltime) => return Exit::Walltime,
        Some(End::Cputime) => return Exit::Cputime,
        Some(End::Memory) => return Exit::Memory,
        Some(End::Killed) => return Exit::Killed,
        Some(End::Failed) => return Exit::Failed,
        None => {}
    }
    if !row.is_unanswered() || matches!(row.answer, Answer::Unsupported(_)) {
        return Exit::Ok;
    }
    let reason = row.answer.reason().or(row.reason.as_deref()).unwrap_or_default();
    match Stop::named(reason) {
        Some(Stop::Timeout) => Exit::Walltime,
        Some(Stop::Memory) => Exit::Memory,
        _ if reason.ends_with(parallax_solvers::process::OUT_OF_MEMORY) => Exit::Memory,
        _ if FAILURES.iter().any(|sign| reason.contains(sign)) => Exit::Failed,
        _ => Exit::Ok,
    }
}
