//! Confidence intervals of means, by resampling.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::means::of_sorted;

/// The number of resamples.
const RESAMPLE_COUNT: usize = 2000;

/// Maximum number of values to resample; for more, the normal interval is equal in all digits
/// shown.
const MAX_RESAMPLED_VALUES: usize = 1000;

/// The seed of the resampling, fixed so that a report is reproducible.
const RESAMPLING_SEED: u64 = 0x9a11_a8ce;

/// The quantile of the normal distribution that leaves 2.5 % above.
const NORMAL_QUANTILE: f64 = 1.959_963_984_540_054;

/// A 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConfidenceInterval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// Returns the 95 % confidence interval of the mean: between percentiles of the means of 2000
/// samples with replacement (Efron 1979), with a fixed seed; for more than 1000 values by the
/// normal distribution. There is none for fewer than two values.
#[must_use]
pub fn mean_interval(values: &[f64]) -> Option<ConfidenceInterval> {
    match values.len() {
        0 | 1 => None,
        2..=MAX_RESAMPLED_VALUES => bootstrap_interval(values),
        _ => Some(normal_interval(values)),
    }
}

fn bootstrap_interval(values: &[f64]) -> Option<ConfidenceInterval> {
    let number = u32::try_from(values.len()).ok()?;
    let mut rng = ChaCha8Rng::seed_from_u64(RESAMPLING_SEED);
    let mut mean = || {
        let drawn = (0..number).map(|_| values[rng.random_range(0..number) as usize]);
        drawn.sum::<f64>() / f64::from(number)
    };
    let mut means: Vec<f64> = (0..RESAMPLE_COUNT).map(|_| mean()).collect();
    means.sort_unstable_by(f64::total_cmp);
    Some(ConfidenceInterval { low: of_sorted(&means, 0.025)?, high: of_sorted(&means, 0.975)? })
}

fn normal_interval(values: &[f64]) -> ConfidenceInterval {
    let number = values.len() as f64;
    let mean = values.iter().sum::<f64>() / number;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let reach = NORMAL_QUANTILE * (squares / (number - 1.0) / number).sqrt();
    ConfidenceInterval { low: mean - reach, high: mean + reach }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns values between -1 and 1, in no order.
    fn values(number: usize) -> Vec<f64> {
        (0..number).map(|i| (i as f64 * 12.9898).sin()).collect()
    }

    #[test]
    fn the_interval_is_that_of_scipy() {
        // scipy.stats.bootstrap((values,), np.mean, n_resamples=200000, method="percentile") gives
        // approximately these; other resamples differ in the second digit after the point.
        let found = mean_interval(&values(40)).unwrap();
        assert!((found.low - LOW).abs() < 0.02 && (found.high - HIGH).abs() < 0.02, "{found:?}");
        assert_eq!(mean_interval(&values(40)), Some(found));
    }

    const LOW: f64 = -0.1256;
    const HIGH: f64 = 0.3009;

    #[test]
    fn many_values_have_nearly_the_interval_of_resampling() {
        let values = values(1000);
        let (drawn, taken) = (mean_interval(&values).unwrap(), normal_interval(&values));
        assert!((drawn.low - taken.low).abs() < 0.005 && (drawn.high - taken.high).abs() < 0.005);
    }

    #[test]
    fn few_or_equal_values() {
        assert_eq!((mean_interval(&[]), mean_interval(&[1.0])), (None, None));
        assert_eq!(mean_interval(&[2.0; 5]), Some(ConfidenceInterval { low: 2.0, high: 2.0 }));
        assert_eq!(mean_interval(&[2.0; 5000]), Some(ConfidenceInterval { low: 2.0, high: 2.0 }));
    }
}
