//! The items of lists: numbers, variables and expressions; and sets of numbers.

use std::sync::Arc;

use parallax_model::flatten::{BoolExpression, IntExpression};
use parallax_model::{ComparisonOperator, Domain, MAX_VALUE, Value};

/// An element of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ListItem {
    /// A number.
    Number(i64),
    /// A variable, by its index in the document.
    Variable(u32),
    /// An expression with an integer value.
    Int(IntExpression),
    /// An expression with a truth value, in expressions and arguments. Lists have it as a number.
    Bool(BoolExpression),
}

/// A set of numbers: sorted intervals that do not touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct IntervalSet {
    intervals: Arc<[(i64, i64)]>,
}

impl IntervalSet {
    /// Returns the union of inclusive intervals, in any order.
    pub(super) fn from_intervals(mut intervals: Vec<(i64, i64)>) -> Self {
        intervals.retain(|(low, high)| low <= high);
        intervals.sort_unstable();
        let mut merged: Vec<(i64, i64)> = Vec::with_capacity(intervals.len());
        for (low, high) in intervals {
            match merged.last_mut() {
                // Intervals merge if they overlap or touch.
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        IntervalSet { intervals: merged.into() }
    }

    /// Returns the intervals in ascending order.
    pub(super) fn intervals(&self) -> &[(i64, i64)] {
        &self.intervals
    }

    /// Whether a number is in the set.
    pub(super) fn contains(&self, number: i128) -> bool {
        // Only the last interval that begins at or before the number can contain it.
        let after = self.intervals.partition_point(|&(low, _)| i128::from(low) <= number);
        after > 0 && number <= i128::from(self.intervals[after - 1].1)
    }

    /// Returns the numbers from `low` to `high` that are in the set, or those that are not.
    pub(super) fn range_domain(&self, low: Value, high: Value, inside: bool) -> Domain {
        // Clipped to the range, a number fits the type of values.
        let clip = |n: i64| n.clamp(low.into(), high.into()) as Value;
        let (first, last) = (i64::from(low), i64::from(high));
        let mut kept = Vec::new();
        let mut next = first;
        // `next` is the first number that is neither in an earlier interval nor in a gap before
        // one.
        for &(from, to) in self.intervals.iter() {
            if to < first || from > last {
                continue;
            }
            if inside {
                kept.push((clip(from), clip(to)));
            } else if next < from {
                kept.push((clip(next), clip(from - 1)));
            }
            next = to.saturating_add(1);
        }
        if !inside && next <= last {
            kept.push((clip(next), high));
        }
        Domain::from_intervals(kept)
    }

    /// Returns the set as values of a model; `None` if one is beyond those.
    pub(super) fn to_domain(&self) -> Option<Domain> {
        let value = |n: i64| narrow_value(n);
        let intervals = self.intervals.iter().map(|&(low, high)| Some((value(low)?, value(high)?)));
        Some(Domain::from_intervals(intervals.collect::<Option<_>>()?))
    }
}

/// Returns a number as a value of a model; `None` if it is beyond those.
pub(super) fn narrow_value(number: i64) -> Option<Value> {
    Value::try_from(number).ok().filter(|value| value.unsigned_abs() <= MAX_VALUE as u32)
}

/// Returns the numbers from `low` to `high` that are in this relation to a number.
pub(super) fn related_numbers(
    low: Value,
    high: Value,
    relation: ComparisonOperator,
    number: i64,
) -> Domain {
    // A number beyond the range has the same relations to its values as the nearest number outside
    // it.
    let clip = |n: i64| n.clamp(i64::from(low) - 1, i64::from(high) + 1) as Value;
    match relation {
        // Clipping changed the number, so it is outside the range.
        ComparisonOperator::Eq if !relation.holds_between(clip(number).into(), number) => {
            Domain::from_values([])
        }
        ComparisonOperator::Eq if clip(number) < low || clip(number) > high => {
            Domain::from_values([])
        }
        ComparisonOperator::Eq => Domain::from_range(clip(number), clip(number)),
        ComparisonOperator::Ne => Domain::from_range(low, high).without_values(&[clip(number)]),
        ComparisonOperator::Le => Domain::from_range(low, clip(number).min(high)),
        ComparisonOperator::Lt => Domain::from_range(low, clip(number.saturating_sub(1)).min(high)),
        ComparisonOperator::Ge => Domain::from_range(clip(number).max(low), high),
        ComparisonOperator::Gt => Domain::from_range(clip(number.saturating_add(1)).max(low), high),
    }
}
