//! How a run ended, from its row and from the measurements of its child processes.

use parallax_compare::Row;
use parallax_engines::jobs::{ChildFailure, ResourceUse};
use parallax_model::engine_api::{Answer, EndReason, StopReason};

use super::RunExit;

/// Parts of an answer's reason that show that a program failed.
const FAILURE_PHRASES: [&str; 5] =
    ["crash: ", "cannot start ", "cannot run ", "garbage ", ": printed more than "];

/// Returns how a run ended. The end of a child decides; without one, the reason of the row does.
pub(super) fn run_exit(row: &Row, metered: &ResourceUse) -> RunExit {
    match metered.end {
        Some(ChildFailure::Walltime) => return RunExit::Walltime,
        Some(ChildFailure::Cputime) => return RunExit::Cputime,
        Some(ChildFailure::Memory) => return RunExit::Memory,
        Some(ChildFailure::Killed) => return RunExit::Killed,
        Some(ChildFailure::Failed) => return RunExit::Failed,
        None => {}
    }
    // An answer counts even if the process was in trouble afterwards, and a refusal is a regular
    // end.
    if !row.is_unanswered() || matches!(row.answer, Answer::Unsupported(_)) {
        return RunExit::Ok;
    }
    let reason = row.answer.end_reason().or_else(|| row.reason.clone());
    let words = reason.as_ref().map(EndReason::as_str).unwrap_or_default();
    match reason.as_ref().and_then(EndReason::stop) {
        Some(StopReason::Timeout) => RunExit::Walltime,
        Some(StopReason::Memory) => RunExit::Memory,
        _ if words.ends_with(parallax_solvers::process::OUT_OF_MEMORY) => RunExit::Memory,
        // Engines in this process report failures of their programs only in words.
        _ if FAILURE_PHRASES.iter().any(|sign| words.contains(sign)) => RunExit::Failed,
        _ => RunExit::Ok,
    }
}
