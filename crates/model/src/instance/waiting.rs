//! The time of one instance of a text that may wait for more.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::ask::{Control, Stop};

/// The time of the current instance, shared by [`Lines`](super::Lines) and an input that may wait
/// for more, such as a pipe. It begins with the first line. The wait before that leaves an instance
/// all its time; the input ends it at the same limit.
#[derive(Clone, Debug, Default)]
pub struct Waiting(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    /// The limit on each instance.
    limit: Option<Duration>,
    /// The start of the instance that is being read, and its control.
    begun: Option<(Instant, Control)>,
    /// The time at which its last line that was read came.
    last: Option<Instant>,
    /// Why no more of the text is read, if the input decides that.
    closed: Option<Stop>,
}

impl Waiting {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns why a read that waits must end, if it must. `inside` states that the last byte ended
    /// no line: then an instance has begun.
    #[must_use]
    pub fn stopped(&self, inside: bool) -> Option<Stop> {
        if inside {
            self.begin();
        }
        let state = self.state();
        state.closed.or_else(|| state.begun.as_ref().and_then(|(_, control)| control.stopped()))
    }

    /// Returns the limit on each instance, and on the wait for one.
    #[must_use]
    pub fn limit(&self) -> Option<Duration> {
        self.state().limit
    }

    /// Ends the text here: every wait for more of it stops for this reason.
    pub fn close(&self, why: Stop) {
        self.state().closed = Some(why);
    }

    /// How long the instance took that was read last, from its first line to its last one. A wait
    /// for lines that were only looked at does not count.
    #[must_use]
    pub fn spent(&self) -> Duration {
        let state = self.state();
        match (&state.begun, state.last) {
            (Some((start, _)), Some(last)) => last.saturating_duration_since(*start),
            _ => Duration::ZERO,
        }
    }

    /// Limits the time of each instance, and the wait for one.
    pub(super) fn set_limit(&self, limit: Option<Duration>) {
        self.state().limit = limit;
    }

    /// Starts the time of an instance, unless it runs.
    pub(super) fn begin(&self) {
        let mut state = self.state();
        let limit = state.limit;
        state.begun.get_or_insert_with(|| (Instant::now(), Control::unlimited().within(limit)));
    }

    /// Waits for the next instance.
    pub(super) fn end(&self) {
        let mut state = self.state();
        (state.begun, state.last) = (None, None);
    }

    /// Notes that a line was read which came at this time.
    pub(super) fn read(&self, came: Instant) {
        self.state().last = Some(came);
    }

    /// Takes the rest as one instance. Returns its control and its start.
    pub(super) fn whole(&self, memory: Option<u64>) -> (Control, Instant) {
        let mut state = self.state();
        let limit = state.limit;
        let begin = || (Instant::now(), Control::unlimited().within(limit));
        let (start, control) = state.begun.get_or_insert_with(begin);
        *control = control.within_memory(memory);
        (control.clone(), *start)
    }

    /// Returns the control of the instance that is being read; `None` before its first line.
    pub(super) fn control(&self) -> Option<Control> {
        self.state().begun.as_ref().map(|(_, control)| control.clone())
    }
}
