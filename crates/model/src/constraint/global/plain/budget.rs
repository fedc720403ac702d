//! Limits on the plain forms of a model while they are written.

use std::cell::Cell;

use super::PlainError;
use crate::flatten::POLL_EVERY;

/// Pieces between two calls of `stop`: truth values and rows, some 100 ns each.
const STOP_CHECK_PIECES: u64 = 1 << 8;

/// The bytes of a step of flattening, measured on pairs of tasks and of nodes: 1,000 tasks of a
/// `cumulative` make 9 million constraints and 5 million variables in 2.5 GB.
const STEP_BYTES: usize = 14;

/// The time and the memory of plain forms. The forms of all constraints of a model share one.
pub(crate) struct PlainFormBudget<'b> {
    /// Returns whether the caller asks to stop.
    stop: &'b dyn Fn() -> bool,
    /// Maximum number of bytes.
    max_bytes: usize,
    bytes: Cell<usize>,
    pieces: Cell<u64>,
    is_stopped: Cell<bool>,
}

impl<'b> PlainFormBudget<'b> {
    /// Creates a budget of `most` bytes that also ends once `stop`, called from time to time,
    /// returns true.
    pub(crate) fn new(stop: &'b dyn Fn() -> bool, max_bytes: usize) -> Self {
        let (bytes, pieces, is_stopped) = Default::default();
        PlainFormBudget { stop, max_bytes, bytes, pieces, is_stopped }
    }

    /// Returns whether more bytes were taken than allowed.
    pub(crate) fn is_exceeded(&self) -> bool {
        self.bytes.get() > self.max_bytes
    }

    /// Returns the number of pieces written so far.
    #[cfg(test)]
    pub(crate) fn piece_count(&self) -> u64 {
        self.pieces.get()
    }

    /// Returns whether the time is over or the bytes are used up.
    pub(super) fn is_over(&self) -> bool {
        // A stop is final: `stop` is not called again after it returned true once.
        if !self.is_stopped.get() && (self.stop)() {
            self.is_stopped.set(true);
        }
        self.is_stopped.get() || self.is_exceeded()
    }

    /// Takes bytes for one more piece.
    ///
    /// # Errors
    /// Returns an error if there are not enough, or the time is over.
    pub(super) fn take_bytes(&self, bytes: usize) -> Result<(), PlainError> {
        self.bytes.set(self.bytes.get().saturating_add(bytes));
        let pieces = self.pieces.get();
        self.pieces.set(pieces + 1);
        // The bytes are checked for each piece, the clock only at intervals.
        let is_time = pieces.is_multiple_of(STOP_CHECK_PIECES);
        if self.is_stopped.get() || self.is_exceeded() || is_time && self.is_over() {
            return Err(PlainError::Stopped);
        }
        Ok(())
    }

    /// Calls `stop` at once, before a longer piece of work.
    ///
    /// # Errors
    /// Returns an error if the time is over or the bytes are used up.
    pub(super) fn check_time(&self) -> Result<(), PlainError> {
        if self.is_over() { Err(PlainError::Stopped) } else { Ok(()) }
    }

    /// Takes the bytes of the constraints that a flattener writes between two polls, and returns
    /// whether it must stop.
    pub(super) fn stops_flattening(&self) -> bool {
        self.bytes.set(self.bytes.get().saturating_add(POLL_EVERY * STEP_BYTES));
        self.is_over()
    }

    /// Gives bytes back.
    pub(super) fn give_back(&self, bytes: usize) {
        self.bytes.set(self.bytes.get().saturating_sub(bytes));
    }
}
