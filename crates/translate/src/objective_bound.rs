//! A movable bound on an objective, which requires no re-encoding.

use parallax_encodings::{Bool, EncodeError, Encoder, IntEncoding, IntId, Relation};
use rustsat::types::Lit;

/// Maximum number of values of the single digit of a small cost.
const SMALL: u64 = 1024;

/// The base of the digits of a larger cost.
const BASE: u64 = 64;

/// `cost <= digits`, for the cost of an objective and a number in order-encoded digits.
/// Bounding the number takes one short clause for each digit.
#[derive(Debug)]
pub struct Ceiling {
    least: i64,
    /// For each digit, least significant first, its truth values of `<= v` from 0 up.
    digits: Vec<Vec<Bool>>,
}

impl Ceiling {
    /// Ties a number to a cost, which lies between `least` and `most`.
    pub(super) fn encode(
        encoder: &mut Encoder,
        cost: &[(i64, IntId)],
        least: i64,
        most: i64,
    ) -> Result<Self, EncodeError> {
        let mut span = most.abs_diff(least);
        let base = if span < SMALL { SMALL } else { BASE };
        let mut terms = cost.to_vec();
        let mut digits = Vec::new();
        let mut weight: i64 = 1;
        loop {
            let top = span.min(base - 1) as i32;
            let values: Vec<i32> = (0..=top).collect();
            let digit = encoder.integer_as(IntEncoding::Order, &values)?;
            terms.push((-weight, digit));
            digits.push(values.iter().map(|&v| encoder.le(digit, v)).collect::<Result<_, _>>()?);
            span /= base;
            if span == 0 {
                break;
            }
            // At most the span itself, which fits.
            weight *= base as i64;
        }
        encoder.linear(&terms, Relation::Le, least)?;
        Ok(Ceiling { least, digits })
    }

    /// Returns the least possible cost.
    #[must_use]
    pub fn least(&self) -> i64 {
        self.least
    }

    /// Returns the clauses of `cost <= bound` if `guard` is true, for a bound of at least
    /// [`least`](Ceiling::least): a digit exceeds the bound's only if a more significant one is
    /// smaller.
    #[must_use]
    pub fn clauses(&self, bound: i64, guard: Lit) -> Vec<Vec<Lit>> {
        let mut rest = bound.abs_diff(self.least);
        let base = if self.digits.len() == 1 { SMALL } else { BASE };
        let mut allowed: Vec<usize> = Vec::new();
        for _ in &self.digits {
            allowed.push((rest % base) as usize);
            rest /= base;
        }
        if rest > 0 {
            return Vec::new();
        }
        (0..self.digits.len()).filter_map(|i| self.clause(&allowed, i, guard)).collect()
    }

    fn clause(&self, allowed: &[usize], place: usize, guard: Lit) -> Option<Vec<Lit>> {
        let at_most = |i: usize, v: usize| self.digits[i].get(v).copied().unwrap_or(true.into());
        let smaller = (place + 1..self.digits.len()).filter(|&i| allowed[i] > 0);
        let parts = smaller.map(|i| at_most(i, allowed[i] - 1));
        let mut clause = vec![!guard];
        for part in parts.chain([at_most(place, allowed[place])]) {
            match part {
                Bool::Const(true) => return None,
                Bool::Const(false) => {}
                Bool::Lit(lit) => clause.push(lit),
            }
        }
        Some(clause)
    }
}
