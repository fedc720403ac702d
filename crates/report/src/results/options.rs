//! Options of a report.

use parallax_experiment::{RunLimits, RunRecord};

/// The time of a run that a report uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RunClock {
    /// Wall-clock time of the whole run.
    #[default]
    Wall,
    /// Processor time.
    Cpu,
    /// The wall-clock time of the search alone.
    Solve,
}

impl RunClock {
    /// Returns its name in titles.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            RunClock::Wall => "wall-clock time",
            RunClock::Cpu => "processor time",
            RunClock::Solve => "wall-clock time of the search",
        }
    }

    /// Returns the time of a run in seconds, if it was measured.
    #[must_use]
    pub fn measured_seconds(self, record: &RunRecord) -> Option<f64> {
        let measured = record.measured?;
        match self {
            RunClock::Wall => Some(measured.wall_s),
            RunClock::Cpu => measured.cpu_s,
            RunClock::Solve => Some(measured.solve_s),
        }
    }

    /// Returns the limit on this time, if there is one.
    #[must_use]
    pub fn clock_limit(self, limits: &RunLimits) -> Option<f64> {
        match self {
            RunClock::Wall | RunClock::Solve => limits.wall_s,
            RunClock::Cpu => limits.cpu_s,
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
pub struct ReportOptions {
    /// The time that the report uses.
    pub clock: RunClock,
    /// Times that differ by at most this fraction count as equal.
    pub margin: f64,
    /// The engines that are compared in pairs.
    pub pairs: PairChoice,
}

impl Default for ReportOptions {
    fn default() -> Self {
        ReportOptions { clock: RunClock::Wall, margin: 0.1, pairs: PairChoice::Auto }
    }
}
