//! Bounds the number of running and of waiting commands.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Limits;
use super::refusal::Refusal;

/// Gives turns in the order in which they were requested.
pub(super) struct Pool {
    turns: Arc<Semaphore>,
    waiting: AtomicUsize,
}

/// Counts a waiting request, as long as this lives.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Pool {
    pub(super) fn new(limits: &Limits) -> Self {
        Pool { turns: Arc::new(Semaphore::new(limits.at_once)), waiting: AtomicUsize::new(0) }
    }

    /// Waits for a turn, which ends when the permit is dropped.
    ///
    /// # Errors
    /// If too many requests wait, or the wait takes too long.
    pub(super) async fn enter(&self, limits: &Limits) -> Result<OwnedSemaphorePermit, Refusal> {
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let _waiting = Waiting(&self.waiting);
        if before >= limits.waiting {
            return Err(Refusal::busy(format!("{before} requests wait already; try again later")));
        }
        let turn = self.turns.clone().acquire_owned();
        match tokio::time::timeout(limits.wait, turn).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => {
                let seconds = limits.wait.as_secs();
                Err(Refusal::busy(format!("no turn within {seconds} s; try again later")))
            }
        }
    }
}
