//! The number of solutions that one solution stands for.

/// A fraction: `times` solutions of the plain model for each `over` solutions
/// of a model with symmetry broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// The numerator.
    pub times: u128,
    /// The denominator, at least 1.
    pub over: u128,
}

impl Weight {
    /// Each solution stands for itself.
    pub const ONE: Weight = Weight { times: 1, over: 1 };

    /// Each solution stands for `times` solutions.
    #[must_use]
    pub fn times(times: u128) -> Self {
        Weight { times, over: 1 }
    }

    /// The number of solutions that `found` solutions stand for, rounded down if
    /// the search has found only a part of them; `None` beyond 128 bits.
    #[must_use]
    pub fn of(self, found: u128) -> Option<u128> {
        found.checked_mul(self.times)?.checked_div(self.over)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_within_128_bits() {
        assert_eq!(Weight::ONE.of(7), Some(7));
        assert_eq!(Weight { times: 81, over: 3 }.of(40), Some(1080));
        assert_eq!(Weight { times: 16, over: 3 }.of(1), Some(5));
        assert_eq!(Weight::times(u128::MAX).of(2), None);
    }
}
