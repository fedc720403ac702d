//! The number of solutions that one solution represents.

use parallax_model::engine_api::SolutionCount;

/// A fraction: `times` solutions of the plain model for each `over` solutions
/// of a model with symmetry broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionWeight {
    /// The numerator.
    pub times: SolutionCount,
    /// The denominator, at least 1.
    pub over: u128,
}

impl SolutionWeight {
    /// Returns the weight 1: each solution represents itself.
    #[must_use]
    pub fn unit_weight() -> Self {
        SolutionWeight::from_factor(SolutionCount::one())
    }

    /// Returns the weight `times`: each solution represents `times` solutions.
    #[must_use]
    pub fn from_factor(times: SolutionCount) -> Self {
        SolutionWeight { times, over: 1 }
    }

    /// Returns the number of solutions that `found` solutions represent, rounded down if the search
    /// has found only a part of them; `None` if the denominator is 0.
    #[must_use]
    pub fn scale_count(self, found: &SolutionCount) -> Option<SolutionCount> {
        (found * &self.times).divide_by(self.over)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_rounded_down_and_large_numbers_exact() {
        let of = |weight: SolutionWeight, found: u64| weight.scale_count(&found.into());
        assert_eq!(of(SolutionWeight::unit_weight(), 7), Some(7u64.into()));
        let set = |times: u64| SolutionWeight { times: times.into(), over: 3 };
        assert_eq!(of(set(81), 40), Some(1080u64.into()));
        assert_eq!(of(set(16), 1), Some(5u64.into()));
        assert_eq!(of(SolutionWeight { over: 0, ..SolutionWeight::unit_weight() }, 1), None);
        let large = SolutionWeight::from_factor(u128::MAX.into());
        assert_eq!(
            of(large, 2).map(|n| n.to_string()).unwrap(),
            "680564733841876926926749214863536422910"
        );
    }
}
