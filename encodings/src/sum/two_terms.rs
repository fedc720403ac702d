//! Sums of two summands, without auxiliary literals.
//!
//! Each alternative of the first summand limits the rest for the second. Bounds and equalities
//! follow Tamura et al. 2009; inequality is a clause for each clash.

use super::{
    goal::{INFINITE_BOUND, SumGoal},
    summand::WeightedSummand,
};
use crate::{ClauseEncoder, EncodeError, EncodedBool, IntId, clause_draft::ClauseDraft};

/// A term of a linear sum: a nonzero coefficient and its integer.
pub(crate) type WeightedInteger = (i128, IntId);

impl ClauseEncoder {
    /// Encodes `first + second`; the integers are different.
    pub(crate) fn sum_of_two(
        &mut self,
        first: WeightedInteger,
        second: WeightedInteger,
        goal: SumGoal,
    ) -> Result<(), EncodeError> {
        match goal {
            SumGoal::Not(total) => self.pair_differs(first, second, total),
            SumGoal::Within(low, high) if low == high => {
                self.pair_implies(first, second, low)?;
                self.pair_implies(second, first, low)
            }
            SumGoal::Within(low, high) => {
                if high < INFINITE_BOUND {
                    self.pair_at_most(first, second, high)?;
                }
                if low > -INFINITE_BOUND {
                    let negate = |(coefficient, x): WeightedInteger| (-coefficient, x);
                    self.pair_at_most(negate(first), negate(second), -low)?;
                }
                Ok(())
            }
        }
    }

    /// Requires that each value of `x` implies the one value of `y` that completes the total.
    fn pair_implies(
        &mut self,
        (a, x): WeightedInteger,
        (b, y): WeightedInteger,
        total: i128,
    ) -> Result<(), EncodeError> {
        let mut draft = ClauseDraft::default();
        for index in 0..self.domain_size(x) {
            let rest = total - a * i128::from(self.value_at(x, index));
            // Without an integer that completes the total, the value of `x` is removed.
            let partner = if rest % b == 0 { self.eq_wide(y, rest / b)? } else { false.into() };
            draft.start_clause().or_ne(&self.ints, x, index).or_literal(partner);
            self.formula.add_draft(&draft)?;
        }
        Ok(())
    }

    fn pair_differs(
        &mut self,
        (a, x): WeightedInteger,
        (b, y): WeightedInteger,
        total: i128,
    ) -> Result<(), EncodeError> {
        self.formula.spend_work(self.domain_size(x))?;
        let mut draft = ClauseDraft::default();
        for index in 0..self.domain_size(x) {
            let rest = total - a * i128::from(self.value_at(x, index));
            if rest % b != 0 {
                continue;
            }
            if let Some(clash) = self.ints.index_of(y, rest / b) {
                draft.start_clause().or_ne(&self.ints, x, index).or_ne(&self.ints, y, clash);
                self.formula.add_draft(&draft)?;
            }
        }
        Ok(())
    }

    /// Adds "at least this alternative of the first" implies "at most the rest for the second".
    fn pair_at_most(
        &mut self,
        (a, x): WeightedInteger,
        (b, y): WeightedInteger,
        total: i128,
    ) -> Result<(), EncodeError> {
        let summand = WeightedSummand::from_integer(&self.ints, a, x);
        let by_bound = summand.has_bounds(&self.ints);
        let last = summand.contributions.len() - 1;
        for (alternative, contribution) in summand.contributions.iter().enumerate() {
            let rest = self.term_at_most(b, y, total - contribution)?;
            let mut clause = Vec::new();
            // With bounds, one literal states "this alternative or a larger one"; larger ones leave
            // even less for the second term.
            let to = if by_bound { last } else { alternative };
            summand.push_outside_literals(&self.ints, alternative, to, &mut clause);
            let mut draft = ClauseDraft::default();
            draft.or_literal(rest);
            clause.into_iter().for_each(|lit| {
                draft.or_literal(lit);
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
    ) -> Result<EncodedBool, EncodeError> {
        if coefficient > 0 {
            self.le_wide(x, bound.div_euclid(coefficient))
        } else {
            // x >= bound / coefficient, rounded up, is not x <= one less.
            let least = -bound.div_euclid(-coefficient);
            Ok(!self.le_wide(x, least - 1)?)
        }
    }
}
