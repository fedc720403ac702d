//! Shrinks an instance while engines differ on it.

use std::collections::HashSet;

use parallax_compare::{Compared, Plan, Row, run};
use parallax_model::ask::{Control, Stop};
use xxhash_rust::xxh3::xxh3_128;

use super::reduce::{Tried, reduce};
use super::{Difference, Size, Subject};

/// The number of fresh runs that confirm a result.
const CONFIRMATIONS: u32 = 3;

/// Settings of the shrinking of an instance.
pub struct Shrink {
    /// The engines, their models, the task and the limit of one run of one engine.
    pub plan: Plan,
    /// Words that a reason must contain, instead of a disagreement or a crash.
    pub reason: Option<String>,
    /// Maximum number of attempts.
    pub attempts: u64,
    /// How often to run the engines on an instance before it counts as one without the difference.
    /// More than 1 is for engines that are not deterministic.
    pub repeat: u32,
}

/// The attempts so far, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attempts {
    /// Smaller instances on which the engines ran.
    pub tried: u64,
    /// Smaller instances that still show the difference, and were kept.
    pub kept: u64,
    /// Runs of all engines on these instances, and on the result at the end.
    pub runs: u64,
}

/// The result of shrinking an instance.
pub struct Shrunk {
    /// The instance.
    pub subject: Subject,
    /// The size of the instance at the beginning.
    pub before: Size,
    /// The size at the end.
    pub after: Size,
    /// The attempts.
    pub attempts: Attempts,
    /// Whether no further cut keeps the difference. Otherwise a limit ended the work.
    pub is_smallest: bool,
    /// The number of fresh runs at the end that show the difference, and of all of them.
    pub shown: (u32, u32),
    /// The rows of the last of these runs that shows it.
    pub rows: Vec<Row>,
}

impl Shrink {
    /// Returns the results of the engines on an instance; `None` if a cancellation left none.
    #[must_use]
    pub fn compare(&self, subject: &Subject, control: &Control) -> Option<Compared> {
        let found = subject.found("shrunk")?;
        let mut compared = None;
        run(&self.plan, std::iter::once(Ok(found)), control, &mut |result| {
            compared = result.ok();
        });
        compared
    }

    /// Returns the difference that the engines show on an instance in any of
    /// [`repeat`](Shrink::repeat) runs.
    ///
    /// # Errors
    /// Returns the results of the last run if no run shows a difference; `None` after a
    /// cancellation.
    pub fn difference(
        &self,
        subject: &Subject,
        control: &Control,
    ) -> Result<Difference, Option<Compared>> {
        let mut last = None;
        for _ in 0..self.repeat.max(1) {
            last = self.compare(subject, control);
            let found = last.as_ref().filter(|_| control.stopped() != Some(Stop::Cancelled));
            if let Some(difference) =
                found.and_then(|compared| Difference::of(compared, self.reason.as_deref()))
            {
                return Ok(difference);
            }
        }
        Err(last)
    }

    /// Makes an instance smaller while it shows `difference`, then runs the engines again on the
    /// result. `within` bounds the attempts, in addition to `control`. `on_attempt` receives each
    /// smaller instance that is kept, and `None` after any other attempt. After a cancellation the
    /// result is the smallest so far, without these runs.
    pub fn run(
        &self,
        subject: &Subject,
        difference: &Difference,
        control: &Control,
        within: &Control,
        on_attempt: &mut dyn FnMut(Option<&Subject>),
    ) -> Shrunk {
        let before = subject.size();
        let mut attempts = Attempts::default();
        let mut passed: HashSet<u128> = HashSet::new();
        let mut rows = Vec::new();
        let attempt = &mut |smaller: &Subject| {
            if within.stopped().is_some() || attempts.tried >= self.attempts {
                return Tried::Stop;
            }
            let digest = xxh3_128(smaller.text.as_bytes());
            if passed.contains(&digest) {
                return Tried::Passes;
            }
            attempts.tried += 1;
            match self.shows(smaller, difference, within, &mut attempts.runs) {
                Some(seen) => {
                    rows = seen;
                    attempts.kept += 1;
                    on_attempt(Some(smaller));
                    Tried::Fails
                }
                None if within.stopped().is_some() => Tried::Stop,
                None => {
                    passed.insert(digest);
                    on_attempt(None);
                    Tried::Passes
                }
            }
        };
        let (subject, is_smallest) = reduce(subject.clone(), attempt);
        let mut shown = (0, 0);
        while shown.1 < CONFIRMATIONS && control.stopped().is_none() {
            let Some(compared) = self.compare(&subject, control) else { break };
            attempts.runs += 1;
            if control.stopped().is_some() {
                break;
            }
            shown.1 += 1;
            if difference.is_in(&compared) {
                shown.0 += 1;
                rows = compared.rows;
            }
        }
        let after = subject.size();
        Shrunk { subject, before, after, attempts, is_smallest, shown, rows }
    }

    /// Returns the rows of the first run that shows the difference.
    fn shows(
        &self,
        subject: &Subject,
        difference: &Difference,
        control: &Control,
        runs: &mut u64,
    ) -> Option<Vec<Row>> {
        for _ in 0..self.repeat.max(1) {
            let compared = self.compare(subject, control)?;
            *runs += 1;
            // An interrupted run may look like a crash.
            if control.stopped().is_some() {
                return None;
            }
            if difference.is_in(&compared) {
                return Some(compared.rows);
            }
        }
        None
    }
}
