//! A range of integers with ends that may be unknown.

/// The minimum and the maximum value, if known. A known end is certain: no solution has a value
/// beyond it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct IntegerBounds {
    /// The minimum value.
    pub low: Option<i128>,
    /// The maximum value.
    pub high: Option<i128>,
}

impl IntegerBounds {
    /// The range of one value.
    #[must_use]
    pub(super) fn from_value(value: i64) -> Self {
        IntegerBounds { low: Some(value.into()), high: Some(value.into()) }
    }

    /// The range between two ends.
    #[must_use]
    pub(super) fn from_ends(low: i64, high: i64) -> Self {
        IntegerBounds { low: Some(low.into()), high: Some(high.into()) }
    }

    /// The sums of a value of each range.
    #[must_use]
    pub(super) fn add_range(self, other: IntegerBounds) -> IntegerBounds {
        // A sum beyond 128 bits has an unknown end, as one with an unknown end does.
        let add = |a: Option<i128>, b: Option<i128>| a?.checked_add(b?);
        IntegerBounds { low: add(self.low, other.low), high: add(self.high, other.high) }
    }

    /// The multiples of the values.
    #[must_use]
    pub(super) fn scale_range(self, factor: i128) -> IntegerBounds {
        let scale = |end: Option<i128>| end?.checked_mul(factor);
        // A negative factor exchanges the ends.
        let (low, high) = (scale(self.low), scale(self.high));
        match factor {
            0 => IntegerBounds::from_value(0),
            1.. => IntegerBounds { low, high },
            _ => IntegerBounds { low: high, high: low },
        }
    }

    /// The smallest range that contains both.
    #[must_use]
    pub(super) fn hull_range(self, other: IntegerBounds) -> IntegerBounds {
        // The hull is unbounded where one of the ranges is.
        let ends = |a: Option<i128>, b: Option<i128>| Some((a?, b?));
        IntegerBounds {
            low: ends(self.low, other.low).map(|(a, b)| a.min(b)),
            high: ends(self.high, other.high).map(|(a, b)| a.max(b)),
        }
    }

    /// The intersection of both.
    #[must_use]
    pub(super) fn intersect_range(self, other: IntegerBounds) -> IntegerBounds {
        let high = match (self.high, other.high) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        // `None` is below every `Some`, so a known lower end wins.
        IntegerBounds { low: self.low.max(other.low), high }
    }

    /// The products of a value of each range, if both are bounded.
    #[must_use]
    pub(super) fn product_hull(self, other: IntegerBounds) -> IntegerBounds {
        let ends = || {
            let (a, b, c, d) = (self.low?, self.high?, other.low?, other.high?);
            // The product of two intervals has its extremes at their corners.
            let all = [a.checked_mul(c)?, a.checked_mul(d)?, b.checked_mul(c)?, b.checked_mul(d)?];
            Some((*all.iter().min()?, *all.iter().max()?))
        };
        ends().map_or_else(IntegerBounds::default, |(low, high)| IntegerBounds {
            low: Some(low),
            high: Some(high),
        })
    }

    /// The maximum absolute value.
    #[must_use]
    pub(super) fn max_magnitude(self) -> Option<i128> {
        Some(self.low?.checked_abs()?.max(self.high?.checked_abs()?))
    }
}

/// The whole units inside a range of smaller units.
#[must_use]
pub(super) fn round_inwards(range: IntegerBounds, digits: u32) -> IntegerBounds {
    let unit = 10i128.pow(digits);
    IntegerBounds {
        // The negative of the rounded negative rounds up.
        low: range.low.map(|low| -((-low).div_euclid(unit))),
        high: range.high.map(|high| high.div_euclid(unit)),
    }
}

/// The integers whose product with a factor is in a range.
#[must_use]
pub(super) fn divide_range(range: IntegerBounds, factor: i128) -> IntegerBounds {
    let floor = |end: i128, by: i128| end.div_euclid(by);
    let ceiling = |end: i128, by: i128| -((-end).div_euclid(by));
    match factor {
        0 => IntegerBounds::default(),
        1.. => IntegerBounds {
            low: range.low.map(|low| ceiling(low, factor)),
            high: range.high.map(|high| floor(high, factor)),
        },
        _ => IntegerBounds {
            low: range.high.map(|high| ceiling(-high, -factor)),
            high: range.low.map(|low| floor(-low, -factor)),
        },
    }
}
