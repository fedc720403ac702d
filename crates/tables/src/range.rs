//! A range of integers with ends that may be unknown.

/// The minimum and the maximum value, if known. A known end is certain: no solution has a value
/// beyond it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Range {
    /// The minimum value.
    pub low: Option<i128>,
    /// The maximum value.
    pub high: Option<i128>,
}

impl Range {
    /// The range of one value.
    #[must_use]
    pub(super) fn of(value: i64) -> Self {
        Range { low: Some(value.into()), high: Some(value.into()) }
    }

    /// The range between two ends.
    #[must_use]
    pub(super) fn between(low: i64, high: i64) -> Self {
        Range { low: Some(low.into()), high: Some(high.into()) }
    }

    /// The sums of a value of each range.
    #[must_use]
    pub(super) fn plus(self, other: Range) -> Range {
        let add = |a: Option<i128>, b: Option<i128>| a?.checked_add(b?);
        Range { low: add(self.low, other.low), high: add(self.high, other.high) }
    }

    /// The multiples of the values.
    #[must_use]
    pub(super) fn times(self, factor: i128) -> Range {
        let scale = |end: Option<i128>| end?.checked_mul(factor);
        let (low, high) = (scale(self.low), scale(self.high));
        match factor {
            0 => Range::of(0),
            1.. => Range { low, high },
            _ => Range { low: high, high: low },
        }
    }

    /// The smallest range that contains both.
    #[must_use]
    pub(super) fn hull(self, other: Range) -> Range {
        let ends = |a: Option<i128>, b: Option<i128>| Some((a?, b?));
        Range {
            low: ends(self.low, other.low).map(|(a, b)| a.min(b)),
            high: ends(self.high, other.high).map(|(a, b)| a.max(b)),
        }
    }

    /// The intersection of both.
    #[must_use]
    pub(super) fn meet(self, other: Range) -> Range {
        let high = match (self.high, other.high) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Range { low: self.low.max(other.low), high }
    }

    /// The products of a value of each range, if both are bounded.
    #[must_use]
    pub(super) fn product(self, other: Range) -> Range {
        let ends = || {
            let (a, b, c, d) = (self.low?, self.high?, other.low?, other.high?);
            let all = [a.checked_mul(c)?, a.checked_mul(d)?, b.checked_mul(c)?, b.checked_mul(d)?];
            Some((*all.iter().min()?, *all.iter().max()?))
        };
        ends().map_or_else(Range::default, |(low, high)| Range { low: Some(low), high: Some(high) })
    }

    /// The maximum absolute value.
    #[must_use]
    pub(super) fn magnitude(self) -> Option<i128> {
        Some(self.low?.checked_abs()?.max(self.high?.checked_abs()?))
    }
}

/// The whole units inside a range of smaller units.
#[must_use]
pub(super) fn rounded(range: Range, digits: u32) -> Range {
    let one = 10i128.pow(digits);
    Range {
        low: range.low.map(|low| -((-low).div_euclid(one))),
        high: range.high.map(|high| high.div_euclid(one)),
    }
}

/// The integers whose product with a factor is in a range.
#[must_use]
pub(super) fn divided(range: Range, factor: i128) -> Range {
    let floor = |end: i128, by: i128| end.div_euclid(by);
    let ceiling = |end: i128, by: i128| -((-end).div_euclid(by));
    match factor {
        0 => Range::default(),
        1.. => Range {
            low: range.low.map(|low| ceiling(low, factor)),
            high: range.high.map(|high| floor(high, factor)),
        },
        _ => Range {
            low: range.high.map(|high| ceiling(-high, -factor)),
            high: range.low.map(|low| floor(-low, -factor)),
        },
    }
}
