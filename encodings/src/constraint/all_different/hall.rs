//! All different by Hall intervals (Bessiere, Katsirelos, Narodytska, Quimper and Walsh 2009,
//! "Decompositions of all different, global cardinality and related constraints").
//!
//! For each interval of values, a literal for each integer represents that its value lies in the
//! interval, and at most as many of these literals are true as the interval has values. If unit
//! propagation finds everything that follows from the counts, it makes the all-different bounds
//! consistent. The intervals range over the values that occur, so a gap common to all integers does
//! not weaken them.
//!
//! With `n` integers and `d` values there are `O(n d)` intervals of fewer than `n` values,
//! hence `O(n² d)` interval literals; a counter with bound `k` needs up to `k (n - k)` more.

use std::collections::BTreeMap;

use super::Takers;
use crate::{ClauseEncoder, EncodeError, EncodedBool, IntId};

/// The truth value of "the value lies there", by integer and by the first and the end of a range of
/// places in its domain.
type IntervalLiterals = BTreeMap<(IntId, usize, usize), EncodedBool>;

impl ClauseEncoder {
    pub(super) fn different_by_intervals(
        &mut self,
        scope: &[IntId],
        takers: &Takers,
    ) -> Result<(), EncodeError> {
        self.check_literals(
            "literals of Hall intervals",
            auxiliary_count(scope.len(), takers.len()),
        )?;
        // Intervals of one value also remove values inside the bounds.
        self.at_most_one_taker(takers, scope.len())?;
        let values: Vec<i32> = takers.keys().copied().collect();
        let mut made = IntervalLiterals::new();
        // As many integers as an interval has values always fit into it, so longer intervals
        // exclude nothing; the interval of all values is one of these.
        for length in 2..scope.len().min(values.len()) {
            for ends in values.windows(length) {
                self.at_most_in(scope, ends[0], ends[length - 1], length, &mut made)?;
            }
        }
        Ok(())
    }

    /// Requires that at most `room` of the integers have values from `first` to `last`.
    fn at_most_in(
        &mut self,
        scope: &[IntId],
        first: i32,
        last: i32,
        room: usize,
        made: &mut IntervalLiterals,
    ) -> Result<(), EncodeError> {
        let mut inside = Vec::new();
        self.formula.spend_work(scope.len())?;
        for &x in scope {
            let literal = self.lies_in(x, first, last, made)?;
            // An integer that cannot take a value of the interval would only lengthen the counter.
            if literal != EncodedBool::Const(false) {
                inside.push((literal, 1));
            }
        }
        self.require_count(&inside, 0, room)
    }

    /// Returns the truth value of "x lies from `first` to `last`".
    fn lies_in(
        &mut self,
        x: IntId,
        first: i32,
        last: i32,
        made: &mut IntervalLiterals,
    ) -> Result<EncodedBool, EncodeError> {
        let values = self.values(x);
        // Intervals of values that select the same places of this domain share a literal.
        let from = values.partition_point(|&value| value < first);
        let to = values.partition_point(|&value| value <= last);
        if from == to {
            return Ok(EncodedBool::Const(false));
        }
        if from + 1 == to {
            return self.eq_at(x, from);
        }
        if let Some(&literal) = made.get(&(x, from, to)) {
            return Ok(literal);
        }
        // Both bounds together: at most `last`, and not at most `first - 1`.
        let up_to = self.le_wide(x, last.into())?;
        let below = self.le_wide(x, i128::from(first) - 1)?;
        let literal = self.conjoin_truths(up_to, !below)?;
        made.insert((x, from, to), literal);
        Ok(literal)
    }

    /// Returns the truth value of "both"; makes a new literal unless one of the two is known.
    fn conjoin_truths(
        &mut self,
        left: EncodedBool,
        right: EncodedBool,
    ) -> Result<EncodedBool, EncodeError> {
        let (EncodedBool::Lit(left), EncodedBool::Lit(right)) = (left, right) else {
            let known = [left, right].into_iter().find(|b| b.as_literal().is_none());
            let other = if known == Some(left) { right } else { left };
            return Ok(if known == Some(true.into()) { other } else { false.into() });
        };
        let both = self.formula.new_auxiliary()?;
        self.formula.add_definition(&[!both, left])?;
        self.formula.add_definition(&[!both, right])?;
        self.formula.add_definition(&[both, !left, !right])?;
        Ok(both.into())
    }
}

/// Returns the maximum number of auxiliary literals of sequential counters and intervals: the sum
/// of `(d - k + 1) (n + k (n - k))` over the lengths `k` of intervals, from 2 below `n` and `d`.
fn auxiliary_count(integers: usize, values: usize) -> u64 {
    let (n, d) = (integers as u128, values as u128);
    let interval = |k: u128| (d - k + 1) * (n + k * (n - k));
    let mut size: u128 = 0;
    for length in 2..n.min(d) {
        size = size.saturating_add(interval(length));
        if size > u128::from(u64::MAX) {
            return u64::MAX;
        }
    }
    size as u64
}

#[cfg(test)]
mod tests {
    use super::auxiliary_count;

    #[test]
    fn sizes_by_hand() {
        assert_eq!(auxiliary_count(3, 3), 2 * (3 + 2));
        // Four integers and five values: lengths 2 and 3.
        assert_eq!(auxiliary_count(4, 5), 4 * (4 + 4) + 3 * (4 + 3));
        assert_eq!(auxiliary_count(2, 100), 0);
        assert_eq!(auxiliary_count(1 << 40, 1 << 40), u64::MAX);
    }
}
