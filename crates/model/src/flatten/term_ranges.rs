//! The ranges of expressions.

use super::{BoolExpression, DagNode, ExpressionDag, IntExpression, OperandList};
use crate::{ComparisonOperator, Model, VarId};

/// The minimum and the maximum value of an expression; they saturate.
pub type TermRange = (i128, i128);

/// The range of every node, by interval arithmetic; the ranges of truth values are not used.
pub struct TermRanges<'t> {
    terms: &'t ExpressionDag,
    ranges: Vec<TermRange>,
}

impl<'t> TermRanges<'t> {
    /// Finds the ranges from those of the variables.
    pub fn find(terms: &'t ExpressionDag, variable: &dyn Fn(u32) -> TermRange) -> Self {
        let mut all = TermRanges { terms, ranges: Vec::with_capacity(terms.all_nodes().len()) };
        for &node in terms.all_nodes() {
            let range = all.node(node, variable);
            all.ranges.push(range);
        }
        all
    }

    /// Finds the ranges where variables have their domains in a model. A variable without values
    /// counts as 1, so that it excludes no divisor.
    #[must_use]
    pub fn of_model(terms: &'t ExpressionDag, model: &Model) -> Self {
        TermRanges::find(terms, &|variable| {
            let domain = model.domain(VarId::new(variable as usize));
            (domain.min().unwrap_or(1).into(), domain.max().unwrap_or(1).into())
        })
    }

    /// Returns the range of the expression at an index in [`ExpressionDag::all_nodes`].
    #[must_use]
    pub fn range_at(&self, index: usize) -> TermRange {
        self.ranges[index]
    }

    /// Returns the range of an expression.
    #[must_use]
    pub fn range(&self, term: IntExpression) -> TermRange {
        self.ranges[term.node_index()]
    }

    fn all(&self, list: OperandList) -> impl Iterator<Item = TermRange> {
        self.terms.int_operands(list).map(|part| self.range(part))
    }

    fn node(&self, node: DagNode, variable: &dyn Fn(u32) -> TermRange) -> TermRange {
        match node {
            DagNode::Number(number) => (number.into(), number.into()),
            DagNode::Variable(index) => variable(index),
            DagNode::Add(list) => self.all(list).fold((0, 0), |(low, high), part| {
                (low.saturating_add(part.0), high.saturating_add(part.1))
            }),
            DagNode::Scale(factor, part) => {
                product((factor.into(), factor.into()), self.range(part))
            }
            DagNode::Mul(a, b) => product(self.range(a), self.range(b)),
            DagNode::Select(condition, a, b) => self.chosen(condition, a, b),
            DagNode::Min(list) => {
                let end = |of: fn(TermRange) -> i128| self.all(list).map(of).min().unwrap_or(0);
                (end(|range| range.0), end(|range| range.1))
            }
            DagNode::Max(list) => {
                let end = |of: fn(TermRange) -> i128| self.all(list).map(of).max().unwrap_or(0);
                (end(|range| range.0), end(|range| range.1))
            }
            DagNode::Abs(part) => {
                let (low, high) = self.range(part);
                // E.g. the range -5..2 has magnitudes 0..5, and -5..-2 has 2..5.
                (0.max(low).max(high.saturating_neg()), high.max(low.saturating_neg()))
            }
            DagNode::Div(a, b) => quotient(self.range(a), self.range(b)),
            DagNode::Mod(a, b) => remainder(self.range(a), self.range(b)),
            DagNode::Pow(a, b) => power(self.range(a), self.range(b)),
            _ => (0, 1),
        }
    }

    /// The range of a choice between two expressions.
    fn chosen(
        &self,
        condition: BoolExpression,
        then: IntExpression,
        other: IntExpression,
    ) -> TermRange {
        let (chosen, rest) = (self.range(then), self.range(other));
        let DagNode::Compare(left, ComparisonOperator::Lt, right) = self.terms.of_bool(condition)
        else {
            return hull([chosen, rest].into_iter());
        };
        // The condition `left < right` is never true.
        if self.range(left).0 >= self.range(right).1 {
            return rest;
        }
        match self.terms.of_int(other) {
            // The remainder of the language, `other + |divisor|` where `other` is negative, is
            // never negative and below the divisor's magnitude.
            DagNode::Mod(_, divisor) if left == other => (0, largest(self.range(divisor)) - 1),
            _ => hull([chosen, rest].into_iter()),
        }
    }
}

/// The largest magnitude in a range.
fn largest((low, high): TermRange) -> i128 {
    low.saturating_abs().max(high.saturating_abs())
}

/// The range of a quotient that is truncated. Up to sign it is between 0 and the dividend; if the
/// divisor has one sign, the ends are those of the quotients of the ends.
fn quotient((a, b): TermRange, (c, d): TermRange) -> TermRange {
    // The divisor may be 1 or -1, so only the magnitude of the dividend bounds the quotient.
    if c <= 0 && d >= 0 {
        let magnitude = largest((a, b));
        return (magnitude.saturating_neg(), magnitude);
    }
    let ends = [(a, c), (a, d), (b, c), (b, d)];
    hull(ends.map(|(x, y)| x.saturating_div(y)).map(|end| (end, end)).into_iter())
}

/// The range of a remainder with the sign of the dividend: its magnitude is below that of the
/// divisor, and at most that of the dividend.
fn remainder(dividend: TermRange, divisor: TermRange) -> TermRange {
    let below = largest(divisor).saturating_sub(1).max(0);
    (dividend.0.min(0).max(-below), dividend.1.max(0).min(below))
}

/// The range of a power. Its magnitude is at most that of the largest base with the largest
/// exponent, and at least 1 is possible, since the exponent may be 0.
fn power((low, high): TermRange, (_, exponent): TermRange) -> TermRange {
    let exponent = u32::try_from(exponent.max(0)).unwrap_or(u32::MAX);
    let magnitude = largest((low, high)).max(1).saturating_pow(exponent);
    (if low < 0 { magnitude.saturating_neg() } else { 0 }, magnitude)
}

fn product((a, b): TermRange, (c, d): TermRange) -> TermRange {
    let ends = [(a, c), (a, d), (b, c), (b, d)];
    hull(ends.map(|(x, y)| x.saturating_mul(y)).map(|end| (end, end)).into_iter())
}

fn hull(ranges: impl Iterator<Item = TermRange>) -> TermRange {
    let whole = ranges.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
    whole.unwrap_or((0, 0))
}

#[cfg(test)]
mod tests {
    use super::super::power::power_value;
    use super::*;

    #[test]
    fn powers_are_within_their_range() {
        let mut terms = ExpressionDag::default();
        let (base, exponent) = (terms.add_variable(0), terms.add_variable(1));
        let power = terms.add_power(base, exponent);
        for (low, high) in [(-3, 2), (-4, -2), (0, 0), (0, 1), (2, 5)] {
            for most in 0..4 {
                let ranges = TermRanges::find(&terms, &|variable| {
                    if variable == 0 { (low, high) } else { (-1, most) }
                });
                let (least, greatest) = ranges.range(power);
                for base in low..=high {
                    for exponent in 0..=most {
                        let value = power_value(base as i64, exponent as i64).expect("small");
                        assert!((least..=greatest).contains(&value.into()), "{base} {exponent}");
                    }
                }
            }
        }
    }
}
