//! Functions of lists of parts.

use super::expression_scope::{ExpressionScope, ExpressionValue};
use super::token::JsonExpressionError;
use super::tree::{BinaryOperator, ListFunction};
use super::value_conversion::{all_constant_values, constant_value};

impl ExpressionScope<'_> {
    /// Returns the value of a function.
    pub(super) fn call_function(
        &mut self,
        function: ListFunction,
        parts: &[ExpressionValue],
        at: usize,
    ) -> Result<ExpressionValue, JsonExpressionError> {
        let expected = match function {
            ListFunction::Abs => (parts.len() != 1).then_some("one operand"),
            ListFunction::Dist => (parts.len() != 2).then_some("two operands"),
            ListFunction::Min | ListFunction::Max => {
                parts.is_empty().then_some("one or more operands")
            }
            _ => None,
        };
        if let Some(expected) = expected {
            let message = format!("a function of {} operands; expected {expected}", parts.len());
            return Err(self.error_at(at, message));
        }
        match function {
            ListFunction::Sum => {
                let signed: Vec<(bool, ExpressionValue)> =
                    parts.iter().map(|&part| (false, part)).collect();
                self.sum_parts(&signed, at)
            }
            ListFunction::Count => self.count_true(parts, at),
            ListFunction::Product => {
                let mut product = ExpressionValue::Number(1);
                for &part in parts {
                    product = self.apply_binary(BinaryOperator::Mul, product, part, at)?;
                }
                Ok(product)
            }
            ListFunction::All => Ok(self.all_true(parts)),
            ListFunction::Any => Ok(self.any_true(parts)),
            ListFunction::Xor => Ok(self.odd_true(parts)),
            ListFunction::Dist => {
                // The number of operands has been checked above.
                let difference = self.sum_parts(&[(false, parts[0]), (true, parts[1])], at)?;
                self.absolute_value(difference, at)
            }
            ListFunction::Abs => self.absolute_value(parts[0], at),
            ListFunction::Min | ListFunction::Max => {
                Ok(self.extreme_value(function == ListFunction::Max, parts))
            }
            ListFunction::AllDifferent => Ok(self.all_different(parts)),
            ListFunction::AllEqual => Ok(self.all_equal(parts)),
            ListFunction::Iff => Ok(self.all_alike(parts)),
            ListFunction::Length => Err(self.error_at(at, "indices; expected an array: length(x)")),
        }
    }

    /// Returns the number of true parts.
    fn count_true(
        &mut self,
        parts: &[ExpressionValue],
        at: usize,
    ) -> Result<ExpressionValue, JsonExpressionError> {
        let mut signed = Vec::with_capacity(parts.len());
        for &part in parts {
            let part = match constant_value(part) {
                Some(number) => ExpressionValue::Number((number != 0).into()),
                None => ExpressionValue::Bool(self.convert_truth(part)),
            };
            signed.push((false, part));
        }
        self.sum_parts(&signed, at)
    }

    /// Returns an absolute value.
    fn absolute_value(
        &mut self,
        part: ExpressionValue,
        at: usize,
    ) -> Result<ExpressionValue, JsonExpressionError> {
        match constant_value(part) {
            Some(number) => {
                let number = number.checked_abs().ok_or_else(|| self.too_large(at))?;
                Ok(ExpressionValue::Number(number))
            }
            None => {
                let int = self.convert_int(part);
                Ok(ExpressionValue::Int(self.terms.add_abs(int)))
            }
        }
    }

    /// Returns the largest or the smallest part.
    fn extreme_value(&mut self, is_max: bool, parts: &[ExpressionValue]) -> ExpressionValue {
        if let Some(numbers) = all_constant_values(parts) {
            let best = if is_max { numbers.iter().max() } else { numbers.iter().min() };
            return ExpressionValue::Number(best.copied().unwrap_or(0));
        }
        let ints = self.convert_ints(parts);
        let best = if is_max { self.terms.add_max(&ints) } else { self.terms.add_min(&ints) };
        ExpressionValue::Int(best.expect("the number of operands has been checked"))
    }

    /// Returns whether no two numbers are equal.
    fn all_different(&mut self, parts: &[ExpressionValue]) -> ExpressionValue {
        match all_constant_values(parts) {
            Some(mut numbers) => {
                numbers.sort_unstable();
                ExpressionValue::Truth(numbers.windows(2).all(|pair| pair[0] != pair[1]))
            }
            None => {
                let ints = self.convert_ints(parts);
                ExpressionValue::Bool(self.terms.add_distinct(&ints))
            }
        }
    }

    /// Returns whether all numbers are equal.
    fn all_equal(&mut self, parts: &[ExpressionValue]) -> ExpressionValue {
        match all_constant_values(parts) {
            Some(numbers) => {
                ExpressionValue::Truth(numbers.windows(2).all(|pair| pair[0] == pair[1]))
            }
            None => {
                let ints = self.convert_ints(parts);
                ExpressionValue::Bool(self.terms.all_equal(&ints))
            }
        }
    }

    /// Returns whether all truths are equal.
    fn all_alike(&mut self, parts: &[ExpressionValue]) -> ExpressionValue {
        match all_constant_values(parts) {
            Some(numbers) => {
                let mut truths = numbers.windows(2);
                ExpressionValue::Truth(truths.all(|pair| (pair[0] != 0) == (pair[1] != 0)))
            }
            None => {
                let bools = self.convert_truths(parts);
                ExpressionValue::Bool(self.terms.all_alike(&bools))
            }
        }
    }
}
