//! Faults of a child that works on cases, as it and its parent see them.

use std::io;

/// Why the output of a child is malformed.
#[derive(Debug, thiserror::Error)]
pub(super) enum ChildLineError {
    /// A result is not in its form.
    #[error("garbage from the child: {0}")]
    Json(serde_json::Error),
    /// A result is about more cases than remain.
    #[error("garbage from the child: {cases} cases")]
    Cases { cases: u64 },
}

/// Why a child cannot work.
#[derive(Debug, thiserror::Error)]
pub enum ChildError {
    /// The process cannot lead a group.
    #[error("no separate process group: {0}")]
    Group(io::Error),
    /// The memory limit cannot be set.
    #[error("no memory limit: {0}")]
    Memory(io::Error),
    /// The input cannot be read.
    #[error(transparent)]
    Input(io::Error),
    /// A line is not a range.
    #[error("expected 'START END', found '{line}'")]
    Range {
        /// The line.
        line: String,
    },
    /// A result cannot be written as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// The output is closed.
    #[error("the output is closed: {0}")]
    Output(io::Error),
}
