//! Finite sets of integers.

use std::fmt;

/// A value of a variable: an integer of at most [`MAX_VALUE`] in magnitude.
pub type Value = i32;

/// Maximum magnitude of a value (10^9), so that products of two values fit an `i64`.
pub const MAX_VALUE: Value = 1_000_000_000;

/// A finite set of integers, stored as one bit set if its values span at most 64, otherwise as
/// sorted disjoint intervals. Equal sets compare equal.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Domain(DomainRepr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum DomainRepr {
    /// Bit `i` represents `min + i`; bit 0 is set unless the set is empty.
    Bits { min: Value, bits: u64 },
    /// Inclusive, sorted, not touching; spans more than 64.
    Intervals(Box<[(Value, Value)]>),
}

impl Domain {
    /// Returns the integers from `low` to `high`, inclusive; empty if `low > high`.
    #[must_use]
    #[inline]
    pub fn from_range(low: Value, high: Value) -> Self {
        Domain::from_intervals(vec![(low, high)])
    }

    /// Returns the two truth values 0 and 1.
    #[must_use]
    #[inline]
    pub fn boolean() -> Self {
        Domain::from_range(0, 1)
    }

    /// Returns the set of the given values, in any order, repetitions allowed.
    #[inline]
    pub fn from_values(values: impl IntoIterator<Item = Value>) -> Self {
        Domain::from_intervals(values.into_iter().map(|v| (v, v)).collect())
    }

    /// Returns the union of inclusive intervals, in any order; empty ones are allowed.
    #[must_use]
    pub fn from_intervals(mut intervals: Vec<(Value, Value)>) -> Self {
        intervals.retain(|(low, high)| low <= high);
        intervals.sort_unstable();
        let mut merged: Vec<(Value, Value)> = Vec::with_capacity(intervals.len());
        for (low, high) in intervals {
            match merged.last_mut() {
                // Adjacent intervals merge as well, because equal sets must have equal forms. In 64
                // bits, because `last.1` may be the last value of its type.
                Some(last) if i64::from(low) <= i64::from(last.1) + 1 => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        let (Some(first), Some(last)) = (merged.first(), merged.last()) else {
            return Domain(DomainRepr::Bits { min: 0, bits: 0 });
        };
        let min = first.0;
        if i64::from(last.1) - i64::from(min) >= 64 {
            return Domain(DomainRepr::Intervals(merged.into()));
        }
        let bits = merged.iter().fold(0u64, |bits, &(low, high)| {
            // The span is at most 64, so the width is 1 to 64 and no shift loses the whole word.
            let width = (high - low + 1) as u32;
            bits | (u64::MAX >> (64 - width)) << (low - min)
        });
        Domain(DomainRepr::Bits { min, bits })
    }

    /// Returns the number of values.
    #[must_use]
    pub fn len(&self) -> u64 {
        match &self.0 {
            DomainRepr::Bits { bits, .. } => u64::from(bits.count_ones()),
            DomainRepr::Intervals(list) => {
                list.iter().map(|&(a, b)| i64::from(b) - i64::from(a) + 1).sum::<i64>() as u64
            }
        }
    }

    /// Whether the set has no value.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the smallest value, if any.
    #[must_use]
    #[inline]
    pub fn min(&self) -> Option<Value> {
        self.intervals().next().map(|(low, _)| low)
    }

    /// Returns the largest value, if any.
    #[must_use]
    pub fn max(&self) -> Option<Value> {
        match &self.0 {
            DomainRepr::Bits { bits: 0, .. } => None,
            // Subtracts first: the smallest value may be the last of its type.
            DomainRepr::Bits { min, bits } => Some(min + (63 - bits.leading_zeros() as Value)),
            DomainRepr::Intervals(list) => list.last().map(|&(_, high)| high),
        }
    }

    /// Whether `value` is in the set.
    #[must_use]
    pub fn contains(&self, value: Value) -> bool {
        match &self.0 {
            DomainRepr::Bits { min, bits } => {
                let bit_index = i64::from(value) - i64::from(*min);
                (0..64).contains(&bit_index) && bits >> bit_index & 1 == 1
            }
            DomainRepr::Intervals(list) => {
                // Only the last interval that starts at or before the value can contain it.
                let next = list.partition_point(|&(low, _)| low <= value);
                next > 0 && value <= list[next - 1].1
            }
        }
    }

    /// Returns the values in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Value> + '_ {
        self.intervals().flat_map(|(low, high)| low..=high)
    }

    /// Returns the maximal runs of consecutive values as inclusive intervals, in ascending order.
    #[must_use]
    #[inline]
    pub fn intervals(&self) -> DomainIntervals<'_> {
        match &self.0 {
            DomainRepr::Bits { min, bits } => DomainIntervals::Bits { min: *min, bits: *bits },
            DomainRepr::Intervals(list) => DomainIntervals::List(list.iter()),
        }
    }

