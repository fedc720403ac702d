//! The clock of a whole command, which starts before anything is read.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::interrupt;

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

/// The time of a command.
pub(super) struct Clock {
    start: Instant,
    limit: Option<Duration>,
    unknown: Unknown,
    /// Whether the program continues when the time is over.
    released: Arc<AtomicBool>,
}

impl Clock {
    /// Starts the clock of a command that ends within `limit` in every case.
    pub(super) fn start(limit: Option<Duration>, unknown: Unknown) -> Self {
        let released = Arc::new(AtomicBool::new(false));
        if let Some(limit) = limit.and_then(|limit| limit.checked_add(GRACE)) {
            let released = released.clone();
            std::thread::spawn(move || {
                std::thread::sleep(limit);
                if !released.load(Ordering::Relaxed) {
                    expired(unknown);
                }
            });
        }
        Clock { start: Instant::now(), limit, unknown, released }
    }

    /// Makes a clock without a limit.
    pub(super) fn unlimited() -> Self {
        Clock::start(None, Unknown { code: 0, json: false })
    }

    /// Returns the remaining time, if there is a limit.
    pub(super) fn left(&self) -> Option<Duration> {
        self.limit.map(|limit| limit.saturating_sub(self.start.elapsed()))
    }

    /// Lets the program continue when the time is over, because it keeps the limit itself and then
    /// writes its results.
    pub(super) fn release(&self) {
        self.released.store(true, Ordering::Relaxed);
    }

    /// Ends the program if the time is over.
    pub(super) fn check(&self) {
        if self.left() == Some(Duration::ZERO) {
            expired(self.unknown);
        }
    }
}

/// Prints that the time is over, and ends the program.
fn expired(unknown: Unknown) -> ! {
    let mut out = std::io::stdout();
    let object = r#"{"answer":"unknown","reason":"timeout"}"#;
    let text = if unknown.json { object } else { "unknown (timeout)" };
    // The other end of a pipe may be closed.
    let _ = writeln!(out, "{text}");
    interrupt::end(unknown.code)
}
