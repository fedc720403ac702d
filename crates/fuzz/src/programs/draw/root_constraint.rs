//! Constraints around an operator: plain, reified, implied, denied, in a disjunction, or compared
//! with a result.

use rand::Rng;

use super::CaseDrawer;
use crate::programs::case::CaseExpr;
use crate::programs::definition::{UndefinedSemantics, evaluate_number};
use crate::programs::operator::{Operator, Sort};

impl CaseDrawer<'_> {
    /// Adds a constraint about an operator.
    pub(super) fn add_root_constraint(&mut self, about: Operator) {
        let arguments = self.draw_arguments(about);
        let mut expr = CaseExpr::Op(about, arguments);
        if about.sort() == Sort::Int {
            let result = self.draw_result(&expr);
            let comparison = match self.draw_index(12) {
                0 | 1 => Operator::Ne,
                2 => Operator::Le,
                3 => Operator::Ge,
                4 => Operator::Lt,
                5 => Operator::Gt,
                _ => Operator::Eq,
            };
            expr = CaseExpr::from_operator(comparison, [expr, result]);
        }
        let expr = self.draw_context(expr);
        self.case.constraints.push(expr);
    }

    /// Returns the truth value of a constraint in a context, or the constraint itself.
    fn draw_context(&mut self, expr: CaseExpr) -> CaseExpr {
        // Without nesting, each form has its own name in the language (plain, reified, implied), so
        // the forms 0, 6 and 12 are drawn equally often.
        let form = if self.language.nests_expressions() {
            self.draw_index(20)
        } else {
            6 * self.draw_index(3)
        };
        match form {
            0..=4 => CaseExpr::from_operator(Operator::Iff, [self.draw_side_truth(), expr]),
            5..=7 => CaseExpr::from_operator(Operator::Implies, [self.draw_side_truth(), expr]),
            8..=9 if self.language.nests_expressions() => {
                CaseExpr::from_operator(Operator::Not, [expr])
            }
            10 if self.language.nests_expressions() => {
                CaseExpr::from_operator(Operator::Implies, [expr, self.draw_side_truth()])
            }
            11..=12 if self.language.nests_expressions() => {
                let literal = self.draw_side_truth();
                let pair =
                    if self.draw_chance(0.5) { vec![expr, literal] } else { vec![literal, expr] };
                let pair = CaseExpr::List(pair);
                CaseExpr::from_operator(
                    if self.draw_chance(0.7) { Operator::Or } else { Operator::Xor },
                    [pair],
                )
            }
            _ => expr,
        }
    }

    /// Returns a truth value to combine with a constraint: a constant, a variable, or a literal.
    fn draw_side_truth(&mut self) -> CaseExpr {
        if self.language.nests_expressions()
            && self.draw_chance(0.3)
            && let Some(literal) = self.draw_literal()
        {
            return literal;
        }
        self.flat_truth()
    }

    /// Returns a constant or a variable that an expression often equals.
    fn draw_result(&mut self, expr: &CaseExpr) -> CaseExpr {
        // A random result would nearly always make the constraint false. Values that the expression
        // takes under some assignments keep it satisfiable.
        let mut values: Vec<i64> = (0..6).filter_map(|_| self.sample_value(expr)).collect();
        if self.draw_chance(0.5) {
            // The values after wrapping to 32 bits: a program that overflows accepts them.
            for value in &mut values {
                *value = wrap_int(*value);
            }
        }
        if values.is_empty() || self.draw_chance(0.3) {
            values.push(self.draw_constant());
        }
        if self.draw_chance(self.manner.result) {
            return CaseExpr::Int(values[0]);
        }
        if self.draw_chance(0.1)
            && let Some(known) = self.known_variable(Sort::Int)
        {
            return known;
        }
        if self.room < 2 {
            return CaseExpr::Int(values[0]);
        }
        values.sort_unstable();
        values.dedup();
        if self.draw_chance(0.4)
            && let (Some(&low), Some(&high)) = (values.first(), values.last())
            && high.checked_sub(low).is_some_and(|span| span < 8)
        {
            values = (low..=high).collect();
        }
        let max_size = usize::try_from(self.room).unwrap_or(8).clamp(1, 8);
        values.truncate(max_size);
        self.add_variable(Sort::Int, values)
    }

    /// Returns the value of an expression under a random assignment.
    fn sample_value(&mut self, expr: &CaseExpr) -> Option<i64> {
        let mut assignment = Vec::new();
        for variable in &self.case.variables {
            let index = self.rng.random_range(0..variable.values.len());
            assignment.push(variable.values[index]);
        }
        evaluate_number(expr, &assignment, UndefinedSemantics::Relational)
            .ok()
            .and_then(|value| value.try_into().ok())
    }
}

/// Returns the lower 32 bits of a number as a number with a sign.
fn wrap_int(value: i64) -> i64 {
    let low = value.rem_euclid(1 << 32);
    if low < 1 << 31 { low } else { low - (1 << 32) }
}

#[cfg(test)]
mod tests {
    use super::wrap_int;

    #[test]
    fn numbers_wrap_as_those_of_32_bits() {
        for value in [0, -1, 1 << 31, -(1 << 31) - 1, (1 << 31) - 1, 1 << 33, i64::MIN, i64::MAX] {
            let low = value.to_le_bytes();
            assert_eq!(
                wrap_int(value),
                i64::from(i32::from_le_bytes([low[0], low[1], low[2], low[3]]))
            );
        }
    }
}
