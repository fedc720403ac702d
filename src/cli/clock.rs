//! The clock of a whole command, which starts before anything is read.

use std::io::Write;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::{interrupt, output};

/// The time beyond its limit that a command has to print its results. After that the program ends:
/// some part of it waits, or works without checking the clock.
const GRACE: Duration = Duration::from_millis(800);

/// The way a command prints that its answer is unknown.
#[derive(Clone, Copy)]
pub(super) struct Unknown {
    /// Its exit code.
    pub code: u8,
    /// Whether it prints objects.
    pub json: bool,
}

/// The clock that runs, of a command with a limit.
static RUNNING: OnceLock<Clock> = OnceLock::new();

/// Ends the program if the time is over: what fails then fails for want of time.
pub(super) fn end_if_over() {
    if let Some(clock) = RUNNING.get() {
        clock.check();
    }
}

/// The time of a command.
#[derive(Clone, Copy)]
pub(super) struct Clock {
    start: Instant,
    limit: Option<Duration>,
    unknown: Unknown,
}

impl Clock {
    /// Starts the clock of a command that ends within `limit`, whatever it does then, unless it
    /// has an answer: once that begins to leave the program, its reader may take its time.
    pub(super) fn start(limit: Option<Duration>, unknown: Unknown) -> Self {
        if let Some(limit) = limit.and_then(|limit| limit.checked_add(GRACE)) {
            std::thread::spawn(move || {
                std::thread::sleep(limit);
                expired(unknown);
            });
        }
        let clock = Clock { start: Instant::now(), limit, unknown };
        *RUNNING.get_or_init(|| clock)
    }

    /// Makes a clock without a limit.
    pub(super) fn unlimited() -> Self {
        Clock { start: Instant::now(), limit: None, unknown: Unknown { code: 0, json: false } }
    }

    /// Returns the remaining time, if there is a limit.
    pub(super) fn left(&self) -> Option<Duration> {
        self.limit.map(|limit| limit.saturating_sub(self.start.elapsed()))
    }

    /// Lets the program continue when the time is over, because it keeps the limit itself and then
    /// writes its results.
    pub(super) fn release(&self) {
        output::claim();
    }

    /// Ends the program if the time is over.
    pub(super) fn check(&self) {
        if self.left() == Some(Duration::ZERO) {
            expired(self.unknown);
        }
    }
}

/// Prints that the time is over, and ends the program, unless it has an answer.
fn expired(unknown: Unknown) {
    if !output::claim_for_the_clock() {
        return;
    }
    let mut out = std::io::stdout();
    let object = r#"{"answer":"unknown","reason":"timeout"}"#;
    let text = if unknown.json { object } else { "unknown (timeout)" };
    // The other end of a pipe may be closed.
    let _ = writeln!(out, "{text}");
    interrupt::end(unknown.code)
}
