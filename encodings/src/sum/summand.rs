//! One part of a sum: what it can contribute, and the literals that say which.

use rustsat::types::Lit;

use crate::{IntEncoding, IntId, Ints};

/// A coefficient times an integer, or a weight if a literal is true.
#[derive(Debug)]
pub(crate) struct Summand {
    /// What it can contribute, ascending. Its place here is called an alternative.
    pub(crate) contributions: Vec<i128>,
    source: Source,
}

#[derive(Debug, Clone, Copy)]
enum Source {
    /// Alternatives are the values of the integer, from the largest if `reversed`.
    Int { x: IntId, reversed: bool },
    /// The first alternative is that the literal is false, the second that it is true.
    Literal(Lit),
}

impl Summand {
    /// `coefficient * x`, for a coefficient that is not zero.
    pub(crate) fn int(ints: &Ints, coefficient: i128, x: IntId) -> Summand {
        let values = ints.values(x).iter();
        let mut contributions: Vec<i128> =
            values.map(|&value| coefficient * i128::from(value)).collect();
        let reversed = coefficient < 0;
        if reversed {
            contributions.reverse();
        }
        Summand { contributions, source: Source::Int { x, reversed } }
    }

    /// `weight` if the literal is true, else 0; for a weight above zero.
    pub(crate) fn literal(weight: i128, lit: Lit) -> Summand {
        Summand { contributions: vec![0, weight], source: Source::Literal(lit) }
    }

    pub(crate) fn least(&self) -> i128 {
        self.contributions[0]
    }

    pub(crate) fn most(&self) -> i128 {
        self.contributions[self.contributions.len() - 1]
    }

    /// Whether a run of alternatives can be excluded by two literals, and "at least this one" by
    /// one, without making any.
    pub(crate) fn has_bounds(&self, ints: &Ints) -> bool {
        match self.source {
            Source::Int { x, .. } => ints.encoding(x) == IntEncoding::Order,
            Source::Literal(_) => false,
        }
    }

    /// Appends literals saying "not this alternative".
    pub(crate) fn push_not(&self, ints: &Ints, alternative: usize, clause: &mut Vec<Lit>) {
        match self.source {
            Source::Int { x, .. } => ints.push_ne_at(x, self.place(alternative), clause),
            Source::Literal(lit) => clause.push(if alternative == 0 { lit } else { !lit }),
        }
    }

    /// Appends literals saying "none of the alternatives `from..=to`"; needs `has_bounds` unless
    /// there is only one.
    pub(crate) fn push_outside(&self, ints: &Ints, from: usize, to: usize, clause: &mut Vec<Lit>) {
        match self.source {
            Source::Int { x, reversed } if self.has_bounds(ints) => {
                let (from, to) = (self.place(from), self.place(to));
                let (from, to) = if reversed { (to, from) } else { (from, to) };
                ints.push_outside(x, from, to, clause);
            }
            _ => self.push_not(ints, from, clause),
        }
    }

    /// Literals of which each, when true, adds its weight to the least contribution. They are
    /// different for different integers, and need not be made.
    pub(crate) fn weighted(&self, ints: &Ints) -> Vec<(Lit, i128)> {
        let by_bound = self.has_bounds(ints);
        let last = self.contributions.len() - 1;
        let mut weighted = Vec::with_capacity(last);
        for alternative in 1..=last {
            let mut literals = Vec::new();
            let base = if by_bound {
                // "at least this alternative" adds the step from the one before.
                self.push_outside(ints, alternative, last, &mut literals);
                self.contributions[alternative - 1]
            } else {
                self.push_not(ints, alternative, &mut literals);
                self.contributions[0]
            };
            let step = self.contributions[alternative] - base;
            weighted.extend(literals.into_iter().map(|lit| (!lit, step)));
        }
        weighted
    }

    /// The place in the domain of an integer's alternative.
    fn place(&self, alternative: usize) -> usize {
        match self.source {
            Source::Int { reversed: true, .. } => self.contributions.len() - 1 - alternative,
            _ => alternative,
        }
    }
}
