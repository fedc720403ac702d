//! The time of one instance of a text that may wait for more.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use parallax_model::engine_api::{Control, StopReason};

/// The time of the current instance, shared by [`LineReader`](super::LineReader) and an input that
/// may wait for more, such as a pipe. It begins with the first line. The wait before that leaves an
/// instance all its time; the input ends it at the same limit.
#[derive(Clone, Debug, Default)]
pub struct InstanceTimer(Arc<Mutex<InstanceTimerState>>);

#[derive(Debug, Default)]
struct InstanceTimerState {
    /// The limit on each instance.
    limit: Option<Duration>,
    /// The start of the instance that is being read, and its control.
    begun: Option<(Instant, Control)>,
    /// The time at which its last line that was read came.
    last: Option<Instant>,
    /// Why no more of the text is read, if the input decides that.
    closed: Option<StopReason>,
}

impl InstanceTimer {
    fn lock_state(&self) -> MutexGuard<'_, InstanceTimerState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns why a read that waits must end, if it must. `inside` states that the last byte ended
    /// no line: then an instance has begun.
    #[must_use]
    pub fn stop_reason(&self, inside: bool) -> Option<StopReason> {
        if inside {
            self.begin_instance();
        }
        let state = self.lock_state();
        // A closed text ends the wait, whatever time the instance has left.
        state.closed.or_else(|| state.begun.as_ref().and_then(|(_, control)| control.stop_reason()))
    }

    /// Returns the limit on each instance, and on the wait for one.
    #[must_use]
    pub fn time_limit(&self) -> Option<Duration> {
        self.lock_state().limit
    }

    /// Ends the text here: every wait for more of it stops for this reason.
    pub fn close_text(&self, why: StopReason) {
        self.lock_state().closed = Some(why);
    }

    /// Returns the time that the last instance took, from its first line to its last one. A wait
    /// for lines that were only peeked at does not count.
    #[must_use]
    pub fn spent_time(&self) -> Duration {
        let state = self.lock_state();
        match (&state.begun, state.last) {
            (Some((start, _)), Some(last)) => last.saturating_duration_since(*start),
            _ => Duration::ZERO,
        }
    }

    /// Limits the time of each instance, and the wait for one.
    pub(super) fn set_limit(&self, limit: Option<Duration>) {
        self.lock_state().limit = limit;
    }

    /// Starts the time of an instance, unless it runs.
    pub(super) fn begin_instance(&self) {
        let mut state = self.lock_state();
        let limit = state.limit;
        state
            .begun
            .get_or_insert_with(|| (Instant::now(), Control::unlimited().with_timeout(limit)));
    }

    /// Waits for the next instance.
    pub(super) fn end_instance(&self) {
        let mut state = self.lock_state();
        // The next line that comes begins the time of another instance.
        (state.begun, state.last) = (None, None);
    }

    /// Notes that a line was read which came at this time.
    pub(super) fn note_line(&self, came: Instant) {
        self.lock_state().last = Some(came);
    }

    /// Takes the rest as one instance. Returns its control and its start.
    pub(super) fn take_whole_rest(&self, memory: Option<u64>) -> (Control, Instant) {
        let mut state = self.lock_state();
        let limit = state.limit;
        let begin = || (Instant::now(), Control::unlimited().with_timeout(limit));
        let (start, control) = state.begun.get_or_insert_with(begin);
        *control = control.within_memory(memory);
        (control.clone(), *start)
    }

    /// Returns the control of the instance that is being read; `None` before its first line.
    pub(super) fn current_control(&self) -> Option<Control> {
        self.lock_state().begun.as_ref().map(|(_, control)| control.clone())
    }
}
