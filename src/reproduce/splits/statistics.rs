//! Means, variances, bins.

use super::measure::{Effort, Measured};

/// What is measured of each board.
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
    pub fn of(self, effort: &Effort) -> f64 {
        match self {
            Measure::Time => effort.time,
            Measure::Split => effort.split as f64,
            Measure::Propagation => effort.propagation as f64,
        }
    }

    /// The value in the unit of the figures: microseconds or a count.
    #[must_use]
    pub fn drawn(self, effort: &Effort) -> f64 {
        let scale = if self == Measure::Time { 1e6 } else { 1.0 };
        self.of(effort) * scale
    }

    /// Table 1: mean and variance of split 1 and of split 2.
    #[must_use]
    pub fn published(self) -> [Moments; 2] {
        let [first, second] = match self {
            Measure::Time => [(0.74, 2.6), (0.32, 0.4)],
            Measure::Split => [(236.0, 265_315.0), (100.0, 37_648.0)],
            Measure::Propagation => [(96.0, 42_978.0), (51.0, 9449.0)],
        };
        [first, second].map(|(mean, variance)| Moments { mean, variance })
    }

    /// Our mean and variance of split 1 and of split 2.
    #[must_use]
    pub fn moments(self, measured: &[Measured]) -> [Moments; 2] {
        [0, 1].map(|split| Moments::of(measured.iter().map(|m| self.of(&m.efforts[split]))))
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

/// Values counted in bins of one width from 0; the last bin includes all larger values.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// The width of a bin.
    pub width: f64,
    /// How many values of split 1 and of split 2 each bin holds.
    pub counts: Vec<[u64; 2]>,
}

/// The most bins, without the last one.
const BINS: f64 = 40.0;

/// The fraction of the values that the bins before the last should hold.
const WITHIN: f64 = 0.95;

impl Histogram {
    /// Both splits in the same bins of a round width.
    pub fn of(measure: Measure, measured: &[Measured]) -> Self {
        let values = |split: usize| measured.iter().map(move |m| measure.drawn(&m.efforts[split]));
        let mut first: Vec<f64> = values(0).collect();
        first.sort_by(f64::total_cmp);
        let reach = first.get((first.len() as f64 * WITHIN) as usize).copied().unwrap_or(1.0);
        let width = round_up(reach / BINS, measure == Measure::Time);
        let bins = (reach / width).ceil().max(1.0) as usize;
        let mut counts = vec![[0; 2]; bins + 1];
        for split in [0, 1] {
            values(split).for_each(|v| counts[((v / width) as usize).min(bins)][split] += 1);
        }
        Histogram { width, counts }
    }
}

/// The next number of the form 1, 2 or 5 times a power of ten; at least 1 unless fractions make
/// sense.
fn round_up(number: f64, parts: bool) -> f64 {
    let number = if parts { number.max(1e-9) } else { number.max(1.0) };
    let power = 10f64.powf(number.log10().floor());
    let found = [1.0, 2.0, 5.0, 10.0].into_iter().find(|step| step * power >= number * 0.999_999);
    found.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(splits: [u64; 2]) -> Measured {
        let efforts = splits.map(|split| Effort { split, ..Effort::default() });
        Measured { board: String::new(), efforts }
    }

    #[test]
    fn moments_are_those_of_the_definition() {
        let moments = Moments::of([1.0, 2.0, 6.0].into_iter());
        assert_eq!(moments.mean, 3.0);
        assert!((moments.variance - 14.0 / 3.0).abs() < 1e-12);
        assert_eq!(Moments::of(std::iter::empty()), Moments { mean: 0.0, variance: 0.0 });
    }

    #[test]
    fn every_value_is_in_a_bin() {
        let boards: Vec<Measured> = (0..200).map(|i| board([i, 7 * i])).collect();
        let histogram = Histogram::of(Measure::Split, &boards);
        assert_eq!((histogram.width, histogram.counts.len()), (5.0, 39));
        assert_eq!(histogram.counts[0], [5, 1]);
        for split in [0, 1] {
            assert_eq!(histogram.counts.iter().map(|count| count[split]).sum::<u64>(), 200);
        }
        assert!(Histogram::of(Measure::Time, &[]).counts.iter().all(|count| *count == [0, 0]));
    }

    #[test]
    fn widths_are_round() {
        for (number, parts, width) in [
            (0.3, false, 1.0),
            (0.3, true, 0.5),
            (1.0, false, 1.0),
            (1.2, false, 2.0),
            (70.0, true, 100.0),
        ] {
            assert!((round_up(number, parts) - width).abs() < 1e-9, "{number}");
        }
    }
}
