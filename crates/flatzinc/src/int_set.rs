//! Sets of integers of any size.

use parallax_model::{Domain, MAX_VALUE, Value};

use super::document::IntSet;

impl IntSet {
    /// Returns the integers from `low` to `high`; none if `low > high`.
    pub(crate) fn between(low: i64, high: i64) -> Self {
        IntSet { ranges: if low <= high { vec![(low, high)] } else { Vec::new() } }
    }

    /// Whether an integer is in the set.
    pub(crate) fn has(&self, number: i64) -> bool {
        let after = self.ranges.partition_point(|&(low, _)| low <= number);
        after > 0 && number <= self.ranges[after - 1].1
    }

    /// Returns the integers in both sets.
    pub(crate) fn meet(&self, other: &IntSet) -> IntSet {
        let (mut ranges, mut i, mut j) = (Vec::new(), 0, 0);
        while let (Some(&(a, b)), Some(&(c, d))) = (self.ranges.get(i), other.ranges.get(j)) {
            if a.max(c) <= b.min(d) {
                ranges.push((a.max(c), b.min(d)));
            }
            if b < d {
                i += 1;
            } else {
                j += 1;
            }
        }
        IntSet { ranges }
    }

    /// Returns the least and the greatest integer; `None` if the set is empty.
    pub(crate) fn ends(&self) -> Option<(i64, i64)> {
        Some((self.ranges.first()?.0, self.ranges.last()?.1))
    }

    /// Returns the values of models in the set.
    pub(crate) fn values(&self) -> Domain {
        let most = i64::from(MAX_VALUE);
        let within = self.ranges.iter().filter(|&&(low, high)| low <= most && high >= -most);
        let clip = |n: i64| n.clamp(-most, most) as Value;
        Domain::from_intervals(within.map(|&(low, high)| (clip(low), clip(high))).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_their_members() {
        let set = IntSet { ranges: vec![(-3, -2), (0, 0), (5, 9)] };
        let members: Vec<i64> = (-5..12).filter(|&n| set.has(n)).collect();
        assert_eq!(members, [-3, -2, 0, 5, 6, 7, 8, 9]);
        let other = IntSet { ranges: vec![(-2, 1), (8, 20)] };
        let both: Vec<i64> = (-5..25).filter(|&n| set.meet(&other).has(n)).collect();
        assert_eq!(both, [-2, 0, 8, 9]);
        assert_eq!(set.values().to_vec(), [-3, -2, 0, 5, 6, 7, 8, 9]);
        assert_eq!(IntSet::between(2, 1).ends(), None);
        assert!(IntSet::between(i64::MIN, i64::MAX).values().contains(-MAX_VALUE));
    }
}
