//! An engine's turns in a race of several.

use std::sync::atomic::{AtomicI64, AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// The interval at which a waiting engine checks whether the whole run has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

const RUNNING_STATE: u8 = 0;
const WAITING_STATE: u8 = 1;
const ENDED_STATE: u8 = 2;

/// The cost of the best solution that the engines of one race have found. Clones share it.
#[derive(Clone, Debug)]
pub struct BestCost(Arc<AtomicI64>);

impl Default for BestCost {
    fn default() -> Self {
        BestCost(Arc::new(AtomicI64::new(i64::MAX)))
    }
}

impl BestCost {
    /// Returns the cost; `None` as long as there is no solution.
    #[must_use]
    pub fn get(&self) -> Option<i64> {
        // The greatest number means that there is no solution yet. No cost reaches it, since sums
        // are at most 2^61 in magnitude.
        Some(self.0.load(Ordering::Relaxed)).filter(|&cost| cost < i64::MAX)
    }

    /// Records a solution of this cost, if it is the best so far.
    pub fn record_cost(&self, cost: i64) {
        self.0.fetch_min(cost, Ordering::Relaxed);
    }
}

/// The place of one engine in a race: whether it may run now, must wait for its turn, or has lost;
/// and the best solution of the race.
#[derive(Debug)]
pub struct RaceSlot {
    state: AtomicU8,
    lock: Mutex<()>,
    moved: Condvar,
    best: BestCost,
}

impl RaceSlot {
    /// Creates the turn of a waiting engine.
    #[must_use]
    pub fn new_waiting(best: BestCost) -> Self {
        RaceSlot {
            state: AtomicU8::new(WAITING_STATE),
            lock: Mutex::new(()),
            moved: Condvar::new(),
            best,
        }
    }

    /// Creates the turn of a running engine.
    #[must_use]
    pub fn new_running(best: BestCost) -> Self {
        RaceSlot { state: AtomicU8::new(RUNNING_STATE), ..RaceSlot::new_waiting(best) }
    }

    /// Lets the engine run, or makes it wait; has no effect once the turn has
    /// [ended](RaceSlot::end_work).
    pub fn let_run(&self, runs: bool) {
        let state = if runs { RUNNING_STATE } else { WAITING_STATE };
        self.change_state(|now| (now != ENDED_STATE).then_some(state));
    }

    /// Ends the engine's work for good.
    pub fn end_work(&self) {
        self.change_state(|_| Some(ENDED_STATE));
    }

    fn change_state(&self, to: impl Fn(u8) -> Option<u8>) {
        // The lock is held while the state changes, so that a waiter cannot check the old state and
        // then miss the notification.
        let _held = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        // `Err` means that `to` leaves the state unchanged.
        let _ = self.state.fetch_update(Ordering::Relaxed, Ordering::Relaxed, to);
        self.moved.notify_all();
    }

    /// Whether the engine may run.
    #[must_use]
    pub fn may_run(&self) -> bool {
        self.state.load(Ordering::Relaxed) == RUNNING_STATE
    }

    /// Whether the engine waits for its turn.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.state.load(Ordering::Relaxed) == WAITING_STATE
    }

    /// Waits until the engine may run, its work has ended, or `over` returns true because the run
    /// is over; returns whether it may run.
    pub(super) fn wait_for_turn(&self, over: &dyn Fn() -> bool) -> bool {
        let mut held = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        // The timeout bounds the delay after a cancellation or a deadline, which notify no waiter.
        while self.is_waiting() && !over() {
            let waited = self.moved.wait_timeout(held, POLL_INTERVAL);
            held = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        self.may_run()
    }

    pub(super) fn best_cost(&self) -> Option<i64> {
        self.best.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine_api::{Control, StopReason};

    #[test]
    fn an_engine_waits_runs_and_ends() {
        let turn = Arc::new(RaceSlot::new_waiting(BestCost::default()));
        let control = Control::unlimited().in_turn(turn.clone());
        assert!(control.is_paused());
        let other = control.clone();
        let asks = std::thread::spawn(move || other.stop_reason());
        turn.let_run(true);
        assert_eq!(asks.join().unwrap(), None);
        turn.let_run(false);
        let other = control.clone();
        let asks = std::thread::spawn(move || other.stop_reason());
        turn.end_work();
        assert_eq!(asks.join().unwrap(), Some(StopReason::Cancelled));
        turn.let_run(true);
        assert_eq!(control.stop_reason(), Some(StopReason::Cancelled));
    }

    #[test]
    fn a_deadline_and_a_cancellation_end_the_wait() {
        let waiting = || Arc::new(RaceSlot::new_waiting(BestCost::default()));
        let late = Control::unlimited().with_timeout(Some(Duration::from_millis(20)));
        assert_eq!(late.in_turn(waiting()).stop_reason(), Some(StopReason::Timeout));
        let cancelled = Control::unlimited();
        cancelled.cancel_work();
        assert_eq!(cancelled.in_turn(waiting()).stop_reason(), Some(StopReason::Cancelled));
    }

    #[test]
    fn the_best_cost_only_falls() {
        let best = BestCost::default();
        let turn = Arc::new(RaceSlot::new_waiting(best.clone()));
        let control = Control::unlimited().in_turn(turn);
        assert_eq!(control.rival_cost(), None);
        for (cost, least) in [(7, 7), (9, 7), (i64::MIN, i64::MIN), (0, i64::MIN)] {
            best.record_cost(cost);
            assert_eq!(control.rival_cost(), Some(least));
        }
        assert_eq!(Control::unlimited().rival_cost(), None);
    }
}
