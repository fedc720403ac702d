//! The values of a variable, accessible by rank without listing them.

use parallax_model::{Domain, Value};
use rand::Rng;

/// A nonempty domain, as runs of consecutive values with the number of values before each run.
#[derive(Clone, Debug)]
pub(super) struct DomainRuns {
    runs: Box<[(Value, Value, u64)]>,
    len: u64,
}

impl DomainRuns {
    /// Returns the choices of a domain; `None` if it is empty.
    pub(super) fn from_domain(domain: &Domain) -> Option<Self> {
        let mut len = 0;
        let runs = domain.intervals().map(|(low, high)| {
            let before = len;
            len += (i64::from(high) - i64::from(low) + 1).unsigned_abs();
            (low, high, before)
        });
        let runs: Box<[_]> = runs.collect();
        (len > 0).then_some(DomainRuns { runs, len })
    }

    /// Returns the number of values.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Returns the value with `place` smaller ones.
    pub(super) fn nth_value(&self, place: u64) -> Value {
        // Runs start at rank 0, so the run that contains the rank is the one before `next`.
        let next = self.runs.partition_point(|&(_, _, before)| before <= place);
        let (low, high, before) = self.runs[next.saturating_sub(1)];
        let value = i64::from(low) + (place - before) as i64;
        value.min(i64::from(high)) as Value
    }

    /// Returns a random value.
    pub(super) fn random_value(&self, rng: &mut impl Rng) -> Value {
        self.nth_value(rng.random_range(0..self.len))
    }

    pub(super) fn contains(&self, value: i64) -> bool {
        let next = self.runs.partition_point(|&(low, _, _)| i64::from(low) <= value);
        next > 0 && value <= i64::from(self.runs[next - 1].1)
    }

    /// Returns the values nearest to a number, from below and from above.
    pub(super) fn nearest_values(&self, number: i64) -> [Option<Value>; 2] {
        let next = self.runs.partition_point(|&(low, _, _)| i64::from(low) <= number);
        let below = next.checked_sub(1).map(|i| self.runs[i].1.min(clamp_value(number)));
        let above = match below {
            // The number itself is in the domain: one value is enough.
            Some(value) if i64::from(value) == number => None,
            _ => self.runs.get(next).map(|&(low, _, _)| low),
        };
        [below, above]
    }

    /// Returns the values in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Value> + '_ {
        self.runs.iter().flat_map(|&(low, high, _)| low..=high)
    }
}

/// Returns the value nearest to a number.
fn clamp_value(number: i64) -> Value {
    Value::try_from(number).unwrap_or(if number < 0 { Value::MIN } else { Value::MAX })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_place_and_by_distance() {
        let domain = Domain::from_values([-5, -4, 0, 7, 8, 9, 200]);
        let choices = DomainRuns::from_domain(&domain).unwrap();
        let values: Vec<Value> = (0..choices.len()).map(|i| choices.nth_value(i)).collect();
        assert_eq!(values, domain.to_vec());
        assert_eq!(choices.iter().collect::<Vec<_>>(), values);
        assert_eq!(choices.nearest_values(-9), [None, Some(-5)]);
        assert_eq!(choices.nearest_values(3), [Some(0), Some(7)]);
        assert_eq!(choices.nearest_values(8), [Some(8), None]);
        assert_eq!(choices.nearest_values(i64::MAX), [Some(200), None]);
        assert!((-300..300).all(|v| choices.contains(v) == domain.contains(v as Value)));
        assert!(DomainRuns::from_domain(&Domain::from_values([])).is_none());
        let wide =
            DomainRuns::from_domain(&Domain::from_range(-1_000_000_000, 1_000_000_000)).unwrap();
        assert_eq!((wide.len(), wide.nth_value(wide.len() - 1)), (2_000_000_001, 1_000_000_000));
    }
}
