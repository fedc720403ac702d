//! Measurements of children for the caller that started their engine.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use parallax_solvers::process::ProcessUsage;

/// The resources that the children of an engine used, and how the last failed one ended. Clones
/// share their measurements.
#[derive(Clone, Debug, Default)]
pub struct ResourceMeter(Arc<Mutex<ResourceUse>>);

/// The measurements of a [`ResourceMeter`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResourceUse {
    /// The total time until the children had read their models.
    pub start: Duration,
    /// The total processor time.
    pub cpu: Duration,
    /// Maximum number of bytes that were resident in one of them.
    pub memory_bytes: u64,
    /// The end of the last child that did not answer; `None` if all answered.
    pub end: Option<ChildFailure>,
}

/// The end of a child that did not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChildFailure {
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

impl ResourceMeter {
    /// Returns the measurements so far. A child counts once it has ended.
    #[must_use]
    pub fn read_use(&self) -> ResourceUse {
        *self.0.lock().expect("no holder panics")
    }

    /// Counts the start of a child.
    pub(super) fn add_start(&self, start: Duration) {
        let mut metered = self.0.lock().expect("no holder panics");
        metered.start = metered.start.saturating_add(start);
    }

    /// Counts a child that has ended.
    pub(super) fn add_usage(&self, usage: ProcessUsage) {
        let mut metered = self.0.lock().expect("no holder panics");
        metered.cpu = metered.cpu.saturating_add(usage.cpu);
        metered.memory_bytes = metered.memory_bytes.max(usage.memory_bytes);
    }

    /// Records how a child ended.
    pub(super) fn record_end(&self, end: ChildFailure) {
        self.0.lock().expect("no holder panics").end = Some(end);
    }
}
