//! Limits of one request, and of all together.

use std::num::NonZeroUsize;
use std::time::Duration;

/// Limits of one request, and of all together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestLimits {
    /// Maximum number of bytes of a request's body.
    pub body_bytes: usize,
    /// Maximum number of bytes of all bodies that were received and whose work has not begun.
    pub bodies_bytes: usize,
    /// Maximum number of bytes of an answer, including its earlier events.
    pub answer_bytes: usize,
    /// Maximum number of seconds that a request's command may run.
    pub seconds: u64,
    /// Maximum number of megabytes (10^6 bytes) that an engine of a request may allocate; its
    /// command may allocate twice as much for itself.
    pub memory_mb: u64,
    /// Maximum number of long commands (solve, compare, candidates, explain, path, rate, check) at
    /// once, and of short ones. A turn lasts until the answer is sent.
    pub at_once: usize,
    /// Maximum number of requests that wait for their turn.
    pub waiting: usize,
    /// Maximum wait for a turn; then the request is refused.
    pub wait: Duration,
    /// Maximum number of connections.
    pub connections: usize,
    /// Maximum number of games of SET that are kept.
    pub games: usize,
    /// Maximum time in which a client must send a request, or take a piece of an answer.
    pub slow: Duration,
    /// Maximum time in which a client must take a whole answer.
    pub sending: Duration,
}

impl Default for RequestLimits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        RequestLimits {
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
