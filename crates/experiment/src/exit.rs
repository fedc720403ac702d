//! The way in which a run ended, from its row and from the measurements of its child processes.

use parallax_compare::Row;
use parallax_engines::jobs::{End, Metered};
use parallax_model::ask::{Answer, EndReason, Stop};

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
    let reason = row.answer.end_reason().or_else(|| row.reason.clone());
    let words = reason.as_ref().map(EndReason::as_str).unwrap_or_default();
    match reason.as_ref().and_then(EndReason::stop) {
        Some(Stop::Timeout) => Exit::Walltime,
        Some(Stop::Memory) => Exit::Memory,
        _ if words.ends_with(parallax_solvers::process::OUT_OF_MEMORY) => Exit::Memory,
        _ if FAILURES.iter().any(|sign| words.contains(sign)) => Exit::Failed,
        _ => Exit::Ok,
    }
}
