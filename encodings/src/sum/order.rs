//! Sums over bounds, the order encoding of Tamura, Taga, Kitagawa and Banbara 2009.
//!
//! `c1 x1 + ... + cn xn <= b` is a clause for each choice of lower bounds of all terms but the
//! last: "if these hold, the last term is at most the rest". That takes a clause for each choice,
//! so long sums are split: a new integer, equal to the partial sum of two terms by the same
//! clauses, replaces the two, until few choices remain.

use super::{
    goal::{INFINITE_BOUND, SumGoal},
    two_terms::WeightedInteger,
};
use crate::{ClauseEncoder, EncodeError, IntEncoding, clause_draft::ClauseDraft};

/// Maximum number of choices of bounds for which one inequality is written out; longer ones are
/// split.
const MAX_CHOICES: usize = 256;

/// Maximum number of values of a partial sum.
const MAX_SUMS: u64 = 1 << 16;

impl ClauseEncoder {
    /// Encodes a sum of two terms or more, over different integers with nonzero coefficients.
    pub(crate) fn sum_by_order(
        &mut self,
        terms: &[WeightedInteger],
        goal: SumGoal,
    ) -> Result<(), EncodeError> {
        let mut terms = terms.to_vec();
        let few = |encoder: &ClauseEncoder, terms: &[WeightedInteger]| match goal {
            SumGoal::Not(_) => terms.len() <= 2,
            SumGoal::Within(..) => terms.len() <= 2 || encoder.choice_count(terms) <= MAX_CHOICES,
        };
        // The last term is the one that needs no choices.
        terms.sort_by_key(|&(_, x)| self.domain_size(x));
        // The two smallest domains first: their sums have the fewest values.
        while !few(self, &terms) {
            let partial = self.partial_sum(terms[0], terms[1])?;
            terms.drain(..2);
            let place =
                terms.partition_point(|&(_, x)| self.domain_size(x) <= self.domain_size(partial.1));
            terms.insert(place, partial);
        }
        match (goal, terms.as_slice()) {
            (SumGoal::Not(_), &[first, second]) => self.sum_of_two(first, second, goal),
            (SumGoal::Within(low, high), terms) => {
                if high < INFINITE_BOUND {
                    self.at_most_by_order(terms, high)?;
                }
                if low > -INFINITE_BOUND {
                    let negated: Vec<WeightedInteger> =
                        terms.iter().map(|&(c, x)| (-c, x)).collect();
                    self.at_most_by_order(&negated, -low)?;
                }
                Ok(())
            }
            (SumGoal::Not(_), _) => unreachable!("split until two terms are left"),
        }
    }

    /// Returns the number of choices of bounds of all terms but the last.
    fn choice_count(&self, terms: &[WeightedInteger]) -> usize {
        let but_last = &terms[..terms.len() - 1];
        but_last
            .iter()
            .fold(1, |product: usize, &(_, x)| product.saturating_mul(self.domain_size(x)))
    }

    /// Makes an integer that equals the sum of two terms, outside the guards.
    fn partial_sum(
        &mut self,
        first: WeightedInteger,
        second: WeightedInteger,
    ) -> Result<WeightedInteger, EncodeError> {
        let size = self.domain_size(first.1) as u64 * self.domain_size(second.1) as u64;
        if size > MAX_SUMS * 16 {
            let what = "pairs of values of a partial sum";
            return Err(EncodeError::TooLarge { what, size, limit: MAX_SUMS * 16 });
        }
        let mut sums = Vec::new();
        for &left in self.values(first.1) {
            for &right in self.values(second.1) {
                let sum = first.0 * i128::from(left) + second.0 * i128::from(right);
                sums.push(i32::try_from(sum).map_err(|_| EncodeError::Overflow)?);
            }
        }
        sums.sort_unstable();
        sums.dedup();
        if sums.len() as u64 > MAX_SUMS {
            let (what, size) = ("values of a partial sum", sums.len() as u64);
            return Err(EncodeError::TooLarge { what, size, limit: MAX_SUMS });
        }
        let sum = self.integer_as(IntEncoding::Order, &sums)?;
        self.without_guards(|encoder| {
            // Equality as two inequalities: first + second - sum <= 0, and its negation.
            encoder.at_most_by_order(&[first, second, (-1, sum)], 0)?;
            let negate = |(coefficient, x): WeightedInteger| (-coefficient, x);
            encoder.at_most_by_order(&[negate(first), negate(second), (1, sum)], 0)
        })?;
        Ok((1, sum))
    }

    /// Writes the clauses of `terms <= bound`.
    fn at_most_by_order(
        &mut self,
        terms: &[WeightedInteger],
        bound: i128,
    ) -> Result<(), EncodeError> {
        let mut rest = vec![(0, 0)];
        for &(coefficient, x) in terms.iter().rev() {
            let ends = [0, self.domain_size(x) - 1]
                .map(|at| coefficient * i128::from(self.value_at(x, at)));
            let (least, most) = rest[rest.len() - 1];
            rest.push((least + ends[0].min(ends[1]), most + ends[0].max(ends[1])));
        }
        rest.reverse();
        self.choose_bounds(terms, &rest, bound, &mut ClauseDraft::default())
    }

    /// Writes what remains of `terms <= bound` once the negated literals of the draft are assumed.
    /// `rest` holds the minimum and the maximum that the terms from each place on can add.
    fn choose_bounds(
        &mut self,
        terms: &[WeightedInteger],
        rest: &[(i128, i128)],
        bound: i128,
        draft: &mut ClauseDraft,
    ) -> Result<(), EncodeError> {
        // Even the maximum fits, so no clause is needed; or even the minimum does not, so the
        // assumed bounds are contradictory.
        if rest[0].1 <= bound {
            return Ok(());
        }
        if rest[0].0 > bound {
            return self.formula.add_draft(draft);
        }
        let (&(coefficient, x), later) = match terms.split_first() {
            Some((first, later)) => (first, later),
            None => unreachable!("an empty sum is decided"),
        };
        let length = draft.len();
        if later.is_empty() {
            let last = self.term_at_most(coefficient, x, bound)?;
            draft.back_to(length).or_literal(last);
            self.formula.add_draft(draft)?;
            draft.back_to(length);
            return Ok(());
        }
        let mut below = None;
        for step in 0..self.domain_size(x) {
            let place = if coefficient > 0 { step } else { self.domain_size(x) - 1 - step };
            let contribution = coefficient * i128::from(self.value_at(x, place));
            // "At least this contribution" is "not at most the one before".
            draft.back_to(length);
            if let Some(before) = below {
                let literal = self.term_at_most(coefficient, x, before)?;
                draft.or_literal(literal);
            }
            self.choose_bounds(later, &rest[1..], bound - contribution, draft)?;
            if rest[1].0 > bound - contribution {
                break; // larger contributions are excluded by the same clause
            }
            below = Some(contribution);
        }
        draft.back_to(length);
        Ok(())
    }
}
