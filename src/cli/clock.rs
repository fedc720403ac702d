//! The clock of a whole command, which starts before anything is read.

use std::io::Write;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::{interrupt, output};

/// The time beyond its limit that a command has to print its results. After that the program ends:
/// some part of it waits, or works without checking the clock.
const PRINT_GRACE: Duration = Duration::from_millis(800);

/// How a command reports an unknown answer.
#[derive(Clone, Copy)]
pub(super) struct UnknownAnswerReport {
    /// Its exit code.
    pub code: u8,
    /// Whether it prints objects.
    pub json: bool,
}

/// The clock that runs, of a command with a limit.
static RUNNING_CLOCK: OnceLock<CommandClock> = OnceLock::new();

/// Ends the program if the time is over: an error after that is an effect of the limit.
pub(super) fn end_if_over() {
    if let Some(clock) = RUNNING_CLOCK.get() {
        clock.check_limit();
    }
}

/// The time of a command.
#[derive(Clone, Copy)]
pub(super) struct CommandClock {
    start: Instant,
    limit: Option<Duration>,
    unknown: UnknownAnswerReport,
}

impl CommandClock {
    /// Starts the clock of a command. The program ends soon after `limit`, even if some part hangs,
    /// unless the command has begun to print its answer, whose reader may be slow.
    pub(super) fn start_clock(limit: Option<Duration>, unknown: UnknownAnswerReport) -> Self {
        if let Some(limit) = limit.and_then(|limit| limit.checked_add(PRINT_GRACE)) {
            std::thread::spawn(move || {
                std::thread::sleep(limit);
                end_expired(unknown);
            });
        }
        let clock = CommandClock { start: Instant::now(), limit, unknown };
        // A process has one clock: a second call returns the first, so that its start counts.
        *RUNNING_CLOCK.get_or_init(|| clock)
    }

    /// Makes a clock without a limit.
    pub(super) fn unlimited() -> Self {
        CommandClock {
            start: Instant::now(),
            limit: None,
            unknown: UnknownAnswerReport { code: 0, json: false },
        }
    }

    /// Returns the remaining time, if there is a limit.
    pub(super) fn remaining_time(&self) -> Option<Duration> {
        self.limit.map(|limit| limit.saturating_sub(self.start.elapsed()))
    }

    /// Lets the program continue when the time is over, because it keeps the limit itself and then
    /// writes its results.
    pub(super) fn release_limit(&self) {
        output::claim_output();
    }

    /// Ends the program if the time is over.
    pub(super) fn check_limit(&self) {
        if self.remaining_time() == Some(Duration::ZERO) {
            end_expired(self.unknown);
        }
    }
}

/// Prints that the time is over, and ends the program, unless it has an answer.
fn end_expired(unknown: UnknownAnswerReport) {
    if !output::claim_for_the_clock() {
        return;
    }
    let mut out = std::io::stdout();
    let object = r#"{"answer":"unknown","reason":"timeout"}"#;
    let text = if unknown.json { object } else { "unknown (timeout)" };
    // The other end of a pipe may be closed; the program ends anyway.
    let _ = writeln!(out, "{text}");
    interrupt::end_program(unknown.code)
}
