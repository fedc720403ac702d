//! Faults of a child that works on cases, as it and its parent see them.

use std::io;

/// Why a parent does not understand its child.
#[derive(Debug, thiserror::Error)]
pub(super) enum ChildLineError {
    /// A result is not in its form.
    #[error("garbage from the child: {0}")]
    Json(serde_json::Error),
    /// A result is about another number of cases than are left.
    #[error("garbage from the child: {cases} cases")]
    Cases { cases: u64 },
}

/// Why a child cannot work.
#[derive(Debug, thiserror::Error)]
pub enum ChildError {
    /// The process cannot lead a group.
    #[error("no group of its own: {0}")]
    Group(io::Error),
    /// The memory limit cannot be set.
    #[error("no memory limit: {0}")]
    Memory(io::Error),
    /// The input cannot be read.
    #[error(transparent)]
    Input(io::Error),
    /// A line is no range.
    #[error("expected 'START END', found '{line}'")]
    Range {
        /// The line.
        line: String,
    },
    /// A result has no form in JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// The output is closed.
    #[error("the output is closed: {0}")]
    Output(io::Error),
}
