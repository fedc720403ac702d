//! The memory that requests take until their work begins.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::refusal::HttpError;

/// The memory of all requests together.
pub(super) struct RequestMemory {
    taken: Arc<AtomicUsize>,
    max_bytes: usize,
}

/// The memory of one request, while this value lives.
pub(super) struct MemoryReservation {
    all: Arc<AtomicUsize>,
    bytes: usize,
    max_bytes: usize,
}

impl RequestMemory {
    /// Makes room for `most` bytes.
    pub(super) fn new(max_bytes: usize) -> Self {
        RequestMemory { taken: Arc::default(), max_bytes }
    }

    /// Begins a request, which takes no memory yet.
    pub(super) fn enter_request(&self) -> MemoryReservation {
        MemoryReservation { all: self.taken.clone(), bytes: 0, max_bytes: self.max_bytes }
    }
}

impl MemoryReservation {
    /// Takes more bytes.
    ///
    /// # Errors
    /// Returns an error if the bytes do not fit.
    pub(super) fn take_bytes(&mut self, bytes: usize) -> Result<(), HttpError> {
        // The bytes are added before they are compared, and belong to this request even if it is
        // refused; dropping the reservation returns them.
        let before = self.all.fetch_add(bytes, Ordering::Relaxed);
        self.bytes += bytes;
        if before + bytes > self.max_bytes {
            let why = "the requests that wait already are too large together; try again later";
            return Err(HttpError::busy_server(why));
        }
        Ok(())
    }
}

impl Drop for MemoryReservation {
    fn drop(&mut self) {
        self.all.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}
