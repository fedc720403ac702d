//! How long a question takes, apart from what its asker does meanwhile.

use std::time::{Duration, Instant};

/// Runs from the start of a question and stands still while candidates are
/// with the callback.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    start: Instant,
    outside: Duration,
}

impl Clock {
    /// A clock that runs from now on.
    pub fn start() -> Self {
        Clock { start: Instant::now(), outside: Duration::ZERO }
    }

    /// Does something that does not count.
    pub fn outside<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let left = Instant::now();
        let result = work();
        self.outside += left.elapsed();
        result
    }

    /// The time so far.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed().saturating_sub(self.outside)
    }
}
