//! The effort of a search, and means of it.

use serde::Serialize;

use super::super::first_solution::Trial;

/// The effort for a solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct SolutionEffort {
    /// Seconds.
    pub time: f64,
    /// Child boards.
    pub split: u64,
    /// Propagations that succeed.
    pub propagation: u64,
}

impl SolutionEffort {
    /// The effort of a search.
    #[must_use]
    pub fn of(trial: &Trial) -> Self {
        SolutionEffort {
            time: trial.time.as_secs_f64(),
            split: trial.count("children"),
            propagation: trial.count("nodes") + 1,
        }
    }
}

/// A measure of the effort on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The time to the solution.
    Time,
    /// Child boards.
    Split,
    /// Propagations that succeed.
    Propagation,
}

impl Measure {
    /// All, in the order of Table 1.
    pub const ALL: [Measure; 3] = [Measure::Time, Measure::Split, Measure::Propagation];

    /// The name in Table 1.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Measure::Time => "time",
            Measure::Split => "split",
            Measure::Propagation => "propagation",
        }
    }

    /// The label of an axis.
    #[must_use]
    pub fn axis(self) -> &'static str {
        match self {
            Measure::Time => "time in microseconds",
            Measure::Split => "splits",
            Measure::Propagation => "propagations",
        }
    }

    /// The value in the unit of the table: seconds or a count.
    #[must_use]
    pub fn of(self, effort: &SolutionEffort) -> f64 {
        match self {
            Measure::Time => effort.time,
            Measure::Split => effort.split as f64,
            Measure::Propagation => effort.propagation as f64,
        }
    }

    /// The value in the unit of the figures: microseconds or a count.
    #[must_use]
    pub fn drawn(self, effort: &SolutionEffort) -> f64 {
        let scale = if self == Measure::Time { 1e6 } else { 1.0 };
        self.of(effort) * scale
    }
}

/// Mean and variance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// The mean.
    pub mean: f64,
    /// The mean square of the distances from the mean.
    pub variance: f64,
}

impl Moments {
    /// The moments of some values; 0 if there are none.
    pub fn of(values: impl Iterator<Item = f64> + Clone) -> Self {
        let number = values.clone().count().max(1) as f64;
        let mean = values.clone().sum::<f64>() / number;
        let variance = values.map(|value| (value - mean).powi(2)).sum::<f64>() / number;
        Moments { mean, variance }
    }
}

/// A number with its significant digits.
#[must_use]
pub fn figure(number: f64) -> String {
    match number {
        0.0 => "0".into(),
        n if n < 0.01 => format!("{n:.2e}"),
        n if n < 10.0 => format!("{n:.2}"),
        n if n < 1000.0 => format!("{n:.1}"),
        n => format!("{n:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_those_of_the_definition() {
        let moments = Moments::of([1.0, 2.0, 6.0].into_iter());
        assert_eq!(moments.mean, 3.0);
        assert!((moments.variance - 14.0 / 3.0).abs() < 1e-12);
        assert_eq!(Moments::of(std::iter::empty()), Moments { mean: 0.0, variance: 0.0 });
    }
}
