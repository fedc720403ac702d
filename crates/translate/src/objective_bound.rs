//! A movable bound on an objective, which requires no re-encoding.

use parallax_encodings::{
    ArithmeticRelation, ClauseEncoder, EncodeError, EncodedBool, IntEncoding, IntId,
};
use rustsat::types::Lit;

/// Maximum number of values of the single digit of a small cost.
const MAX_SINGLE_DIGIT: u64 = 1024;

/// The base of the digits of a larger cost.
const DIGIT_BASE: u64 = 64;

/// `cost <= digits`, for the cost of an objective and a number in order-encoded digits.
/// Bounding the number takes one short clause for each digit.
#[derive(Debug)]
pub struct ObjectiveBound {
    least: i64,
    /// For each digit, least significant first, its truth values of `<= v` from 0 up.
    digits: Vec<Vec<EncodedBool>>,
}

impl ObjectiveBound {
    /// Ties a number to a cost, which lies between `least` and `most`.
    pub(super) fn encode_bound(
        encoder: &mut ClauseEncoder,
        cost: &[(i64, IntId)],
        least: i64,
        most: i64,
    ) -> Result<Self, EncodeError> {
        let mut span = most.abs_diff(least);
        // A small cost is one digit, so that a bound is a single literal; a larger one has digits,
        // since a literal for each value would be too many.
        let base = if span < MAX_SINGLE_DIGIT { MAX_SINGLE_DIGIT } else { DIGIT_BASE };
        let mut terms = cost.to_vec();
        let mut digits = Vec::new();
        let mut weight: i64 = 1;
        loop {
            // The last digit, the most significant one, goes only as far as the span requires.
            let top = span.min(base - 1) as i32;
            let values: Vec<i32> = (0..=top).collect();
            let digit = encoder.integer_as(IntEncoding::Order, &values)?;
            terms.push((-weight, digit));
            digits.push(
                values
                    .iter()
                    .map(|&v| encoder.at_most_value(digit, v))
                    .collect::<Result<_, _>>()?,
            );
            span /= base;
            if span == 0 {
                break;
            }
            // At most the span itself, which fits.
            weight *= base as i64;
        }
        // `cost - number <= least`: the number is at least the distance of the cost from its
        // minimum, so a bound on it is a bound on the cost. It need not be equal.
        encoder.require_linear(&terms, ArithmeticRelation::Le, least)?;
        Ok(ObjectiveBound { least, digits })
    }

    /// Returns the least possible cost.
    #[must_use]
    pub fn least_cost(&self) -> i64 {
        self.least
    }

    /// Returns the clauses of `cost <= bound` if `guard` is true, for a bound of at least
    /// [`least_cost`](ObjectiveBound::least_cost): a digit exceeds the bound's only if a more
    /// significant one is smaller.
    #[must_use]
    pub fn bound_clauses(&self, bound: i64, guard: Lit) -> Vec<Vec<Lit>> {
        let mut rest = bound.abs_diff(self.least);
        let base = if self.digits.len() == 1 { MAX_SINGLE_DIGIT } else { DIGIT_BASE };
        let mut allowed: Vec<usize> = Vec::new();
        for _ in &self.digits {
            allowed.push((rest % base) as usize);
            rest /= base;
        }
        // The bound is beyond the greatest number, so it excludes nothing.
        if rest > 0 {
            return Vec::new();
        }
        (0..self.digits.len()).filter_map(|i| self.bound_clause(&allowed, i, guard)).collect()
    }

    fn bound_clause(&self, allowed: &[usize], place: usize, guard: Lit) -> Option<Vec<Lit>> {
        let at_most = |i: usize, v: usize| self.digits[i].get(v).copied().unwrap_or(true.into());
        // E.g. for a bound with the digits 2 and 5, the 5 less significant: low <= 5 or high <= 1,
        // and high <= 2.
        let smaller = (place + 1..self.digits.len()).filter(|&i| allowed[i] > 0);
        let parts = smaller.map(|i| at_most(i, allowed[i] - 1));
        let mut clause = vec![!guard];
        for part in parts.chain([at_most(place, allowed[place])]) {
            match part {
                EncodedBool::Const(true) => return None,
                EncodedBool::Const(false) => {}
                EncodedBool::Lit(lit) => clause.push(lit),
            }
        }
        Some(clause)
    }
}
