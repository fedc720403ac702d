//! The number of solutions that one solution represents.

use crate::ask::Count;

/// A fraction: `times` solutions of the plain model for each `over` solutions
/// of a model with symmetry broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weight {
    /// The numerator.
    pub times: Count,
    /// The denominator, at least 1.
    pub over: u128,
}

impl Weight {
    /// Returns the weight 1: each solution represents itself.
    #[must_use]
    pub fn one() -> Self {
        Weight::times(Count::one())
    }

    /// Returns the weight `times`: each solution represents `times` solutions.
    #[must_use]
    pub fn times(times: Count) -> Self {
        Weight { times, over: 1 }
    }

    /// Returns the number of solutions that `found` solutions represent, rounded down if the search
    /// has found only a part of them; `None` if the denominator is 0.
    #[must_use]
    pub fn of(self, found: &Count) -> Option<Count> {
        (found * &self.times).divided(self.over)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_rounded_down_and_large_numbers_exact() {
        let of = |weight: Weight, found: u64| weight.of(&found.into());
        assert_eq!(of(Weight::one(), 7), Some(7u64.into()));
        let set = |times: u64| Weight { times: times.into(), over: 3 };
        assert_eq!(of(set(81), 40), Some(1080u64.into()));
        assert_eq!(of(set(16), 1), Some(5u64.into()));
        assert_eq!(of(Weight { over: 0, ..Weight::one() }, 1), None);
        let large = Weight::times(u128::MAX.into());
        assert_eq!(
            of(large, 2).map(|n| n.to_string()).unwrap(),
            "680564733841876926926749214863536422910"
        );
    }
}
