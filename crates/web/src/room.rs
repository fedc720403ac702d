//! The memory that requests take until their work begins.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::refusal::Refusal;

/// The memory of all requests together.
pub(super) struct Room {
    taken: Arc<AtomicUsize>,
    most: usize,
}

/// The memory of one request, as long as this lives.
pub(super) struct Taken {
    all: Arc<AtomicUsize>,
    bytes: usize,
    most: usize,
}

impl Room {
    /// Makes room for `most` bytes.
    pub(super) fn new(most: usize) -> Self {
        Room { taken: Arc::default(), most }
    }

    /// Begins a request, which takes no memory yet.
    pub(super) fn enter(&self) -> Taken {
        Taken { all: self.taken.clone(), bytes: 0, most: self.most }
    }
}

impl Taken {
    /// Takes more bytes.
    ///
    /// # Errors
    /// If they do not fit.
    pub(super) fn take(&mut self, bytes: usize) -> Result<(), Refusal> {
        let before = self.all.fetch_add(bytes, Ordering::Relaxed);
        self.bytes += bytes;
        if before + bytes > self.most {
            let why = "the requests that wait already are too large together; try again later";
            return Err(Refusal::busy(why));
        }
        Ok(())
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.all.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}
