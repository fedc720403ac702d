//! The totals that a sum may have.

use crate::ArithmeticRelation;

/// "No bound". Totals stay inside: a term is a 64-bit coefficient times a 32-bit value, so
/// below 2^94, and a sum has at most [`MAX_TERMS`] of them.
pub(crate) const INFINITE_BOUND: i128 = i128::MAX / 4;

/// Maximum number of terms of a linear sum, so that 128 bits hold every partial sum and every
/// bound.
pub(crate) const MAX_TERMS: usize = 1 << 29;

/// The totals that a sum may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SumGoal {
    /// From the first to the second, inclusive.
    Within(i128, i128),
    /// Any total but this one.
    Not(i128),
}

/// The result of a goal for the reachable totals, and the partial sums that share it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SumGoalResult {
    /// Decided this way for all partial sums from the second to the third field.
    Decided(bool, i128, i128),
    /// Not decided yet.
    Open,
}

impl SumGoal {
    /// Makes the goal `total REL bound`.
    pub(crate) fn new(relation: ArithmeticRelation, bound: i128) -> SumGoal {
        match relation {
            ArithmeticRelation::Eq => SumGoal::Within(bound, bound),
            ArithmeticRelation::Ne => SumGoal::Not(bound),
            ArithmeticRelation::Le => SumGoal::Within(-INFINITE_BOUND, bound),
            ArithmeticRelation::Lt => SumGoal::Within(-INFINITE_BOUND, bound - 1),
            ArithmeticRelation::Ge => SumGoal::Within(bound, INFINITE_BOUND),
            ArithmeticRelation::Gt => SumGoal::Within(bound + 1, INFINITE_BOUND),
        }
    }

    pub(crate) fn allows_total(self, total: i128) -> bool {
        match self {
            SumGoal::Within(low, high) => low <= total && total <= high,
            SumGoal::Not(forbidden) => total != forbidden,
        }
    }

    /// Whether a smaller total is never worse.
    pub(crate) fn is_upper_bound(self) -> bool {
        matches!(self, SumGoal::Within(low, _) if low == -INFINITE_BOUND)
    }

    /// Returns the goal for negated totals.
    pub(crate) fn negate_totals(self) -> SumGoal {
        match self {
            SumGoal::Within(low, high) => SumGoal::Within(-high, -low),
            SumGoal::Not(total) => SumGoal::Not(-total),
        }
    }

    /// Returns the goal for totals divided by `divisor`, which divides them all. Rounding turns an
    /// unreachable equality into an empty range, which allows nothing.
    pub(crate) fn divide_totals(self, divisor: i128) -> SumGoal {
        match self {
            SumGoal::Within(low, high) => SumGoal::Within(
                // Divisions round into the range: the lower bound up, the upper bound down.
                if low == -INFINITE_BOUND { low } else { -(-low).div_euclid(divisor) },
                if high == INFINITE_BOUND { high } else { high.div_euclid(divisor) },
            ),
            // No multiple of the divisor is the forbidden total.
            SumGoal::Not(total) if total % divisor != 0 => {
                SumGoal::Within(-INFINITE_BOUND, INFINITE_BOUND)
            }
            SumGoal::Not(total) => SumGoal::Not(total / divisor),
        }
    }

    /// Returns the outlook of partial sum `sum` if the remaining summands add `least` to `most`.
    pub(crate) fn judge_partial_sum(self, sum: i128, least: i128, most: i128) -> SumGoalResult {
        match self {
            SumGoal::Within(low, high) => {
                if sum + most < low {
                    SumGoalResult::Decided(false, -INFINITE_BOUND, low - most - 1)
                } else if sum + least > high {
                    SumGoalResult::Decided(false, high - least + 1, INFINITE_BOUND)
                } else if sum + least >= low && sum + most <= high {
                    SumGoalResult::Decided(true, low - least, high - most)
                } else {
                    SumGoalResult::Open
                }
            }
            SumGoal::Not(total) => {
                if sum + most < total {
                    SumGoalResult::Decided(true, -INFINITE_BOUND, total - most - 1)
                } else if sum + least > total {
                    SumGoalResult::Decided(true, total - least + 1, INFINITE_BOUND)
                } else if least == most {
                    SumGoalResult::Decided(false, sum, sum)
                } else {
                    SumGoalResult::Open
                }
            }
        }
    }
}
