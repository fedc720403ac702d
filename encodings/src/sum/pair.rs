//! Sums of two summands, without auxiliary literals.
//!
//! Each alternative of the first summand limits the rest for the second. Bounds and equalities
//! follow Tamura et al. 2009; inequality is a clause for each clash.

use super::{
    goal::{Goal, UNBOUNDED},
    summand::Summand,
};
use crate::{Bool, EncodeError, Encoder, IntId, draft::Draft};

/// A term of a linear sum: a nonzero coefficient and its integer.
pub(crate) type LinearTerm = (i128, IntId);

impl Encoder {
    /// Encodes `first + second`; the integers are different.
    pub(crate) fn sum_of_two(
        &mut self,
        first: LinearTerm,
        second: LinearTerm,
        goal: Goal,
    ) -> Result<(), EncodeError> {
        match goal {
            Goal::Not(total) => self.pair_differs(first, second, total),
            Goal::Within(low, high) if low == high => {
                self.pair_implies(first, second, low)?;
                self.pair_implies(second, first, low)
            }
            Goal::Within(low, high) => {
                if high < UNBOUNDED {
                    self.pair_at_most(first, second, high)?;
                }
                if low > -UNBOUNDED {
                    let negate = |(coefficient, x): LinearTerm| (-coefficient, x);
                    self.pair_at_most(negate(first), negate(second), -low)?;
                }
                Ok(())
            }
        }
    }

    /// Adds, for each value of `x`, the implication of the one value of `y` that completes the
    /// total.
    fn pair_implies(
        &mut self,
        (a, x): LinearTerm,
        (b, y): LinearTerm,
        total: i128,
    ) -> Result<(), EncodeError> {
        let mut draft = Draft::default();
        for index in 0..self.size(x) {
            let rest = total - a * i128::from(self.value(x, index));
            let partner = if rest % b == 0 { self.eq_wide(y, rest / b)? } else { false.into() };
            draft.start().or_ne(&self.ints, x, index).or(partner);
            self.formula.add_draft(&draft)?;
        }
        Ok(())
    }

    fn pair_differs(
        &mut self,
        (a, x): LinearTerm,
        (b, y): LinearTerm,
        total: i128,
    ) -> Result<(), EncodeError> {
        self.formula.spend(self.size(x))?;
        let mut draft = Draft::default();
        for index in 0..self.size(x) {
            let rest = total - a * i128::from(self.value(x, index));
            if rest % b != 0 {
                continue;
            }
            if let Some(clash) = self.ints.index_of(y, rest / b) {
                draft.start().or_ne(&self.ints, x, index).or_ne(&self.ints, y, clash);
                self.formula.add_draft(&draft)?;
            }
        }
        Ok(())
    }

    /// Adds "at least this alternative of the first" implies "at most the rest for the second".
    fn pair_at_most(
        &mut self,
        (a, x): LinearTerm,
        (b, y): LinearTerm,
        total: i128,
    ) -> Result<(), EncodeError> {
        let summand = Summand::int(&self.ints, a, x);
        let by_bound = summand.has_bounds(&self.ints);
        let last = summand.contributions.len() - 1;
        for (alternative, contribution) in summand.contributions.iter().enumerate() {
            let rest = self.term_at_most(b, y, total - contribution)?;
            let mut clause = Vec::new();
            let to = if by_bound { last } else { alternative };
            summand.push_outside(&self.ints, alternative, to, &mut clause);
            let mut draft = Draft::default();
            draft.or(rest);
            clause.into_iter().for_each(|lit| {
                draft.or(lit);
            });
            self.formula.add_draft(&draft)?;
        }
        Ok(())
    }

    /// Returns the truth value of `coefficient * x <= bound`.
    pub(super) fn term_at_most(
        &mut self,
        coefficient: i128,
        x: IntId,
        bound: i128,
    ) -> Result<Bool, EncodeError> {
        if coefficient > 0 {
            self.le_wide(x, bound.div_euclid(coefficient))
        } else {
            // x >= bound / coefficient, rounded up, is not x <= one less.
            let least = -bound.div_euclid(-coefficient);
            Ok(!self.le_wide(x, least - 1)?)
        }
    }
}
