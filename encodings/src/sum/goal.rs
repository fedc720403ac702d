//! The totals that a sum may have.

use crate::Relation;

/// "No bound". Totals stay inside: a term is a 64-bit coefficient times a 32-bit value, so
/// below 2^94, and a sum has at most [`MAX_TERMS`] of them.
pub(crate) const UNBOUNDED: i128 = i128::MAX / 4;

/// Maximum number of terms of a linear sum, so that 128 bits hold every partial sum and every
/// bound.
pub(crate) const MAX_TERMS: usize = 1 << 29;

/// The totals that a sum may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    /// From the first to the second, inclusive.
    Within(i128, i128),
    /// Any total but this one.
    Not(i128),
}

/// The result of a goal for the reachable totals, and the partial sums that share it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outlook {
    /// Decided this way for all partial sums from the second to the third field.
    Decided(bool, i128, i128),
    /// Not decided yet.
    Open,
}

impl Goal {
    /// Makes the goal `total REL bound`.
    pub(crate) fn new(relation: Relation, bound: i128) -> Goal {
        match relation {
            Relation::Eq => Goal::Within(bound, bound),
            Relation::Ne => Goal::Not(bound),
            Relation::Le => Goal::Within(-UNBOUNDED, bound),
            Relation::Lt => Goal::Within(-UNBOUNDED, bound - 1),
            Relation::Ge => Goal::Within(bound, UNBOUNDED),
            Relation::Gt => Goal::Within(bound + 1, UNBOUNDED),
        }
    }

    pub(crate) fn allows(self, total: i128) -> bool {
        match self {
            Goal::Within(low, high) => low <= total && total <= high,
            Goal::Not(forbidden) => total != forbidden,
        }
    }

    /// Whether a smaller total is never worse.
    pub(crate) fn is_upper_bound(self) -> bool {
        matches!(self, Goal::Within(low, _) if low == -UNBOUNDED)
    }

    /// Returns the goal for negated totals.
    pub(crate) fn negated(self) -> Goal {
        match self {
            Goal::Within(low, high) => Goal::Within(-high, -low),
            Goal::Not(total) => Goal::Not(-total),
        }
    }

    /// Returns the goal for totals divided by `divisor`, which divides them all. Rounding turns an
    /// unreachable equality into an empty range, which allows nothing.
    pub(crate) fn divided(self, divisor: i128) -> Goal {
        match self {
            Goal::Within(low, high) => Goal::Within(
                if low == -UNBOUNDED { low } else { -(-low).div_euclid(divisor) },
                if high == UNBOUNDED { high } else { high.div_euclid(divisor) },
            ),
            Goal::Not(total) if total % divisor != 0 => Goal::Within(-UNBOUNDED, UNBOUNDED),
            Goal::Not(total) => Goal::Not(total / divisor),
        }
    }

    /// Returns the outlook of partial sum `sum` if the remaining summands add `least` to `most`.
    pub(crate) fn outlook(self, sum: i128, least: i128, most: i128) -> Outlook {
        match self {
            Goal::Within(low, high) => {
                if sum + most < low {
                    Outlook::Decided(false, -UNBOUNDED, low - most - 1)
                } else if sum + least > high {
                    Outlook::Decided(false, high - least + 1, UNBOUNDED)
                } else if sum + least >= low && sum + most <= high {
                    Outlook::Decided(true, low - least, high - most)
                } else {
                    Outlook::Open
                }
            }
            Goal::Not(total) => {
                if sum + most < total {
                    Outlook::Decided(true, -UNBOUNDED, total - most - 1)
                } else if sum + least > total {
                    Outlook::Decided(true, total - least + 1, UNBOUNDED)
                } else if least == most {
                    Outlook::Decided(false, sum, sum)
                } else {
                    Outlook::Open
                }
            }
        }
    }
}
