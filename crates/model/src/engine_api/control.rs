//! Deadlines and cancellation, polled by everything that can take long.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::RaceSlot;
use super::memory::MemoryLimit;

/// The reason why a run ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// The time limit passed.
    Timeout,
    /// The run was cancelled (by Ctrl-C, or because an earlier result sufficed).
    Cancelled,
    /// A formula or table outgrew its memory allowance.
    Memory,
}

impl StopReason {
    /// Returns the reason in words.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            StopReason::Timeout => "timeout",
            StopReason::Cancelled => "cancelled",
            StopReason::Memory => "out of memory",
        }
    }
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.description())
    }
}

/// A deadline, a cancellation flag and a memory allowance for encoded
/// formulas. Cheap to clone; clones share the flag.
#[derive(Clone, Debug)]
pub struct Control {
    deadline: Option<Instant>,
    cancelled: Arc<AtomicBool>,
    /// A second flag, for one part of the work.
    part: Option<Arc<AtomicBool>>,
    /// The place of the engine in a race.
    turn: Option<Arc<RaceSlot>>,
    formula_bytes: usize,
    /// The memory that the process may use.
    memory: Option<Arc<MemoryLimit>>,
}

/// The default allowance for one encoded formula: 4 GiB.
const FORMULA_BYTES: usize = 4 << 30;

impl Default for Control {
    fn default() -> Self {
        Control::unlimited()
    }
}

impl Control {
    /// Creates a control without a deadline, with its own flag.
    #[must_use]
    pub fn unlimited() -> Self {
        Control {
            deadline: None,
            cancelled: Arc::new(AtomicBool::new(false)),
            part: None,
            turn: None,
            formula_bytes: FORMULA_BYTES,
            memory: None,
        }
    }

    /// Creates a control that is cancelled when `flag` becomes true.
    #[inline]
    pub fn with_flag(flag: Arc<AtomicBool>) -> Self {
        Control { cancelled: flag, ..Control::unlimited() }
    }

    /// Returns a control with the same flag and allowance and a deadline `timeout` from now
    /// (`None`: no deadline). The earlier of two deadlines applies.
    #[must_use]
    pub fn with_timeout(&self, timeout: Option<Duration>) -> Self {
        // A timeout beyond the range of the clock is no deadline.
        let asked = timeout.and_then(|t| Instant::now().checked_add(t));
        let deadline = match (self.deadline, asked) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Control { deadline, ..self.clone() }
    }

    /// Returns this control with a memory limit: it also stops when this process has allocated more
    /// than `bytes` (`None`: no limit). It checks from time to time, and only on Linux. For work
    /// whose memory cannot be limited otherwise, because it is not done in a child process.
    #[must_use]
    pub fn within_memory(&self, bytes: Option<u64>) -> Self {
        let memory = bytes.map(|bytes| Arc::new(MemoryLimit::new(bytes)));
        Control { memory: memory.or_else(|| self.memory.clone()), ..self.clone() }
    }

    /// Returns this control for a part of the work, which is cancelled also when `flag` becomes
    /// true. It replaces the flag of a larger part.
    #[must_use]
    #[inline]
    pub fn for_part(&self, flag: Arc<AtomicBool>) -> Self {
        Control { part: Some(flag), ..self.clone() }
    }

    /// Returns this control for an engine in a race, which runs in its turns: while the engine
    /// waits, [`stop_reason`](Control::stop_reason) does not return.
    #[must_use]
    #[inline]
    pub fn in_turn(&self, turn: Arc<RaceSlot>) -> Self {
        Control { turn: Some(turn), ..self.clone() }
    }

    /// Whether the engine is in a race, which may end its work at any time.
    #[must_use]
    #[inline]
    pub fn is_racing(&self) -> bool {
        self.turn.is_some()
    }

    /// Whether the engine waits for its turn in a race.
    #[must_use]
    #[inline]
    pub fn is_paused(&self) -> bool {
        self.turn.as_ref().is_some_and(|turn| turn.is_waiting())
    }

    /// Returns the cost of the best solution that the engines of a race have found. An engine that
    /// [uses it](super::EngineAbilities::uses_rivals) finds only solutions of less cost, and its
    /// search is exhausted when none remains.
    #[must_use]
    #[inline]
    pub fn rival_cost(&self) -> Option<i64> {
        self.turn.as_ref().and_then(|turn| turn.best_cost())
    }

    /// Returns this control with another allowance for one encoded formula, in bytes.
    #[must_use]
    #[inline]
    pub fn with_formula_bytes(self, bytes: usize) -> Self {
        Control { formula_bytes: bytes, ..self }
    }

    /// Returns the allowance for one encoded formula, in bytes.
    #[must_use]
    #[inline]
    pub fn formula_bytes(&self) -> usize {
        self.formula_bytes
    }

    /// Returns the time at which the run must end, if any.
    #[must_use]
    #[inline]
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Cancels the work of all controls that share the flag.
    #[inline]
    pub fn cancel_work(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Returns the reason to stop now, if any. Reads the clock (about 25 ns), so inner loops call
    /// it once in a few dozen steps.
    #[must_use]
    pub fn stop_reason(&self) -> Option<StopReason> {
        // A cancellation outranks the deadline, and needs no clock.
        if self.is_cancelled() {
            return Some(StopReason::Cancelled);
        }
        // A waiting engine blocks here until its turn comes. If the wait ends for another reason
        // than the deadline, the engine has lost or the run is cancelled.
        if let Some(turn) = self.turn.as_ref().filter(|turn| !turn.may_run()) {
            let late = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            let over = || self.is_cancelled() || late();
            if !turn.wait_for_turn(&over) && !late() {
                return Some(StopReason::Cancelled);
            }
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Some(StopReason::Timeout),
            _ if self.memory.as_ref().is_some_and(|memory| memory.is_exceeded()) => {
                Some(StopReason::Memory)
            }
            _ => None,
        }
    }

    fn is_cancelled(&self) -> bool {
        let set = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        set(&self.cancelled) || self.part.as_ref().is_some_and(set)
    }

    /// Returns [`stop_reason`](Control::stop_reason) in the form that the `?` operator takes.
    ///
    /// # Errors
    /// Returns the reason to stop.
    #[inline]
    pub fn check_stop(&self) -> Result<(), StopReason> {
        self.stop_reason().map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_past_deadline_stops_and_the_earlier_one_counts() {
        let control = Control::unlimited().with_timeout(Some(Duration::ZERO));
        assert_eq!(control.stop_reason(), Some(StopReason::Timeout));
        let later = control.with_timeout(Some(Duration::from_secs(3600)));
        assert_eq!(later.stop_reason(), Some(StopReason::Timeout));
    }

    #[test]
    fn clones_share_the_flag() {
        let control = Control::unlimited();
        let other = control.with_timeout(None);
        assert_eq!(other.check_stop(), Ok(()));
        control.cancel_work();
        assert_eq!(other.check_stop(), Err(StopReason::Cancelled));
    }

    #[test]
    fn a_part_stops_alone_or_with_the_whole() {
        let whole = Control::unlimited();
        let flag = Arc::new(AtomicBool::new(false));
        let part = whole.for_part(flag.clone());
        assert_eq!(part.check_stop(), Ok(()));
        flag.store(true, Ordering::Relaxed);
        assert_eq!((part.check_stop(), whole.check_stop()), (Err(StopReason::Cancelled), Ok(())));
        let other = whole.for_part(Arc::default());
        whole.cancel_work();
        assert_eq!(other.check_stop(), Err(StopReason::Cancelled));
    }
}
