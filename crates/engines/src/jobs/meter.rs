//! What a child used, and how it ended, for whoever started its engine.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use parallax_solvers::process::Usage;

/// What the children of an engine used, and how the last of them ended. Its clones measure
/// together.
#[derive(Clone, Debug, Default)]
pub struct Meter(Arc<Mutex<Metered>>);

/// What a [`Meter`] shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Metered {
    /// The time until they had read their models, together.
    pub start: Duration,
    /// Their processor time, together.
    pub cpu: Duration,
    /// The most memory that was resident in one of them, in bytes.
    pub memory_bytes: u64,
    /// How the last child that did not answer ended; `None` if all answered.
    pub end: Option<End>,
}

/// How a child ended that did not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It was killed some time after its deadline.
    Walltime,
    /// It used more processor time than its limit.
    Cputime,
    /// It needed more memory than its limit.
    Memory,
    /// A signal from outside ended it.
    Killed,
    /// It crashed, sent what nobody understands, or could not be started.
    Failed,
}

impl Meter {
    /// What it shows now. A child counts once it has ended.
    #[must_use]
    pub fn read(&self) -> Metered {
        *self.0.lock().expect("no holder panics")
    }

    /// Counts the start of a child.
    pub(super) fn started(&self, start: Duration) {
        let mut metered = self.0.lock().expect("no holder panics");
        metered.start = metered.start.saturating_add(start);
    }

    /// Counts a child that has ended.
    pub(super) fn add(&self, usage: Usage) {
        let mut metered = self.0.lock().expect("no holder panics");
        metered.cpu = metered.cpu.saturating_add(usage.cpu);
        metered.memory_bytes = metered.memory_bytes.max(usage.memory_bytes);
    }

    /// Notes how a child ended.
    pub(super) fn end(&self, end: End) {
        self.0.lock().expect("no holder panics").end = Some(end);
    }
}
