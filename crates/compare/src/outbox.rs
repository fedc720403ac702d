//! Solutions on their way from a worker to the collector.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use parallax_instance::PuzzleSolution;
use parallax_model::engine_api::Control;

/// Maximum number of waiting solutions, which bounds the memory. A worker that reaches it waits
/// until they are taken.
const MAX_WAITING: usize = 4096;

/// Number of waiting solutions at which the collector is called.
const COLLECTOR_CALL_THRESHOLD: usize = MAX_WAITING / 4;

/// Time between two checks for a cancellation by a waiting worker.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The solutions that one worker has found and that nothing has taken yet.
#[derive(Default)]
pub(super) struct SolutionOutbox {
    waiting: Mutex<Vec<PuzzleSolution>>,
    taken: Condvar,
}

impl SolutionOutbox {
    fn lock_solutions(&self) -> MutexGuard<'_, Vec<PuzzleSolution>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a solution, and waits while the outbox is full, until solutions are taken or the run is
    /// cancelled. Calls `call` when [`COLLECTOR_CALL_THRESHOLD`] solutions wait.
    pub(super) fn put_solution(
        &self,
        solution: PuzzleSolution,
        control: &Control,
        call: &dyn Fn(),
    ) {
        let mut waiting = self.lock_solutions();
        waiting.push(solution);
        if waiting.len() < COLLECTOR_CALL_THRESHOLD {
            return;
        }
        // Each solution is added alone, so the number passes through `COLLECTOR_CALL_THRESHOLD`
        // once between two visits of the collector: it gets one call, not one for each further
        // solution.
        if waiting.len() == COLLECTOR_CALL_THRESHOLD {
            drop(waiting);
            call();
            waiting = self.lock_solutions();
        }
        while waiting.len() >= MAX_WAITING && control.stop_reason().is_none() {
            // A cancellation does not notify the condition variable, so the wait is cut into
            // intervals.
            let woken = self.taken.wait_timeout(waiting, POLL_INTERVAL);
            waiting = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Takes all waiting solutions, in the order in which they were found.
    pub(super) fn take_solutions(&self) -> Vec<PuzzleSolution> {
        let taken = std::mem::take(&mut *self.lock_solutions());
        self.taken.notify_all();
        taken
    }
}
