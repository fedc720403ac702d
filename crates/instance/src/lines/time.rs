//! The time of an instance, within which its lines must come and be read.

use std::time::{Duration, Instant};

use super::LineReader;
use crate::{InputError, InstanceTimer};
use parallax_model::engine_api::Control;

impl LineReader<'_> {
    /// Reads from an input that may wait for more, and that ends with [`TimedOut`] when the time
    /// is over that it shares.
    ///
    /// [`TimedOut`]: std::io::ErrorKind::TimedOut
    #[must_use]
    pub fn waiting_for(self, waiting: InstanceTimer) -> Self {
        LineReader { waiting: Some(waiting), may_wait: true, ..self }
    }

    /// Whether the input may wait for more, as a pipe does. Peeking beyond the end of an instance
    /// would then delay it.
    #[must_use]
    pub fn may_wait(&self) -> bool {
        self.may_wait
    }

    /// Limits the time of each instance: the time of reading for a text whose
    /// [rest is one](LineReader::take_whole_rest), else the time of waiting for more lines, if the
    /// input may wait.
    pub fn limit_instance_time(&mut self, limit: Option<Duration>) {
        self.limit = limit;
        if let Some(waiting) = &self.waiting {
            waiting.set_limit(limit);
        }
    }

    /// States which lines belong to no instance: waiting for more after them is free.
    pub fn separated_by(&mut self, is_between: fn(&str) -> bool) {
        self.is_between = is_between;
    }

    /// Ends the time of an instance. That of the next one begins with its first line.
    pub fn next_instance(&mut self) {
        let Some(waiting) = &self.waiting else { return };
        waiting.end_instance();
        self.control = Control::unlimited();
        let is_between = self.is_between;
        // Lines that were peeked at may belong to the next instance, whose time then runs already.
        self.inside = self.ahead.iter().any(|ahead| !is_between(&ahead.line.text));
        if self.inside {
            self.begin_instance();
        }
    }

    /// Takes the rest as one instance, which is read within the limits, `memory` in bytes
    /// included. Returns when its time began.
    pub fn take_whole_rest(&mut self, memory: Option<u64>) -> Instant {
        let (control, start) = match &self.waiting {
            Some(waiting) => waiting.take_whole_rest(memory),
            None => {
                let control = Control::unlimited().with_timeout(self.limit).within_memory(memory);
                (control, Instant::now())
            }
        };
        self.set_control(control);
        start
    }

    /// Returns the time of instances, if the input may wait and the time is limited.
    #[must_use]
    pub fn instance_timer(&self) -> Option<InstanceTimer> {
        self.waiting.clone().filter(|waiting| waiting.time_limit().is_some())
    }

    /// Peeks at lines only to find out what the text is. When the time of the instance is over,
    /// lines that have not come count as its end.
    ///
    /// # Errors
    /// Returns the errors of `look`.
    pub fn look_ahead<T>(
        &mut self,
        look: impl FnOnce(&mut Self) -> Result<T, InputError>,
    ) -> Result<T, InputError> {
        let before = std::mem::replace(&mut self.looks_ahead, true);
        let result = look(self);
        self.looks_ahead = before;
        result
    }

    /// Whether such peeking treated the lines so far as the whole text.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    fn begin_instance(&mut self) {
        if let Some(waiting) = &self.waiting {
            waiting.begin_instance();
            self.control = waiting.current_control().unwrap_or_else(Control::unlimited);
        }
    }

    /// Notes that a line has come.
    pub(super) fn note_line(&mut self, text: &str) -> Option<Instant> {
        let waiting = self.waiting.as_ref()?;
        if !self.inside {
            if (self.is_between)(text) {
                waiting.end_instance();
            } else {
                self.inside = true;
                self.begin_instance();
            }
        }
        Some(Instant::now())
    }

    pub(super) fn unreadable_error(&self, error: &std::io::Error) -> InputError {
        let waited = self.waiting.as_ref().and_then(|waiting| waiting.stop_reason(false));
        match (error.kind(), waited) {
            (std::io::ErrorKind::TimedOut, Some(stop)) => {
                InputError::from_stop(self.source.clone(), stop)
            }
            _ => self.make_error(format!("cannot read: {error}")),
        }
    }
}
