//! Restart schedules.

use std::fmt;
use std::str::FromStr;

use parallax_model::ask::did_you_mean;

/// The number of failures after which a run ends and the next one starts. Restarts happen only
/// until the first solution is found: then the current run continues to the end, so that no
/// solution is reported twice. Cutoffs grow without bound, so the search stays complete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Restarts {
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
const UNIT: u32 = 100;

impl Restarts {
    /// The default of a search for one solution.
    pub const LUBY: Restarts = Restarts::Luby(UNIT);

    /// The forms in engine specs.
    pub const FORMS: &str = "never, luby, luby:UNIT, geometric, geometric:UNIT";

    /// Whether the search restarts at all.
    #[must_use]
    pub fn happen(self) -> bool {
        self != Restarts::Never
    }

    /// Returns the number of failures that end run number `run` (from 1).
    fn cutoff(self, run: u64) -> u64 {
        match self {
            Restarts::Never => u64::MAX,
            Restarts::Luby(unit) => u64::from(unit) * luby(run),
            // In integers, so that the cutoffs are equal on every machine.
            Restarts::Geometric(unit) => (1..run)
                .fold(u64::from(unit), |cutoff, _| cutoff.saturating_add(cutoff.div_ceil(2))),
        }
    }
}

/// Returns the `i`-th number (from 1) of 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, ...
fn luby(mut i: u64) -> u64 {
    loop {
        let size = (i + 1).next_power_of_two();
        if size == i + 1 {
            return size / 2;
        }
        i -= size / 2 - 1;
    }
}

impl fmt::Display for Restarts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, unit) = match self {
            Restarts::Never => return f.write_str("never"),
            Restarts::Luby(unit) => ("luby", *unit),
            Restarts::Geometric(unit) => ("geometric", *unit),
        };
        match unit {
            UNIT => f.write_str(name),
            _ => write!(f, "{name}:{unit}"),
        }
    }
}

impl FromStr for Restarts {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, unit) = match text.split_once(':') {
            None => (text, Some(UNIT)),
            Some((name, unit)) => (name, unit.parse().ok().filter(|&unit| unit > 0)),
        };
        match (name, unit) {
            ("never", _) if text == name => Ok(Restarts::Never),
            ("luby", Some(unit)) => Ok(Restarts::Luby(unit)),
            ("geometric", Some(unit)) => Ok(Restarts::Geometric(unit)),
            _ => {
                let near = did_you_mean(name, ["never", "luby", "geometric"]);
                Err(format!("unknown restarts '{text}'{near}; known: {}", Restarts::FORMS))
            }
        }
    }
}

/// Decides from the number of failures when a run ends.
pub(super) struct Cutoffs {
    restarts: Restarts,
    run: u64,
    /// The failures at which the current run ends.
    ends_at: u64,
    /// The failures after which a run no longer ends.
    last_after: u64,
}

impl Cutoffs {
    pub(super) fn new(restarts: Restarts) -> Self {
        Cutoffs::from_run(restarts, 1)
    }

    /// Starts at the beginning of run number `run`.
    pub(super) fn from_run(restarts: Restarts, run: u64) -> Self {
        Cutoffs { restarts, run, ends_at: restarts.cutoff(run), last_after: u64::MAX }
    }

    /// Makes the run that starts after this many failures the last one: later runs would repeat
    /// more than they gain.
    pub(super) fn ending_after(self, failures: u64) -> Self {
        Cutoffs { last_after: failures, ..self }
    }

    /// Returns the number of the current run, from 1.
    pub(super) fn run(&self) -> u64 {
        self.run
    }

    /// Whether a run ends after this total number of failures; if so, starts the next one.
    #[inline]
    pub(super) fn reached(&mut self, failures: u64) -> bool {
        if failures < self.ends_at {
            return false;
        }
        self.run += 1;
        let goes_on = failures < self.last_after;
        let cutoff = if goes_on { self.restarts.cutoff(self.run) } else { u64::MAX };
        self.ends_at = failures.saturating_add(cutoff);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_luby_sequence_is_the_published_one() {
        let first: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    #[test]
    fn cutoffs_follow_each_other() {
        let mut cutoffs = Cutoffs::new(Restarts::Geometric(10));
        assert!(!cutoffs.reached(9));
        assert!(cutoffs.reached(10));
        assert!(!cutoffs.reached(24));
        assert!(cutoffs.reached(25));
        assert!(!Cutoffs::new(Restarts::Never).reached(u64::MAX - 1));
        let mut last = Cutoffs::new(Restarts::Geometric(10)).ending_after(25);
        assert!(last.reached(10) && last.reached(25));
        assert!(!last.reached(u64::MAX - 1));
    }

    #[test]
    fn names_are_read_back() {
        for text in ["never", "luby", "luby:7", "geometric", "geometric:1000"] {
            assert_eq!(text.parse::<Restarts>().unwrap().to_string(), text);
        }
        for text in ["", "luby:0", "luby:x", "never:3", "often"] {
            assert!(text.parse::<Restarts>().unwrap_err().contains("geometric:UNIT"), "{text}");
        }
    }
}
