//! One summand: its possible contributions, and the literals that represent each of them.

use rustsat::types::Lit;

use crate::{EncodeError, IntId, IntegerStore, PropositionalFormula};

/// A coefficient times an integer, or a weight that counts if a literal is true.
#[derive(Debug)]
pub(crate) struct WeightedSummand {
    /// Its possible contributions, ascending. The index of one is called an alternative.
    pub(crate) contributions: Vec<i128>,
    source: SummandSource,
}

#[derive(Debug, Clone, Copy)]
enum SummandSource {
    /// The alternatives are the values of the integer, in descending order if the coefficient
    /// is negative.
    Int { x: IntId, coefficient: i128 },
    /// In the first alternative the literal is false, in the second it is true.
    Literal(Lit),
}

impl WeightedSummand {
    /// Makes `coefficient * x`, for a nonzero coefficient.
    pub(crate) fn from_integer(
        ints: &IntegerStore,
        coefficient: i128,
        x: IntId,
    ) -> WeightedSummand {
        let values = ints.values(x).iter();
        let mut contributions: Vec<i128> =
            values.map(|&value| coefficient * i128::from(value)).collect();
        if coefficient < 0 {
            contributions.reverse();
        }
        WeightedSummand { contributions, source: SummandSource::Int { x, coefficient } }
    }

    /// Makes a summand of `weight` if the literal is true, otherwise 0; the weight is positive.
    pub(crate) fn from_literal(weight: i128, lit: Lit) -> WeightedSummand {
        WeightedSummand { contributions: vec![0, weight], source: SummandSource::Literal(lit) }
    }

    pub(crate) fn min_contribution(&self) -> i128 {
        self.contributions[0]
    }

    pub(crate) fn max_contribution(&self) -> i128 {
        self.contributions[self.contributions.len() - 1]
    }

    /// Whether two literals can exclude a run of alternatives, and one literal can represent "at
    /// least this one", without making any.
    pub(crate) fn has_bounds(&self, ints: &IntegerStore) -> bool {
        match self.source {
            SummandSource::Int { x, .. } => ints.encoding(x).has_bounds(),
            SummandSource::Literal(_) => false,
        }
    }

    /// Whether it is a log-encoded integer of three values or more whose bits are summands
    /// themselves.
    pub(crate) fn is_in_bits(&self, ints: &IntegerStore) -> bool {
        let wide = self.contributions.len() > 2;
        matches!(self.source, SummandSource::Int { x, .. } if wide && ints.bit_weights(x).is_some())
    }

    /// Appends the literals of "not this alternative".
    pub(crate) fn push_not(&self, ints: &IntegerStore, alternative: usize, clause: &mut Vec<Lit>) {
        match self.source {
            SummandSource::Int { x, .. } => {
                ints.push_ne_at(x, self.value_index(alternative), clause);
            }
            SummandSource::Literal(lit) => clause.push(if alternative == 0 { lit } else { !lit }),
        }
    }

    /// Appends the literals of "none of the alternatives `from..=to`"; needs `has_bounds` unless it
    /// is a single one.
    pub(crate) fn push_outside_literals(
        &self,
        ints: &IntegerStore,
        from: usize,
        to: usize,
        clause: &mut Vec<Lit>,
    ) {
        match self.source {
            SummandSource::Int { x, coefficient } if self.has_bounds(ints) => {
                let (from, to) = (self.value_index(from), self.value_index(to));
                let (from, to) = if coefficient < 0 { (to, from) } else { (from, to) };
                ints.push_outside_literals(x, from, to, clause);
            }
            _ => self.push_not(ints, from, clause),
        }
    }

    /// Returns a base, and literals that each add a positive weight to it when true. Different
    /// integers give different literals. Makes literals only for log-encoded integers whose
    /// values are not an arithmetic progression.
    pub(crate) fn weighted_literals(
        &self,
        formula: &mut PropositionalFormula,
        ints: &mut IntegerStore,
    ) -> Result<(i128, Vec<(Lit, i128)>), EncodeError> {
        match self.source {
            SummandSource::Int { x, coefficient } if ints.bit_weights(x).is_some() => {
                Ok(weigh_bits(coefficient, ints.bit_weights(x).unwrap_or_default()))
            }
            _ => self.weigh_alternatives(formula, ints),
        }
    }

    fn weigh_alternatives(
        &self,
        formula: &mut PropositionalFormula,
        ints: &mut IntegerStore,
    ) -> Result<(i128, Vec<(Lit, i128)>), EncodeError> {
        let by_bound = self.has_bounds(ints);
        let last = self.contributions.len() - 1;
        let mut weighted = Vec::with_capacity(last);
        for alternative in 1..=last {
            let mut literals = Vec::new();
            // With bounds, the true literals are those of all alternatives up to the one taken, so
            // each adds its step; with values, only one is true and adds its distance from the
            // first.
            let from = if by_bound {
                // The literals that hold outside `alternative..=last` are negated below, which
                // gives "at least this alternative".
                self.push_outside_literals(ints, alternative, last, &mut literals);
                self.contributions[alternative - 1]
            } else {
                literals.extend(
                    match self.source {
                        SummandSource::Int { x, .. } => {
                            ints.eq_at(formula, x, self.value_index(alternative))?
                        }
                        SummandSource::Literal(lit) => lit.into(),
                    }
                    .as_literal()
                    .map(|lit| !lit),
                );
                self.contributions[0]
            };
            let step = self.contributions[alternative] - from;
            weighted.extend(literals.into_iter().map(|lit| (!lit, step)));
        }
        Ok((self.contributions[0], weighted))
    }

    /// Returns the place in the domain of an integer for this alternative.
    fn value_index(&self, alternative: usize) -> usize {
        match self.source {
            SummandSource::Int { coefficient, .. } if coefficient < 0 => {
                self.contributions.len() - 1 - alternative
            }
            _ => alternative,
        }
    }
}

/// Weighs the bits of a coefficient times a log-encoded integer; bits that would subtract count if
/// they are false.
fn weigh_bits(coefficient: i128, bits: (i64, Vec<(Lit, i64)>)) -> (i128, Vec<(Lit, i128)>) {
    let mut base = coefficient * i128::from(bits.0);
    let weigh = |(lit, weight): (Lit, i64)| {
        let weight = coefficient * i128::from(weight);
        // -w [lit] is -w + w [not lit].
        base += weight.min(0);
        (if weight < 0 { !lit } else { lit }, weight.abs())
    };
    let weighted = bits.1.into_iter().map(weigh).collect();
    (base, weighted)
}
