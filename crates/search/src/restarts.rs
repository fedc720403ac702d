//! Restart schedules.

use std::fmt;
use std::str::FromStr;

use parallax_model::PlannedRestarts;
use parallax_model::engine_api::did_you_mean;

/// The number of failures after which a run ends and the next one starts. Restarts happen only
/// until the first solution is found: then the current run continues to the end, so that no
/// solution is reported twice. Cutoffs grow without bound, so the search stays complete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RestartPolicy {
    /// One run.
    #[default]
    Never,
    /// The unit times 1, 1, 2, 1, 1, 2, 4, ... (Luby, Sinclair and Zuckerman
    /// 1993).
    Luby(u32),
    /// Geometric growth: the unit, multiplied by 1.5 each time (Walsh 1999).
    Geometric(u32),
}

/// Failures of the first run by default.
const DEFAULT_UNIT_FAILURES: u32 = 100;

impl RestartPolicy {
    /// The default of a search for one solution.
    pub const DEFAULT_LUBY: RestartPolicy = RestartPolicy::Luby(DEFAULT_UNIT_FAILURES);

    /// The forms in engine specs.
    pub const SPEC_FORMS: &str = "never, luby, luby:UNIT, geometric, geometric:UNIT";

    /// Whether the search restarts at all.
    #[must_use]
    pub fn has_restarts(self) -> bool {
        self != RestartPolicy::Never
    }

    /// Returns the number of failures that end run number `run` (from 1).
    fn run_cutoff(self, run: u64) -> u64 {
        match self {
            RestartPolicy::Never => u64::MAX,
            RestartPolicy::Luby(unit) => u64::from(unit) * luby_number(run),
            // In integers, so that the cutoffs are equal on every machine.
            RestartPolicy::Geometric(unit) => (1..run)
                .fold(u64::from(unit), |cutoff, _| cutoff.saturating_add(cutoff.div_ceil(2))),
        }
    }
}

/// Returns the `i`-th number (from 1) of 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, ...
fn luby_number(mut i: u64) -> u64 {
    loop {
        // Of 1, 1, 2, 1, 1, 2, 4, …, the number at 2^k - 1 is 2^(k-1); any other number repeats the
        // sequence from the start after the last index 2^k - 1 before it.
        let size = (i + 1).next_power_of_two();
        if size == i + 1 {
            return size / 2;
        }
        i -= size / 2 - 1;
    }
}

impl fmt::Display for RestartPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, unit) = match self {
            RestartPolicy::Never => return f.write_str("never"),
            RestartPolicy::Luby(unit) => ("luby", *unit),
            RestartPolicy::Geometric(unit) => ("geometric", *unit),
        };
        match unit {
            DEFAULT_UNIT_FAILURES => f.write_str(name),
            _ => write!(f, "{name}:{unit}"),
        }
    }
}

/// A text that names no restarts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown restarts '{text}'{}; known: {}",
    did_you_mean(.text.split(':').next().unwrap_or_default(), ["never", "luby", "geometric"]),
    RestartPolicy::SPEC_FORMS
)]
pub struct UnknownRestarts {
    /// The text.
    pub text: String,
}

impl FromStr for RestartPolicy {
    type Err = UnknownRestarts;

    fn from_str(text: &str) -> Result<Self, UnknownRestarts> {
        let (name, unit) = match text.split_once(':') {
            None => (text, Some(DEFAULT_UNIT_FAILURES)),
            Some((name, unit)) => (name, unit.parse().ok().filter(|&unit| unit > 0)),
        };
        match (name, unit) {
            // Only the bare word: `never:3` would promise a unit that has no meaning.
            ("never", _) if text == name => Ok(RestartPolicy::Never),
            ("luby", Some(unit)) => Ok(RestartPolicy::Luby(unit)),
            ("geometric", Some(unit)) => Ok(RestartPolicy::Geometric(unit)),
            _ => Err(UnknownRestarts { text: text.to_owned() }),
        }
    }
}

/// The restarts of a question, from the settings or from a model's search plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RestartSchedule {
    Named(RestartPolicy),
    Planned(PlannedRestarts),
}

/// The runs after which the cutoffs of a plan double, so that they grow without bound.
const RUNS_OF_ONE_SIZE: u64 = 100;

impl Default for RestartSchedule {
    fn default() -> Self {
        RestartSchedule::Named(RestartPolicy::Never)
    }
}

impl From<RestartPolicy> for RestartSchedule {
    fn from(restarts: RestartPolicy) -> Self {
        RestartSchedule::Named(restarts)
    }
}

impl RestartSchedule {
    /// Whether the search restarts at all.
    pub(super) fn has_restarts(self) -> bool {
        self != RestartSchedule::default()
    }

