//! What a report is to show.

use parallax_lab::experiment::{Limits, Record};

/// Which time of a run counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// Wall-clock time, with everything.
    #[default]
    Wall,
    /// Processor time.
    Cpu,
    /// The wall-clock time of the search alone.
    Solve,
}

impl Clock {
    /// Its name in titles.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Clock::Wall => "wall-clock time",
            Clock::Cpu => "processor time",
            Clock::Solve => "wall-clock time of the search",
        }
    }

    /// The time of a run in seconds, if it was measured.
    #[must_use]
    pub fn of(self, record: &Record) -> Option<f64> {
        let measured = record.measured?;
        match self {
            Clock::Wall => Some(measured.wall_s),
            Clock::Cpu => measured.cpu_s,
            Clock::Solve => Some(measured.solve_s),
        }
    }

    /// The limit on this time, if there is one.
    #[must_use]
    pub fn limit(self, limits: &Limits) -> Option<f64> {
        match self {
            Clock::Wall | Clock::Solve => limits.wall_s,
            Clock::Cpu => limits.cpu_s,
        }
    }
}

/// Which engines are compared pair by pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PairChoice {
    /// All, up to six engines; of more each with the best one.
    #[default]
    Auto,
    /// Each with the best one.
    Best,
    /// All.
    All,
}

/// What a report is to show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Which time counts.
    pub clock: Clock,
    /// Times that differ by at most this part count as equal.
    pub margin: f64,
    /// Which engines are compared pair by pair.
    pub pairs: PairChoice,
}

impl Default for Options {
    fn default() -> Self {
        Options { clock: Clock::Wall, margin: 0.1, pairs: PairChoice::Auto }
    }
}
