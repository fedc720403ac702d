//! Operators on parts: numbers where all operands are known, otherwise terms.

use super::expression_scope::{ExpressionScope, ExpressionValue};
use super::token::JsonExpressionError;
use super::tree::BinaryOperator;
use super::value_conversion::{all_constant_values, constant_value};
use parallax_model::{ComparisonOperator, Domain, Value};

impl ExpressionScope<'_> {
    /// Returns the opposite of a truth.
    pub(super) fn negate_truth(&mut self, part: ExpressionValue) -> ExpressionValue {
        match constant_value(part) {
            Some(number) => ExpressionValue::Truth(number == 0),
            None => {
                let truth = self.convert_truth(part);
                ExpressionValue::Bool(self.terms.add_not(truth))
            }
        }
    }

    /// Returns whether all parts are true.
    pub(super) fn all_true(&mut self, parts: &[ExpressionValue]) -> ExpressionValue {
        match (all_constant_values(parts), parts) {
            (Some(numbers), _) => ExpressionValue::Truth(numbers.iter().all(|&number| number != 0)),
            (None, &[one]) => ExpressionValue::Bool(self.convert_truth(one)),
            _ => {
                let parts = self.convert_truths(parts);
                ExpressionValue::Bool(self.terms.add_and(&parts))
            }
        }
    }

    /// Returns whether one part or more is true.
    pub(super) fn any_true(&mut self, parts: &[ExpressionValue]) -> ExpressionValue {
        match all_constant_values(parts) {
            Some(numbers) => ExpressionValue::Truth(numbers.iter().any(|&number| number != 0)),
            None => {
                let parts = self.convert_truths(parts);
                ExpressionValue::Bool(self.terms.add_or(&parts))
            }
        }
    }

    /// Returns whether the number of true parts is odd.
    pub(super) fn odd_true(&mut self, parts: &[ExpressionValue]) -> ExpressionValue {
        match all_constant_values(parts) {
            Some(numbers) => {
                ExpressionValue::Truth(numbers.iter().filter(|&&n| n != 0).count() % 2 == 1)
            }
            None => {
                let parts = self.convert_truths(parts);
                ExpressionValue::Bool(self.terms.add_parity(&parts))
            }
        }
    }

    /// Creates the fault of a number that does not fit.
    pub(super) fn too_large(&self, at: usize) -> JsonExpressionError {
        self.error_at(at, "a number beyond 64 bits")
    }

    /// Returns a sum; it subtracts the parts with `true`.
    pub(super) fn sum_parts(
        &mut self,
        parts: &[(bool, ExpressionValue)],
        at: usize,
    ) -> Result<ExpressionValue, JsonExpressionError> {
        let mut known = 0i64;
        let mut list = Vec::new();
        for &(negative, part) in parts {
            match constant_value(part) {
                Some(number) => {
                    let next = if negative {
                        known.checked_sub(number)
                    } else {
                        known.checked_add(number)
                    };
                    known = next.ok_or_else(|| self.too_large(at))?;
                }
                None => {
                    let int = self.convert_int(part);
                    list.push(if negative { self.terms.add_multiple(-1, int) } else { int });
                }
            }
        }
        if list.is_empty() {
            return Ok(ExpressionValue::Number(known));
        }
        // One number for all known parts, after the terms.
        if known != 0 {
            list.push(self.number_term(known));
        }
        Ok(ExpressionValue::Int(if let [one] = list[..] { one } else { self.terms.add_sum(&list) }))
    }

    /// Returns the result of an operator; equal operations are one term.
    pub(super) fn apply_binary(
        &mut self,
        operator: BinaryOperator,
        a: ExpressionValue,
        b: ExpressionValue,
        at: usize,
    ) -> Result<ExpressionValue, JsonExpressionError> {
        if let (Some(a), Some(b)) = (constant_value(a), constant_value(b)) {
            let number = match operator {
                BinaryOperator::Mul => a.checked_mul(b),
                BinaryOperator::Div if b != 0 => a.checked_div(b),
                BinaryOperator::Mod if b != 0 => a.checked_rem(b),
                BinaryOperator::Pow if b >= 0 => checked_power(a, b),
                BinaryOperator::Iff => return Ok(ExpressionValue::Truth((a != 0) == (b != 0))),
                _ => Some(0),
            };
            // A known operation without a result stays a term, so that its constraint is false
            // rather than the file faulty.
            let undefined = match operator {
                BinaryOperator::Div | BinaryOperator::Mod => b == 0,
                BinaryOperator::Pow => b < 0,
                _ => false,
            };
            let number = number.ok_or_else(|| self.too_large(at))?;
            if !undefined {
                return Ok(ExpressionValue::Number(number));
            }
        }
        if operator == BinaryOperator::Iff {
            let (a, b) = (self.convert_truth(a), self.convert_truth(b));
            return Ok(ExpressionValue::Bool(self.terms.add_iff(a, b)));
        }
        if operator == BinaryOperator::Mul
            && let Some((factor, other)) =
                constant_value(a).map(|f| (f, b)).or(constant_value(b).map(|f| (f, a)))
        {
            let other = self.convert_int(other);
            return Ok(ExpressionValue::Int(self.terms.add_multiple(factor, other)));
        }
        let (a, b) = (self.convert_int(a), self.convert_int(b));
        // Numbers and variables have one term each, so equal operations have equal keys.
        let key = (operator as u8, a.node_index(), b.node_index());
        if let Some(&known) = self.known.get(&key) {
            return Ok(ExpressionValue::Int(known));
        }
        let int = match operator {
            BinaryOperator::Mul => self.terms.add_product(a, b),
            BinaryOperator::Div => self.terms.add_quotient(a, b),
            BinaryOperator::Mod => self.terms.add_remainder(a, b),
            _ => self.terms.add_power(a, b),
        };
        self.known.insert(key, int);
        Ok(ExpressionValue::Int(int))
    }

    /// Returns whether a relation holds.
    pub(super) fn compare_values(
        &mut self,
        a: ExpressionValue,
        relation: ComparisonOperator,
        b: ExpressionValue,
    ) -> ExpressionValue {
        if let (Some(a), Some(b)) = (constant_value(a), constant_value(b)) {
            return ExpressionValue::Truth(match relation {
                ComparisonOperator::Eq => a == b,
                ComparisonOperator::Ne => a != b,
                ComparisonOperator::Lt => a < b,
                ComparisonOperator::Le => a <= b,
                ComparisonOperator::Gt => a > b,
                ComparisonOperator::Ge => a >= b,
            });
        }
        let (a, b) = (self.convert_int(a), self.convert_int(b));
        ExpressionValue::Bool(self.terms.add_comparison(a, relation, b))
    }

    /// Returns whether a number lies in one of the ranges.
    pub(super) fn is_member(
        &mut self,
        part: ExpressionValue,
        set: &[(i64, i64)],
        at: usize,
    ) -> Result<ExpressionValue, JsonExpressionError> {
        if let Some(number) = constant_value(part) {
            return Ok(ExpressionValue::Truth(
                set.iter().any(|&(low, high)| low <= number && number <= high),
            ));
        }
        let domain = self.ranges_domain(set, at)?;
        let int = self.convert_int(part);
        Ok(ExpressionValue::Bool(self.terms.add_member(int, domain)))
    }

    /// Returns a set as a domain.
    pub(crate) fn ranges_domain(
        &self,
        set: &[(i64, i64)],
        at: usize,
    ) -> Result<Domain, JsonExpressionError> {
        let value = |number: i64| {
            let message = || format!("{number} is beyond {}", parallax_model::MAX_VALUE);
            let value = Value::try_from(number).ok();
            let value =
                value.filter(|v| v.unsigned_abs() <= parallax_model::MAX_VALUE.unsigned_abs());
            value.ok_or_else(|| self.error_at(at, message()))
        };
        let pairs = set.iter().map(|&(low, high)| Ok((value(low)?, value(high)?)));
        Ok(Domain::from_intervals(pairs.collect::<Result<Vec<_>, JsonExpressionError>>()?))
    }
}

/// Returns a base to a power that is not negative; `None` beyond 64 bits.
fn checked_power(base: i64, exponent: i64) -> Option<i64> {
    match base {
        0 | 1 => Some(if exponent == 0 { 1 } else { base }),
        -1 => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        _ => base.checked_pow(u32::try_from(exponent).ok()?),
    }
}
