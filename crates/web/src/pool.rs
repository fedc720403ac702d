//! Bounds the number of running and of waiting commands.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::RequestLimits;
use super::refusal::HttpError;

/// Grants turns in the order of the requests.
pub(super) struct CommandPool {
    // One permit for each command that may run at once. Tokio's semaphore is fair: waiters get
    // their permits in the order in which they began to wait.
    turns: Arc<Semaphore>,
    waiting: AtomicUsize,
}

/// Counts a waiting request while this value lives.
struct WaitingRequest<'a>(&'a AtomicUsize);

// A destructor releases the count on every way out of `enter`, also when the future is dropped
// because its client has gone.
impl Drop for WaitingRequest<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl CommandPool {
    pub(super) fn new(limits: &RequestLimits) -> Self {
        CommandPool {
            turns: Arc::new(Semaphore::new(limits.at_once)),
            waiting: AtomicUsize::new(0),
        }
    }

    /// Waits for a turn, which ends when the permit is dropped.
    ///
    /// # Errors
    /// Returns an error if too many requests wait, or the wait takes too long.
    pub(super) async fn enter(
        &self,
        limits: &RequestLimits,
    ) -> Result<OwnedSemaphorePermit, HttpError> {
        // Counting before comparing makes the bound hold for requests that arrive together: each
        // sees a different number. The counter guards no other data, so a relaxed order suffices.
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let _waiting = WaitingRequest(&self.waiting);
        if before >= limits.waiting {
            return Err(HttpError::busy_server(format!(
                "{before} requests wait already; try again later"
            )));
        }
        let turn = self.turns.clone().acquire_owned();
        // The semaphore is never closed, so the only failure is the timeout.
        match tokio::time::timeout(limits.wait, turn).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => {
                let seconds = limits.wait.as_secs();
                Err(HttpError::busy_server(format!("no turn within {seconds} s; try again later")))
            }
        }
    }
}
