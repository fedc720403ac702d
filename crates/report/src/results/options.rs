//! Options of a report.

use parallax_experiment::{Limits, Record};

/// The time of a run that a report uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// Wall-clock time of the whole run.
    #[default]
    Wall,
    /// Processor time.
    Cpu,
    /// The wall-clock time of the search alone.
    Solve,
}

impl Clock {
    /// Returns its name in titles.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Clock::Wall => "wall-clock time",
            Clock::Cpu => "processor time",
            Clock::Solve => "wall-clock time of the search",
        }
    }

    /// Returns the time of a run in seconds, if it was measured.
    #[must_use]
    pub fn of(self, record: &Record) -> Option<f64> {
        let measured = record.measured?;
        match self {
            Clock::Wall => Some(measured.wall_s),
            Clock::Cpu => measured.cpu_s,
            Clock::Solve => Some(measured.solve_s),
        }
    }

    /// Returns the limit on this time, if there is one.
    #[must_use]
    pub fn limit(self, limits: &Limits) -> Option<f64> {
        match self {
            Clock::Wall | Clock::Solve => limits.wall_s,
            Clock::Cpu => limits.cpu_s,
        }
    }
}

/// The engines that are compared in pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PairChoice {
    /// All pairs of up to six engines; of more, each with the best one.
    #[default]
    Auto,
    /// Each with the best one.
    Best,
    /// All.
    All,
}

/// Options of a report.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The time that the report uses.
    pub clock: Clock,
    /// Times that differ by at most this fraction count as equal.
    pub margin: f64,
    /// The engines that are compared in pairs.
    pub pairs: PairChoice,
}

impl Default for Options {
    fn default() -> Self {
        Options { clock: Clock::Wall, margin: 0.1, pairs: PairChoice::Auto }
    }
}
