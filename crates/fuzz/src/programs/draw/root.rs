//! Constraints around an operator: plain, reified, implied, denied, in a disjunction, or compared
//! with a result.

use rand::Rng;

use super::Drawer;
use crate::programs::case::Expr;
use crate::programs::definition::{Semantics, value};
use crate::programs::operator::{Operator, Sort};

impl Drawer<'_> {
    /// Adds a constraint about an operator.
    pub(super) fn root(&mut self, about: Operator) {
        let arguments = self.arguments(about);
        let mut expr = Expr::Op(about, arguments);
        if about.sort() == Sort::Int {
            let result = self.result(&expr);
            let comparison = match self.below(12) {
                0 | 1 => Operator::Ne,
                2 => Operator::Le,
                3 => Operator::Ge,
                4 => Operator::Lt,
                5 => Operator::Gt,
                _ => Operator::Eq,
            };
            expr = Expr::op(comparison, [expr, result]);
        }
        let expr = self.context(expr);
        self.case.constraints.push(expr);
    }

    /// Returns the truth value of a constraint in a context, or the constraint itself.
    fn context(&mut self, expr: Expr) -> Expr {
        // Without nesting, the three forms are names of their own, and come equally often.
        let form = if self.language.nests() { self.below(20) } else { 6 * self.below(3) };
        match form {
            0..=4 => Expr::op(Operator::Iff, [self.side(), expr]),
            5..=7 => Expr::op(Operator::Implies, [self.side(), expr]),
            8..=9 if self.language.nests() => Expr::op(Operator::Not, [expr]),
            10 if self.language.nests() => Expr::op(Operator::Implies, [expr, self.side()]),
            11..=12 if self.language.nests() => {
                let literal = self.side();
                let pair = if self.chance(0.5) { vec![expr, literal] } else { vec![literal, expr] };
                let pair = Expr::List(pair);
                Expr::op(if self.chance(0.7) { Operator::Or } else { Operator::Xor }, [pair])
            }
            _ => expr,
        }
    }

    /// Returns a truth value beside a constraint: a constant, a variable, or a literal.
    fn side(&mut self) -> Expr {
        if self.language.nests()
            && self.chance(0.3)
            && let Some(literal) = self.literal()
        {
            return literal;
        }
        self.flat_truth()
    }

    /// Returns a constant or a variable that an expression often equals.
    fn result(&mut self, expr: &Expr) -> Expr {
        let mut values: Vec<i64> = (0..6).filter_map(|_| self.sample(expr)).collect();
        if self.chance(0.5) {
            // Values that 32 bits do not hold, as they are after wrapping.
            for value in &mut values {
                *value = wrapped(*value);
            }
        }
        if values.is_empty() || self.chance(0.3) {
            values.push(self.constant());
        }
        if self.chance(self.manner.result) {
            return Expr::Int(values[0]);
        }
        if self.chance(0.1)
            && let Some(known) = self.known(Sort::Int)
        {
            return known;
        }
        if self.room < 2 {
            return Expr::Int(values[0]);
        }
        values.sort_unstable();
        values.dedup();
        if self.chance(0.4)
            && let (Some(&low), Some(&high)) = (values.first(), values.last())
            && high.checked_sub(low).is_some_and(|span| span < 8)
        {
            values = (low..=high).collect();
        }
        let most = usize::try_from(self.room).unwrap_or(8).clamp(1, 8);
        values.truncate(most);
        self.variable(Sort::Int, values)
    }

    /// Returns the value of an expression under a random assignment.
    fn sample(&mut self, expr: &Expr) -> Option<i64> {
        let mut assignment = Vec::new();
        for variable in &self.case.variables {
            let place = self.rng.random_range(0..variable.values.len());
            assignment.push(variable.values[place]);
        }
        value(expr, &assignment, Semantics::Relational).ok().and_then(|value| value.try_into().ok())
    }
}

/// Returns the lower 32 bits of a number as a number with a sign.
fn wrapped(value: i64) -> i64 {
    let low = value.rem_euclid(1 << 32);
    if low < 1 << 31 { low } else { low - (1 << 32) }
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn numbers_wrap_as_those_of_32_bits() {
        for value in [0, -1, 1 << 31, -(1 << 31) - 1, (1 << 31) - 1, 1 << 33, i64::MIN, i64::MAX] {
            let low = value.to_le_bytes();
            assert_eq!(
                wrapped(value),
                i64::from(i32::from_le_bytes([low[0], low[1], low[2], low[3]]))
            );
        }
    }
}