    /// Returns the number of failures that end run number `run` (from 1).
    fn run_cutoff(self, run: u64) -> u64 {
        let planned = match self {
            RestartSchedule::Named(restarts) => return restarts.run_cutoff(run),
            RestartSchedule::Planned(planned) => planned,
        };
        let grown = |cutoff: u64| {
            let doublings = (run - 1) / RUNS_OF_ONE_SIZE;
            // A cutoff of 0 would restart without a failure, forever.
            cutoff.saturating_mul(1 << doublings.min(62)).max(1)
        };
        match planned {
            PlannedRestarts::Luby(unit) => unit.saturating_mul(luby_number(run)),
            PlannedRestarts::Linear(unit) => unit.saturating_mul(run),
            PlannedRestarts::Constant(unit) => grown(unit),
            PlannedRestarts::Geometric(factor, unit) => {
                // Products of two numbers are equal on every machine, other powers may not be.
                let (mut cutoff, mut number) = (unit as f64, 1);
                while number < run && cutoff < u64::MAX as f64 {
                    cutoff *= factor;
                    number += 1;
                }
                // A factor of at most 1 does not grow by itself, so `grown` doubles here as well.
                // The cast saturates.
                grown(cutoff as u64)
            }
        }
    }
}

/// Decides from the number of failures when a run ends.
pub(super) struct RestartCutoffs {
    restarts: RestartSchedule,
    run: u64,
    /// The failures at which the current run ends.
    ends_at: u64,
    /// The failures after which a run no longer ends.
    last_after: u64,
}

impl RestartCutoffs {
    pub(super) fn new(restarts: RestartSchedule) -> Self {
        RestartCutoffs::from_run(restarts, 1)
    }

    /// Starts at the beginning of run number `run`.
    pub(super) fn from_run(restarts: RestartSchedule, run: u64) -> Self {
        RestartCutoffs { restarts, run, ends_at: restarts.run_cutoff(run), last_after: u64::MAX }
    }

    /// Makes the run that starts after this many failures the last one: later runs would repeat
    /// more than they gain.
    pub(super) fn ending_after(self, failures: u64) -> Self {
        RestartCutoffs { last_after: failures, ..self }
    }

    /// Whether runs end at all.
    pub(super) fn has_restarts(&self) -> bool {
        self.restarts.has_restarts()
    }

    /// Returns the number of the current run, from 1.
    pub(super) fn current_run(&self) -> u64 {
        self.run
    }

    /// Whether a run ends after this total number of failures; if so, starts the next one.
    #[inline]
    pub(super) fn reach_cutoff(&mut self, failures: u64) -> bool {
        if failures < self.ends_at {
            return false;
        }
        self.run += 1;
        let goes_on = failures < self.last_after;
        let cutoff = if goes_on { self.restarts.run_cutoff(self.run) } else { u64::MAX };
        self.ends_at = failures.saturating_add(cutoff);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_luby_sequence_is_the_published_one() {
        let first: Vec<u64> = (1..=15).map(luby_number).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    #[test]
    fn cutoffs_follow_each_other() {
        let mut cutoffs = RestartCutoffs::new(RestartPolicy::Geometric(10).into());
        assert!(!cutoffs.reach_cutoff(9));
        assert!(cutoffs.reach_cutoff(10));
        assert!(!cutoffs.reach_cutoff(24));
        assert!(cutoffs.reach_cutoff(25));
        assert!(!RestartCutoffs::new(RestartSchedule::default()).reach_cutoff(u64::MAX - 1));
        let mut last = RestartCutoffs::new(RestartPolicy::Geometric(10).into()).ending_after(25);
        assert!(last.reach_cutoff(10) && last.reach_cutoff(25));
        assert!(!last.reach_cutoff(u64::MAX - 1));
    }

    #[test]
    fn planned_cutoffs_follow_their_numbers_and_grow() {
        let cutoffs = |planned: PlannedRestarts, runs: [u64; 5]| {
            runs.map(|run| RestartSchedule::Planned(planned).run_cutoff(run))
        };
        let first = [1, 2, 3, 4, 5];
        assert_eq!(cutoffs(PlannedRestarts::Luby(10), first), [10, 10, 20, 10, 10]);
        assert_eq!(cutoffs(PlannedRestarts::Linear(10), first), [10, 20, 30, 40, 50]);
        assert_eq!(cutoffs(PlannedRestarts::Geometric(1.5, 10), first), [10, 15, 22, 33, 50]);
        assert_eq!(
            cutoffs(PlannedRestarts::Constant(7), [1, 50, 100, 101, 201]),
            [7, 7, 7, 14, 28]
        );
        let late = [1 << 20, 1 << 30, 1 << 40, 1 << 50, u64::MAX];
        for planned in [
            PlannedRestarts::Constant(1),
            PlannedRestarts::Geometric(1.0, 1),
            PlannedRestarts::Geometric(2.0, u64::MAX),
            PlannedRestarts::Linear(u64::MAX),
        ] {
            let all = if matches!(planned, PlannedRestarts::Geometric(1.0, _)) {
                cutoffs(planned, [1, 1000, 2000, 4000, 8000])
            } else {
                cutoffs(planned, late)
            };
            assert!(all[4] > 1 << 60 && all.is_sorted(), "{planned:?} {all:?}");
        }
    }

    #[test]
    fn names_are_read_back() {
        for text in ["never", "luby", "luby:7", "geometric", "geometric:1000"] {
            assert_eq!(text.parse::<RestartPolicy>().unwrap().to_string(), text);
        }
        for text in ["", "luby:0", "luby:x", "never:3", "often"] {
            let error = text.parse::<RestartPolicy>().unwrap_err().to_string();
            assert!(error.contains("geometric:UNIT"), "{text}");
        }
    }
}
