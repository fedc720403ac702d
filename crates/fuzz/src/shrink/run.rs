//! Shrinks an instance while engines differ on it.

use std::collections::HashSet;

use parallax_compare::{ComparisonPlan, InstanceComparison, Row, run_plan};
use parallax_model::engine_api::{Control, StopReason};
use xxhash_rust::xxh3::xxh3_128;

use super::reduce::{AttemptResult, reduce_object};
use super::{EngineDifference, InstanceSize, ShrinkSubject};

/// The number of fresh runs that confirm a result.
const CONFIRMATION_RUNS: u32 = 3;

/// Settings of the shrinking of an instance.
pub struct ShrinkOptions {
    /// The engines, their models, the task and the limit of one run of one engine.
    pub plan: ComparisonPlan,
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
pub struct AttemptCounts {
    /// Smaller instances on which the engines ran.
    pub tried: u64,
    /// Smaller instances that still show the difference, and were kept.
    pub kept: u64,
    /// Runs of all engines on these instances, and on the result at the end.
    pub runs: u64,
}

/// The result of shrinking an instance.
pub struct ShrunkInstance {
    /// The instance.
    pub subject: ShrinkSubject,
    /// The size of the instance at the beginning.
    pub before: InstanceSize,
    /// The size at the end.
    pub after: InstanceSize,
    /// The attempts.
    pub attempts: AttemptCounts,
    /// Whether no further cut keeps the difference. Otherwise a limit ended the work.
    pub is_smallest: bool,
    /// The number of fresh runs at the end that show the difference, and of all of them.
    pub shown: (u32, u32),
    /// The rows of the last of these runs that shows it.
    pub rows: Vec<Row>,
}

impl ShrinkOptions {
    /// Returns the results of the engines on an instance; `None` if a cancellation left none.
    #[must_use]
    pub fn compare_engines(
        &self,
        subject: &ShrinkSubject,
        control: &Control,
    ) -> Option<InstanceComparison> {
        let found = subject.read_again("shrunk")?;
        let mut compared = None;
        run_plan(&self.plan, std::iter::once(Ok(found)), control, &mut |result| {
            compared = result.ok();
        });
        compared
    }

    /// Returns the difference that the engines show on an instance in any of
    /// [`repeat`](ShrinkOptions::repeat) runs.
    ///
    /// # Errors
    /// Returns the results of the last run if no run shows a difference; `None` after a
    /// cancellation.
    pub fn find_difference(
        &self,
        subject: &ShrinkSubject,
        control: &Control,
    ) -> Result<EngineDifference, Option<InstanceComparison>> {
        let mut last = None;
        for _ in 0..self.repeat.max(1) {
            last = self.compare_engines(subject, control);
            let found =
                last.as_ref().filter(|_| control.stop_reason() != Some(StopReason::Cancelled));
            if let Some(difference) = found.and_then(|compared| {
                EngineDifference::from_comparison(compared, self.reason.as_deref())
            }) {
                return Ok(difference);
            }
        }
        Err(last)
    }

    /// Makes an instance smaller while it shows `difference`, then runs the engines again on the
    /// result. `within` bounds the attempts, in addition to `control`. `on_attempt` receives each
    /// smaller instance that is kept, and `None` after any other attempt. After a cancellation the
    /// result is the smallest so far, without these runs.
    pub fn shrink_instance(
        &self,
        subject: &ShrinkSubject,
        difference: &EngineDifference,
        control: &Control,
        within: &Control,
        on_attempt: &mut dyn FnMut(Option<&ShrinkSubject>),
    ) -> ShrunkInstance {
        let before = subject.instance_size();
        let mut attempts = AttemptCounts::default();
        let mut passed: HashSet<u128> = HashSet::new();
        let mut rows = Vec::new();
        let attempt = &mut |smaller: &ShrinkSubject| {
            if within.stop_reason().is_some() || attempts.tried >= self.attempts {
                return AttemptResult::Stop;
            }
            // Passes are repeated until none makes a cut, so most instances of the last pass have
            // been tried before.
            let digest = xxh3_128(smaller.text.as_bytes());
            if passed.contains(&digest) {
                return AttemptResult::Passes;
            }
            attempts.tried += 1;
            match self.rows_with_difference(smaller, difference, within, &mut attempts.runs) {
                Some(seen) => {
                    rows = seen;
                    attempts.kept += 1;
                    on_attempt(Some(smaller));
                    AttemptResult::Fails
                }
                // An attempt that was cut short decides nothing, so its instance is not remembered
                // as one without the difference.
                None if within.stop_reason().is_some() => AttemptResult::Stop,
                None => {
                    passed.insert(digest);
                    on_attempt(None);
                    AttemptResult::Passes
                }
            }
        };
        let (subject, is_smallest) = reduce_object(subject.clone(), attempt);
        let mut shown = (0, 0);
        // Fresh runs show whether the difference is reliable, even if the time for shrinking is
        // over: only `control` stops them.
        while shown.1 < CONFIRMATION_RUNS && control.stop_reason().is_none() {
            let Some(compared) = self.compare_engines(&subject, control) else { break };
            attempts.runs += 1;
            if control.stop_reason().is_some() {
                break;
            }
            shown.1 += 1;
            if difference.is_in(&compared) {
                shown.0 += 1;
                rows = compared.rows;
            }
        }
        let after = subject.instance_size();
        ShrunkInstance { subject, before, after, attempts, is_smallest, shown, rows }
    }

    /// Returns the rows of the first run that shows the difference.
    fn rows_with_difference(
        &self,
        subject: &ShrinkSubject,
        difference: &EngineDifference,
        control: &Control,
        runs: &mut u64,
    ) -> Option<Vec<Row>> {
        for _ in 0..self.repeat.max(1) {
            let compared = self.compare_engines(subject, control)?;
            *runs += 1;
            // An interrupted run may look like a crash.
            if control.stop_reason().is_some() {
                return None;
            }
            if difference.is_in(&compared) {
                return Some(compared.rows);
            }
        }
        None
    }
}
