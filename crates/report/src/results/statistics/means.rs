//! Medians, quantiles and geometric means.

/// Minimum time that a clock can measure, in seconds. Shorter times count as this time in
/// logarithms and ratios, and in pictures.
pub(crate) const CLOCK_RESOLUTION_SECONDS: f64 = 1e-6;

/// Returns the median; `None` without values.
#[must_use]
pub fn median(values: &[f64]) -> Option<f64> {
    quantile(values, 0.5)
}

/// Returns the quantile at `part` (0 to 1), with linear interpolation; `None` without values.
#[must_use]
pub fn quantile(values: &[f64], part: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    of_sorted(&sorted, part)
}

/// Returns the quantile of sorted values.
pub(super) fn of_sorted(sorted: &[f64], part: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = part.clamp(0.0, 1.0) * last as f64;
    let (low, high) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    // Equal neighbours need no interpolation, and infinite ones would give NaN (inf - inf).
    let exact = low.total_cmp(&high).is_eq() || place.fract() == 0.0;
    Some(if exact { low } else { low + (high - low) * place.fract() })
}

/// Returns the geometric mean, counting times below a microsecond as one; `None` without values.
#[must_use]
pub fn geometric_mean(times: &[f64]) -> Option<f64> {
    let logs = times.iter().map(|time| time.max(CLOCK_RESOLUTION_SECONDS).ln());
    (!times.is_empty()).then(|| (logs.sum::<f64>() / times.len() as f64).exp())
}

/// Returns the geometric mean of the times plus `shift`, minus `shift`: it reduces the weight of
/// short times.
#[must_use]
pub fn shifted_mean(times: &[f64], shift: f64) -> Option<f64> {
    let logs = times.iter().map(|time| (time + shift).ln());
    (!times.is_empty()).then(|| (logs.sum::<f64>() / times.len() as f64).exp() - shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: Option<f64>, expected: f64) -> bool {
        found.is_some_and(|found| (found - expected).abs() <= 1e-12 * expected.abs().max(1.0))
    }

    #[test]
    fn means_of_few_values() {
        assert!(near(median(&[3.0, 1.0, 2.0]), 2.0));
        assert!(near(median(&[4.0, 1.0, 2.0, 3.0]), 2.5));
        assert!(near(geometric_mean(&[1.0, 4.0, 16.0]), 4.0));
        assert!(near(geometric_mean(&[0.0]), CLOCK_RESOLUTION_SECONDS));
        assert!(near(shifted_mean(&[0.0, 8.0], 1.0), 2.0));
        for none in [median(&[]), geometric_mean(&[]), shifted_mean(&[], 1.0), quantile(&[], 0.3)] {
            assert_eq!(none, None);
        }
    }

    #[test]
    fn a_median_between_unsolved_and_solved_is_unsolved() {
        assert_eq!(median(&[1.0, f64::INFINITY]), Some(f64::INFINITY));
        assert_eq!(median(&[1.0, f64::INFINITY, 2.0]), Some(2.0));
        assert_eq!(median(&[f64::INFINITY; 4]), Some(f64::INFINITY));
    }

    #[test]
    fn quantiles_as_numpy_has_them() {
        // numpy.quantile([1, 2, 4, 8, 16], [0, .25, .4, 1])
        let values = [8.0, 1.0, 16.0, 2.0, 4.0];
        for (part, expected) in [(0.0, 1.0), (0.25, 2.0), (0.4, 3.2), (1.0, 16.0)] {
            assert!(near(quantile(&values, part), expected), "{part}");
        }
    }
}
