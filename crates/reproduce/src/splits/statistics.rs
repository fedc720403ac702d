//! The moments of Table 1 and the bins of Figure 2.

use super::super::splitting::{EffortMeasure, SampleMoments};
use super::measure::BoardMeasurement;

impl EffortMeasure {
    /// Table 1: mean and variance of split 1 and of split 2.
    #[must_use]
    pub fn published_moments(self) -> [SampleMoments; 2] {
        let [first, second] = match self {
            EffortMeasure::Time => [(0.74, 2.6), (0.32, 0.4)],
            EffortMeasure::Split => [(236.0, 265_315.0), (100.0, 37_648.0)],
            EffortMeasure::Propagation => [(96.0, 42_978.0), (51.0, 9449.0)],
        };
        [first, second].map(|(mean, variance)| SampleMoments { mean, variance })
    }

    /// Returns our mean and variance of split 1 and of split 2.
    #[must_use]
    pub fn measured_moments(self, measured: &[BoardMeasurement]) -> [SampleMoments; 2] {
        [0, 1].map(|split| {
            SampleMoments::from_values(
                measured.iter().map(|m| self.effort_value(&m.efforts[split])),
            )
        })
    }
}

/// Values counted in bins of one width from 0; the last bin includes all larger values.
#[derive(Clone, Debug, PartialEq)]
pub struct EffortHistogram {
    /// The width of a bin.
    pub width: f64,
    /// The numbers of values of split 1 and of split 2 in each bin.
    pub counts: Vec<[u64; 2]>,
}

/// Maximum number of bins, without the last one.
const MAX_HISTOGRAM_BINS: f64 = 40.0;

/// The fraction of the values that the bins before the last should hold.
const BINNED_FRACTION: f64 = 0.95;

impl EffortHistogram {
    /// Both splits in the same bins of a round width.
    pub fn from_measurements(measure: EffortMeasure, measured: &[BoardMeasurement]) -> Self {
        let values =
            |split: usize| measured.iter().map(move |m| measure.drawn_value(&m.efforts[split]));
        let mut first: Vec<f64> = values(0).collect();
        first.sort_by(f64::total_cmp);
        // In the report split 1 is the slower one, so its values set the scale. A fraction below 1
        // of the length is a valid index unless there are no values.
        let reach =
            first.get((first.len() as f64 * BINNED_FRACTION) as usize).copied().unwrap_or(1.0);
        let width = round_up(reach / MAX_HISTOGRAM_BINS, measure == EffortMeasure::Time);
        let bins = (reach / width).ceil().max(1.0) as usize;
        let mut counts = vec![[0; 2]; bins + 1];
        for split in [0, 1] {
            // Larger values go to the additional last bin.
            values(split).for_each(|v| counts[((v / width) as usize).min(bins)][split] += 1);
        }
        EffortHistogram { width, counts }
    }
}

/// Returns the next number of the form 1, 2 or 5 times a power of ten; at least 1 unless fractions
/// make sense.
fn round_up(number: f64, parts: bool) -> f64 {
    let number = if parts { number.max(1e-9) } else { number.max(1.0) };
    let power = 10f64.powf(number.log10().floor());
    // The tolerance keeps a number that exceeds a step only by rounding from taking the next step.
    let found = [1.0, 2.0, 5.0, 10.0].into_iter().find(|step| step * power >= number * 0.999_999);
    found.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::super::super::splitting::SolutionEffort;
    use super::*;

    fn board(splits: [u64; 2]) -> BoardMeasurement {
        let efforts = splits.map(|split| SolutionEffort { split, ..SolutionEffort::default() });
        BoardMeasurement { board: String::new(), efforts }
    }

    #[test]
    fn every_value_is_in_a_bin() {
        let boards: Vec<BoardMeasurement> = (0..200).map(|i| board([i, 7 * i])).collect();
        let histogram = EffortHistogram::from_measurements(EffortMeasure::Split, &boards);
        assert_eq!((histogram.width, histogram.counts.len()), (5.0, 39));
        assert_eq!(histogram.counts[0], [5, 1]);
        for split in [0, 1] {
            assert_eq!(histogram.counts.iter().map(|count| count[split]).sum::<u64>(), 200);
        }
        assert!(
            EffortHistogram::from_measurements(EffortMeasure::Time, &[])
                .counts
                .iter()
                .all(|count| *count == [0, 0])
        );
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
