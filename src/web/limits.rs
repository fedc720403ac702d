//! What one request, and all together, may use.

use std::num::NonZeroUsize;
use std::time::Duration;

/// What one request, and all together, may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes of a request's body.
    pub body_bytes: usize,
    /// The most bytes of all bodies that have come and whose work has not begun.
    pub bodies_bytes: usize,
    /// The most bytes of an answer, with what comes before it as events.
    pub answer_bytes: usize,
    /// The most seconds that a request's command may run.
    pub seconds: u64,
    /// The most megabytes (10^6 bytes) that an engine of a request may allocate, and its command
    /// beside it.
    pub memory_mb: u64,
    /// The most long commands (solve, compare, explain, path, rate, check) at once, and as many short
    /// ones. A turn lasts until the answer is sent.
    pub at_once: usize,
    /// The most requests that wait for their turn.
    pub waiting: usize,
    /// The longest wait for a turn; then the request is refused.
    pub wait: Duration,
    /// The most connections.
    pub connections: usize,
    /// The most games of SET that are kept.
    pub games: usize,
    /// How long a client may take to send a request, or to take a piece of an answer.
    pub slow: Duration,
    /// How long a client may take for a whole answer.
    pub sending: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Limits {
            body_bytes: 1 << 20,
            bodies_bytes: 32 << 20,
            answer_bytes: 32_000_000,
            seconds: 60,
            memory_mb: 1000,
            at_once: cores,
            waiting: 256,
            wait: Duration::from_secs(30),
            connections: 1000,
            games: 1000,
            slow: Duration::from_secs(10),
            sending: Duration::from_secs(300),
        }
    }
}
