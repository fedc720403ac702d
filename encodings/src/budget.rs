//! The limits of a formula, and the reason why it stopped growing.

use std::fmt;

/// The limits that a [`PropositionalFormula`](crate::PropositionalFormula) keeps while it grows.
pub struct FormulaBudget {
    /// Maximum number of bytes of clauses, variables and labels in the formula. Counts what is
    /// stored; while a vector grows, the allocator may briefly hold twice as much.
    pub max_bytes: usize,
    /// Called every few thousand literals; stops the encoding when it returns `true` (a
    /// deadline, a cancellation).
    pub stop: Option<Box<dyn Fn() -> bool>>,
}

impl Default for FormulaBudget {
    /// Sets no limits.
    fn default() -> Self {
        FormulaBudget { max_bytes: usize::MAX, stop: None }
    }
}

impl fmt::Debug for FormulaBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FormulaBudget")
            .field("max_bytes", &self.max_bytes)
            .field("stop", &self.stop.is_some())
            .finish()
    }
}

/// The reason why a formula takes no more clauses. Once set, it never changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HaltReason {
    /// The budget's `stop` returned `true`.
    Stopped,
    /// The formula would exceed its byte limit.
    TooLarge {
        /// Bytes that it would have held.
        bytes: usize,
        /// Bytes that it may hold.
        limit: usize,
    },
}
