//! Linear sums: `c1 x1 + ... + cn xn REL bound`.

use std::collections::BTreeMap;

use crate::{
    EncodeError, Encoder, IntId, Relation, SumKind,
    sum::{
        goal::{Goal, MAX_TERMS},
        pair::Term,
        summand::Summand,
    },
};

impl Encoder {
    /// `terms REL bound`, where a term is a coefficient and an integer. Integers may repeat.
    ///
    /// See [`SumKind`] for the encodings.
    ///
    /// # Errors
    /// [`EncodeError::Overflow`] for more than 2^29 terms; up to there, sums are exact for any
    /// coefficients. [`EncodeError::TooLarge`] if only the diagram is allowed and too large.
    pub fn linear(
        &mut self,
        terms: &[(i64, IntId)],
        relation: Relation,
        bound: i64,
    ) -> Result<(), EncodeError> {
        if terms.len() > MAX_TERMS {
            return Err(EncodeError::Overflow);
        }
        let (terms, fixed) = self.merge(terms);
        if terms.iter().any(|&(_, x)| self.size(x) == 0) {
            return Ok(()); // the empty domain made the formula unsatisfiable already
        }
        let goal = Goal::new(relation, i128::from(bound) - fixed);
        let (terms, goal) = reduce(terms, goal);
        match (terms.as_slice(), self.options.sums) {
            ([], _) => self.require(goal.allows(0)),
            (&[(coefficient, x)], _) => {
                self.restrict(x, |value| goal.allows(coefficient * i128::from(value)))
            }
            (&[first, second], SumKind::Auto) => self.sum_of_two(first, second, goal),
            _ => {
                let summands = terms.iter().map(|&(c, x)| Summand::int(&self.ints, c, x));
                let summands = summands.collect();
                self.sum(summands, goal)
            }
        }
    }

    /// Encodes a sum of at least one summand as the options say.
    pub(crate) fn sum(
        &mut self,
        mut summands: Vec<Summand>,
        goal: Goal,
    ) -> Result<(), EncodeError> {
        if self.options.sums == SumKind::Adder {
            return self.sum_by_adder(&summands, goal);
        }
        // Wide summands first keep the diagram narrow: the rest decides early.
        summands.sort_by_key(|summand| summand.least() - summand.most());
        if self.sum_by_diagram(&summands, goal)? {
            return Ok(());
        }
        if self.options.sums == SumKind::Auto {
            return self.sum_by_adder(&summands, goal);
        }
        let limit = self.options.diagram_edges as u64;
        Err(EncodeError::TooLarge { what: "edges of a sum's diagram", size: limit + 1, limit })
    }

    /// Adds up the coefficients of each integer, drops those that vanish, and takes integers of
    /// one value out as a fixed part.
    fn merge(&self, terms: &[(i64, IntId)]) -> (Vec<Term>, i128) {
        let mut place = BTreeMap::new();
        let mut merged: Vec<Term> = Vec::new();
        for &(coefficient, x) in terms {
            let at = *place.entry(x).or_insert_with(|| {
                merged.push((0, x));
                merged.len() - 1
            });
            merged[at].0 += i128::from(coefficient);
        }
        let mut fixed = 0;
        merged.retain(|&(coefficient, x)| match self.values(x) {
            &[value] => {
                fixed += coefficient * i128::from(value);
                false
            }
            [] => true,
            _ => coefficient != 0,
        });
        (merged, fixed)
    }
}

/// Divides by the greatest common divisor of the coefficients, and turns lower bounds into upper
/// bounds by a change of sign.
fn reduce(mut terms: Vec<Term>, goal: Goal) -> (Vec<Term>, Goal) {
    let divisor = terms.iter().fold(0, |divisor, &(c, _)| gcd(divisor, c.abs())).max(1);
    let mut goal = goal.divided(divisor);
    let negate = !goal.is_upper_bound() && goal.negated().is_upper_bound();
    if negate {
        goal = goal.negated();
    }
    for (coefficient, _) in &mut terms {
        *coefficient /= if negate { -divisor } else { divisor };
    }
    (terms, goal)
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
