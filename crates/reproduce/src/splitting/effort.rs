//! The effort of a search, and means of it.

use serde::Serialize;

use super::super::first_solution::SearchTrial;

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
    /// Returns the effort of a search.
    #[must_use]
    pub fn from_trial(trial: &SearchTrial) -> Self {
        SolutionEffort {
            time: trial.time.as_secs_f64(),
            split: trial.counter_value("children"),
            // Nodes are the boards that were split; the solution is a propagation without a split.
            propagation: trial.counter_value("nodes") + 1,
        }
    }
}

/// A measure of the effort on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EffortMeasure {
    /// The time to the solution.
    Time,
    /// Child boards.
    Split,
    /// Propagations that succeed.
    Propagation,
}

impl EffortMeasure {
    /// All, in the order of Table 1.
    pub const ALL: [EffortMeasure; 3] =
        [EffortMeasure::Time, EffortMeasure::Split, EffortMeasure::Propagation];

    /// Returns the name in Table 1.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            EffortMeasure::Time => "time",
            EffortMeasure::Split => "split",
            EffortMeasure::Propagation => "propagation",
        }
    }

    /// Returns the label of an axis.
    #[must_use]
    pub fn axis_label(self) -> &'static str {
        match self {
            EffortMeasure::Time => "time in microseconds",
            EffortMeasure::Split => "splits",
            EffortMeasure::Propagation => "propagations",
        }
    }

    /// Returns the value in the unit of the table: seconds or a count.
    #[must_use]
    pub fn effort_value(self, effort: &SolutionEffort) -> f64 {
        match self {
            EffortMeasure::Time => effort.time,
            EffortMeasure::Split => effort.split as f64,
            EffortMeasure::Propagation => effort.propagation as f64,
        }
    }

    /// Returns the value in the unit of the figures: microseconds or a count.
    #[must_use]
    pub fn drawn_value(self, effort: &SolutionEffort) -> f64 {
        let scale = if self == EffortMeasure::Time { 1e6 } else { 1.0 };
        self.effort_value(effort) * scale
    }
}

/// Mean and variance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleMoments {
    /// The mean.
    pub mean: f64,
    /// The mean square of the distances from the mean.
    pub variance: f64,
}

impl SampleMoments {
    /// Returns the moments of some values; 0 if there are none.
    pub fn from_values(values: impl Iterator<Item = f64> + Clone) -> Self {
        let number = values.clone().count().max(1) as f64;
        let mean = values.clone().sum::<f64>() / number;
        let variance = values.map(|value| (value - mean).powi(2)).sum::<f64>() / number;
        SampleMoments { mean, variance }
    }
}

/// Returns a number with its significant digits.
#[must_use]
pub fn figure_text(number: f64) -> String {
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
        let moments = SampleMoments::from_values([1.0, 2.0, 6.0].into_iter());
        assert_eq!(moments.mean, 3.0);
        assert!((moments.variance - 14.0 / 3.0).abs() < 1e-12);
        assert_eq!(
            SampleMoments::from_values(std::iter::empty()),
            SampleMoments { mean: 0.0, variance: 0.0 }
        );
    }
}