    /// Returns the set without these values. Takes time and memory in the number of runs and of
    /// removed values, not in the number of values that remain.
    #[must_use]
    pub fn without_values(&self, values: &[Value]) -> Domain {
        // Values outside the set are dropped here, so each one left lies within some run below.
        let mut gone: Vec<Value> = values.iter().copied().filter(|&v| self.contains(v)).collect();
        gone.sort_unstable();
        let mut gone = gone.into_iter().peekable();
        let mut left = Vec::new();
        for (low, high) in self.intervals() {
            // In 64 bits, because `high` may be the last value of its type.
            let mut next = i64::from(low);
            while let Some(value) = gone.next_if(|&value| value <= high) {
                // Between two adjacent removed values the run is empty and is dropped.
                if next < i64::from(value) {
                    left.push((next as Value, value - 1));
                }
                next = i64::from(value) + 1;
            }
            if next <= i64::from(high) {
                left.push((next as Value, high));
            }
        }
        Domain::from_intervals(left)
    }

    /// Returns the values as a vector, in ascending order. Check [`len`](Domain::len) first: a
    /// domain may have billions of values.
    #[must_use]
    #[inline]
    pub fn to_vec(&self) -> Vec<Value> {
        self.iter().collect()
    }

    /// Whether every value is 0 or 1.
    #[must_use]
    #[inline]
    pub fn is_boolean(&self) -> bool {
        // Values ascend without repetition, so at most two are 0 or 1 and the third one decides.
        self.iter().take(3).all(|v| v == 0 || v == 1)
    }
}

/// The maximal runs of a [`Domain`]; see [`Domain::intervals`].
#[derive(Clone, Debug)]
pub enum DomainIntervals<'a> {
    /// The rest of a bit set.
    #[doc(hidden)]
    Bits { min: Value, bits: u64 },
    /// The rest of a list.
    #[doc(hidden)]
    List(std::slice::Iter<'a, (Value, Value)>),
}

impl Iterator for DomainIntervals<'_> {
    type Item = (Value, Value);

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            DomainIntervals::Bits { bits: 0, .. } => None,
            DomainIntervals::Bits { min, bits } => {
                let start = bits.trailing_zeros();
                // At least 1, since the bit at `start` is set; so `64 - length` is a valid shift.
                let length = (*bits >> start).trailing_ones();
                let low = *min + start as Value;
                let run = u64::MAX >> (64 - length) << start;
                *bits &= !run;
                Some((low, low + (length as Value - 1)))
            }
            DomainIntervals::List(list) => list.next().copied(),
        }
    }
}

/// Writes the form of JSON files and error messages: `1..9`, `{1, 3..5}`, `{}`.
impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let runs: Vec<String> = self
            .intervals()
            .map(|(low, high)| if low == high { low.to_string() } else { format!("{low}..{high}") })
            .collect();
        match runs.as_slice() {
            [run] if run.contains("..") => f.write_str(run),
            _ => write!(f, "{{{}}}", runs.join(", ")),
        }
    }
}

impl fmt::Debug for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// A domain behaves as the ordered set of its values.
        #[test]
        fn equals_a_btree_set(values in prop::collection::vec(-200i32..200, 0..60), narrow: bool) {
            let values: Vec<i32> = values.iter().map(|v| if narrow { v % 30 } else { *v }).collect();
            let set: BTreeSet<i32> = values.iter().copied().collect();
            let domain = Domain::from_values(values.iter().rev().copied());
            prop_assert_eq!(domain.to_vec(), set.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!(domain.len(), set.len() as u64);
            prop_assert_eq!(domain.min(), set.first().copied());
            prop_assert_eq!(domain.max(), set.last().copied());
            for v in -210..210 {
                prop_assert_eq!(domain.contains(v), set.contains(&v));
            }
            prop_assert_eq!(&Domain::from_intervals(domain.intervals().collect()), &domain);
        }

        /// Removing values leaves the others.
        #[test]
        fn loses_what_is_removed(
            kept in prop::collection::vec(-100i32..100, 0..60),
            gone in prop::collection::vec(-100i32..100, 0..60),
        ) {
            let domain = Domain::from_values(kept.iter().copied());
            let left = kept.iter().copied().filter(|value| !gone.contains(value));
            prop_assert_eq!(domain.without_values(&gone), Domain::from_values(left));
        }
    }

    #[test]
    fn prints_runs() {
        assert_eq!(Domain::from_range(1, 9).to_string(), "1..9");
        assert_eq!(Domain::from_values([5, 1, 3, 4]).to_string(), "{1, 3..5}");
        assert_eq!(Domain::from_values([]).to_string(), "{}");
        assert_eq!(Domain::from_range(-MAX_VALUE, MAX_VALUE).len(), 2 * MAX_VALUE as u64 + 1);
    }

    #[test]
    fn reaches_the_ends_of_the_type() {
        for value in [Value::MIN, Value::MAX] {
            let domain = Domain::from_values([value]);
            assert_eq!((domain.min(), domain.max(), domain.len()), (Some(value), Some(value), 1));
            assert_eq!(domain.to_vec(), [value]);
            assert!(domain.without_values(&[value]).is_empty());
        }
        let all = Domain::from_range(Value::MIN, Value::MAX);
        assert_eq!((all.len(), all.to_string()), (1 << 32, "-2147483648..2147483647".into()));
        let inner = all.without_values(&[Value::MAX, 0, Value::MIN, 1]);
        assert_eq!(inner.to_string(), "{-2147483647..-1, 2..2147483646}");
        assert_eq!(inner.len(), (1 << 32) - 4);
    }

    #[test]
    fn holds_the_widest_bit_set() {
        let domain = Domain::from_range(-3, 60);
        assert_eq!(domain.len(), 64);
        assert_eq!(domain.intervals().collect::<Vec<_>>(), vec![(-3, 60)]);
    }
}
