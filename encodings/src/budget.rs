//! What a formula may cost, and why it stopped.

use std::fmt;

/// The limits a [`Formula`](crate::Formula) keeps while it grows.
pub struct Budget {
    /// Most bytes of clauses, variables and labels the formula may hold. This counts what is
    /// stored; while a vector grows, the allocator may briefly hold twice as much.
    pub max_bytes: usize,
    /// Asked every few thousand literals; `true` stops the encoding (a deadline, a cancel).
    pub stop: Option<Box<dyn Fn() -> bool>>,
}

impl Default for Budget {
    /// No limits.
    fn default() -> Self {
        Budget { max_bytes: usize::MAX, stop: None }
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("max_bytes", &self.max_bytes)
            .field("stop", &self.stop.is_some())
            .finish()
    }
}

/// Why a formula takes no more clauses. Once set it never changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// The budget's `stop` said so.
    Stopped,
    /// The formula would hold more bytes than allowed.
    TooLarge {
        /// Bytes it would have held.
        bytes: usize,
        /// Bytes allowed.
        limit: usize,
    },
}
