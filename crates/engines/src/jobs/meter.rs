//! Measurements of children for the caller that started their engine.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use parallax_solvers::process::Usage;

/// The resources that the children of an engine used, and how the last failed one ended. Clones
/// share their measurements.
#[derive(Clone, Debug, Default)]
pub struct Meter(Arc<Mutex<Metered>>);

/// The measurements of a [`Meter`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Metered {
    /// The total time until the children had read their models.
    pub start: Duration,
    /// The total processor time.
    pub cpu: Duration,
    /// Maximum number of bytes that were resident in one of them.
    pub memory_bytes: u64,
    /// The end of the last child that did not answer; `None` if all answered.
    pub end: Option<End>,
}

/// The end of a child that did not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The child was killed some time after its deadline.
    Walltime,
    /// The child used more processor time than its limit.
    Cputime,
    /// The child needed more memory than its limit.
    Memory,
    /// A signal from outside ended the child.
    Killed,
    /// The child crashed, sent malformed output, or could not be started.
    Failed,
}

impl Meter {
    /// Returns the measurements so far. A child counts once it has ended.
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

    /// Records how a child ended.
    pub(super) fn end(&self, end: End) {
        self.0.lock().expect("no holder panics").end = Some(end);
    }
}
