//! Logarithmic axes of seconds.

use crate::results::statistics::CLOCK_RESOLUTION_SECONDS;

/// A logarithmic axis over whole powers of ten.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LogarithmicAxis {
    low: i32,
    high: i32,
    length: f64,
}

impl LogarithmicAxis {
    /// Returns an axis of `length` pixels with room for all times.
    pub(super) fn over_times(times: impl Iterator<Item = f64>, length: f64) -> Self {
        let mut reach: Option<(f64, f64)> = None;
        // A time of 0 has no logarithm.
        for time in times.map(|time| time.max(CLOCK_RESOLUTION_SECONDS)) {
            let (low, high) = reach.unwrap_or((time, time));
            reach = Some((low.min(time), high.max(time)));
        }
        let (low, high) = reach.unwrap_or((0.1, 1.0));
        let low = low.log10().floor() as i32;
        // At least one decade, so that `pixel_offset` does not divide by 0 if all times are equal.
        let high = (high.log10().ceil() as i32).max(low + 1);
        LogarithmicAxis { low, high, length }
    }

    /// Returns the pixels from the start to a time.
    pub(super) fn pixel_offset(&self, time: f64) -> f64 {
        let part = (time.max(CLOCK_RESOLUTION_SECONDS).log10() - f64::from(self.low))
            / f64::from(self.high - self.low);
        part * self.length
    }

    /// Returns the powers of ten: their pixels and their names.
    pub(super) fn power_ticks(&self) -> impl Iterator<Item = (f64, String)> + '_ {
        let power = |power: i32| {
            let name = match power {
                -4..=4 => format!("{}", 10f64.powi(power)),
                _ => format!("1e{power}"),
            };
            (self.length * f64::from(power - self.low) / f64::from(self.high - self.low), name)
        };
        (self.low..=self.high).map(power)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_ends_at_powers_of_ten() {
        let axis = LogarithmicAxis::over_times([0.02, 3.0].into_iter(), 300.0);
        let ticks: Vec<(f64, String)> = axis.power_ticks().collect();
        let names: Vec<&str> = ticks.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(names, ["0.01", "0.1", "1", "10"]);
        assert!((axis.pixel_offset(1.0) - 200.0).abs() < 1e-9 && axis.pixel_offset(0.0) < 0.0);
        for times in [vec![], vec![0.0], vec![1.0], vec![1e12, 0.0]] {
            let axis = LogarithmicAxis::over_times(times.into_iter(), 300.0);
            assert!(
                axis.power_ticks().count() >= 2 && axis.pixel_offset(1.0).is_finite(),
                "{axis:?}"
            );
        }
    }
}
