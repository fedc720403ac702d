//! Measures the time of a question without the time of the caller.

use std::time::{Duration, Instant};

/// Measures from the start of a question, and pauses while the callback has a candidate.
#[derive(Clone, Copy, Debug)]
pub struct QuestionClock {
    start: Instant,
    outside: Duration,
}

impl QuestionClock {
    /// Starts a clock.
    #[must_use]
    #[inline]
    pub fn start_clock() -> Self {
        QuestionClock { start: Instant::now(), outside: Duration::ZERO }
    }

    /// Runs `work` without counting its time.
    pub fn run_outside<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let left = Instant::now();
        let result = work();
        self.outside += left.elapsed();
        result
    }

    /// Returns the time so far.
    #[must_use]
    #[inline]
    pub fn elapsed_time(&self) -> Duration {
        self.start.elapsed().saturating_sub(self.outside)
    }
}
