//! Sets of integers of any size, as ranges in increasing order that do not touch.

use parallax_model::{Domain, MAX_VALUE, Value};

/// Inclusive ranges in increasing order.
pub(crate) type Ranges = [(i64, i64)];

/// Returns whether an integer is in a set.
pub(crate) fn set_contains(set: &Ranges, number: i64) -> bool {
    // Only the last range that starts at or before the number can contain it.
    let after = set.partition_point(|&(low, _)| low <= number);
    after > 0 && number <= set[after - 1].1
}

/// Returns the least and the greatest integer of a set; `None` if it is empty.
pub(crate) fn set_range(set: &Ranges) -> Option<(i64, i64)> {
    Some((set.first()?.0, set.last()?.1))
}

/// Returns the integers in both sets.
pub(crate) fn intersect_sets(one: &Ranges, other: &Ranges) -> Vec<(i64, i64)> {
    let (mut ranges, mut i, mut j) = (Vec::new(), 0, 0);
    while let (Some(&(a, b)), Some(&(c, d))) = (one.get(i), other.get(j)) {
        if a.max(c) <= b.min(d) {
            ranges.push((a.max(c), b.min(d)));
        }
        // The range that ends first cannot meet any later range of the other set.
        if b < d {
            i += 1;
        } else {
            j += 1;
        }
    }
    ranges
}

/// Returns the integers of a set that are values of models.
pub(crate) fn make_set_domain(set: &Ranges) -> Domain {
    let limit = i64::from(MAX_VALUE);
    let within = set.iter().filter(|&&(low, high)| low <= limit && high >= -limit);
    let clip = |n: i64| n.clamp(-limit, limit) as Value;
    Domain::from_intervals(within.map(|&(low, high)| (clip(low), clip(high))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_their_members() {
        let set = [(-3, -2), (0, 0), (5, 9)];
        let members: Vec<i64> = (-5..12).filter(|&n| set_contains(&set, n)).collect();
        assert_eq!(members, [-3, -2, 0, 5, 6, 7, 8, 9]);
        let both = intersect_sets(&set, &[(-2, 1), (8, 20)]);
        let both: Vec<i64> = (-5..25).filter(|&n| set_contains(&both, n)).collect();
        assert_eq!(both, [-2, 0, 8, 9]);
        assert_eq!(make_set_domain(&set).to_vec(), [-3, -2, 0, 5, 6, 7, 8, 9]);
        assert_eq!((set_range(&set), set_range(&[])), (Some((-3, 9)), None));
        assert!(make_set_domain(&[(i64::MIN, i64::MAX)]).contains(-MAX_VALUE));
    }
}
