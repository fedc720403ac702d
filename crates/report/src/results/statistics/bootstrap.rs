//! Confidence intervals of means, by resampling.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::means::of_sorted;

/// The number of resamples.
const RESAMPLES: usize = 2000;

/// Maximum number of values to resample; for more, the normal interval is equal in all digits
/// shown.
const MOST: usize = 1000;

/// The seed of the resampling.
const SEED: u64 = 0x9a11_a8ce;

/// The quantile of the normal distribution that leaves 2.5 % above.
const NORMAL: f64 = 1.959_963_984_540_054;

/// A 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// Returns the 95 % confidence interval of the mean: between percentiles of the means of 2000
/// samples with replacement (Efron 1979), with a fixed seed; for more than 1000 values by the
/// normal distribution. There is none for fewer than two values.
#[must_use]
pub fn interval(values: &[f64]) -> Option<Interval> {
    match values.len() {
        0 | 1 => None,
        2..=MOST => resampled(values),
        _ => Some(normal(values)),
    }
}

fn resampled(values: &[f64]) -> Option<Interval> {
    let number = u32::try_from(values.len()).ok()?;
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let mut mean = || {
        let drawn = (0..number).map(|_| values[rng.random_range(0..number) as usize]);
        drawn.sum::<f64>() / f64::from(number)
    };
    let mut means: Vec<f64> = (0..RESAMPLES).map(|_| mean()).collect();
    means.sort_unstable_by(f64::total_cmp);
    Some(Interval { low: of_sorted(&means, 0.025)?, high: of_sorted(&means, 0.975)? })
}

fn normal(values: &[f64]) -> Interval {
    let number = values.len() as f64;
    let mean = values.iter().sum::<f64>() / number;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let reach = NORMAL * (squares / (number - 1.0) / number).sqrt();
    Interval { low: mean - reach, high: mean + reach }
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
        let found = interval(&values(40)).unwrap();
        assert!((found.low - LOW).abs() < 0.02 && (found.high - HIGH).abs() < 0.02, "{found:?}");
        assert_eq!(interval(&values(40)), Some(found));
    }

    const LOW: f64 = -0.1256;
    const HIGH: f64 = 0.3009;

    #[test]
    fn many_values_have_nearly_the_interval_of_resampling() {
        let values = values(1000);
        let (drawn, taken) = (interval(&values).unwrap(), normal(&values));
        assert!((drawn.low - taken.low).abs() < 0.005 && (drawn.high - taken.high).abs() < 0.005);
    }

    #[test]
    fn few_or_equal_values() {
        assert_eq!((interval(&[]), interval(&[1.0])), (None, None));
        assert_eq!(interval(&[2.0; 5]), Some(Interval { low: 2.0, high: 2.0 }));
        assert_eq!(interval(&[2.0; 5000]), Some(Interval { low: 2.0, high: 2.0 }));
    }
}
