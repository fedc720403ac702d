//! Arithmetic: sums, products, quotients, remainders, powers, absolute values.

use std::sync::Arc;

use parallax_model::flatten::BoolExpression;
use parallax_model::{ComparisonOperator, Constraint, Domain, Product, Table};

use super::arguments::ArgumentCursor;
use super::{BoundsStore, BuiltinRule, ConstraintTruth, FlatzincModelDraft};
use crate::assignment::FlatzincAssignment;
use crate::bounds::EmptyBoundsError;
use crate::document::FlatzincTerm;
use crate::draft::{ModelTerm, model_value};
use crate::error::{ArgumentError, FlatzincPostError};
use crate::sum_bounds::number_range;

/// A base, an exponent and their power.
type PowerRow = (i64, i64, i64);

/// Maximum number of pairs of operands of a power.
const MAX_POWERS: u64 = 100_000;

/// An operation with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ArithmeticOperation {
    Plus,
    Minus,
    Times,
    Div,
    Mod,
    Pow,
}

impl ArithmeticOperation {
    /// Returns the result; `None` if it is undefined or has more than 128 bits.
    fn evaluate(self, a: i64, b: i64) -> Option<i128> {
        // No sum, product or quotient of two 64-bit numbers leaves 128 bits.
        let (a, b) = (i128::from(a), i128::from(b));
        match self {
            ArithmeticOperation::Plus => Some(a + b),
            ArithmeticOperation::Minus => Some(a - b),
            ArithmeticOperation::Times => Some(a * b),
            ArithmeticOperation::Div => a.checked_div(b),
            ArithmeticOperation::Mod => a.checked_rem(b),
            ArithmeticOperation::Pow => integer_power(a, b),
        }
    }
}

/// Returns `a^b`. With a negative exponent it is `1 div a^-b`, which is undefined for a = 0.
fn integer_power(a: i128, b: i128) -> Option<i128> {
    let is_odd = b % 2 != 0;
    match a {
        1 => Some(1),
        -1 => Some(if is_odd { -1 } else { 1 }),
        0 if b < 0 => None,
        0 => Some(i128::from(b == 0)),
        _ if b < 0 => Some(0),
        _ => a.checked_pow(u32::try_from(b).ok()?),
    }
}

/// `a operation b = result`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArithmeticBuiltin {
    operation: ArithmeticOperation,
    a: FlatzincTerm,
    b: FlatzincTerm,
    result: FlatzincTerm,
}

impl ArithmeticBuiltin {
    /// Reads the operands and the result.
    pub(super) fn read(
        name: &str,
        arguments: &mut ArgumentCursor<'_>,
    ) -> Result<Self, ArgumentError> {
        let operation = match name {
            "int_plus" => ArithmeticOperation::Plus,
            "int_minus" => ArithmeticOperation::Minus,
            "int_times" => ArithmeticOperation::Times,
            "int_div" => ArithmeticOperation::Div,
            "int_mod" => ArithmeticOperation::Mod,
            _ => ArithmeticOperation::Pow,
        };
        let a = arguments.read_int()?;
        let b = match name {
            "int_pow_fixed" => FlatzincTerm::Value(arguments.read_number()?),
            _ => arguments.read_int()?,
        };
        Ok(ArithmeticBuiltin { operation, a, b, result: arguments.read_int()? })
    }

    /// Returns the sum or the product with a constant as a linear truth.
    fn linear_truth(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<Option<ConstraintTruth>, FlatzincPostError> {
        let (a, b, result) = (self.a, self.b, self.result);
        let parts = match self.operation {
            ArithmeticOperation::Plus => [(1, a), (1, b), (-1, result)],
            ArithmeticOperation::Minus => [(1, a), (-1, b), (-1, result)],
            ArithmeticOperation::Times => match (draft.model_term(a)?, draft.model_term(b)?) {
                // The part with the coefficient 0 only fills the array and is dropped later.
                (ModelTerm::Number(factor), _) => [(factor, b), (-1, result), (0, result)],
                (_, ModelTerm::Number(factor)) => [(factor, a), (-1, result), (0, result)],
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        draft.compare_term_sum(parts.into_iter(), ComparisonOperator::Eq, 0).map(Some)
    }

    /// Returns `a operation b = result` as an expression.
    fn build_expression(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<BoolExpression, FlatzincPostError> {
        let (a, b) = (draft.int_operand(self.a)?, draft.int_operand(self.b)?);
        let result = draft.int_operand(self.result)?;
        let value = match self.operation {
            ArithmeticOperation::Div => draft.terms.add_quotient(a, b),
            ArithmeticOperation::Mod => draft.terms.add_remainder(a, b),
            ArithmeticOperation::Pow => draft.terms.add_power(a, b),
            ArithmeticOperation::Times => draft.terms.add_product(a, b),
            ArithmeticOperation::Plus | ArithmeticOperation::Minus => {
                return Err(FlatzincPostError::LinearOperation);
            }
        };
        Ok(draft.terms.add_comparison(value, ComparisonOperator::Eq, result))
    }

    /// Returns the rows of operands for which the power is defined, with the power, if there are
    /// few.
    fn power_rows(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<Option<Vec<PowerRow>>, FlatzincPostError> {
        let [a, b, result] =
            [draft.model_term(self.a)?, draft.model_term(self.b)?, draft.model_term(self.result)?];
        let (Some(bases), Some(exponents)) = (draft.term_domain(a), draft.term_domain(b)) else {
            return Ok(None);
        };
        let pairs = bases.len().saturating_mul(exponents.len());
        if pairs > MAX_POWERS {
            return Ok(None);
        }
        draft.spend_pieces(pairs as usize)?;
        let mut rows = Vec::new();
        for base in bases.iter().map(i64::from) {
            for exponent in exponents.iter().map(i64::from) {
                let power = self.operation.evaluate(base, exponent);
                // A variable in both places has one value.
                let is_row = a != b || base == exponent;
                if let Some(power) = power.and_then(|number| i64::try_from(number).ok())
                    && is_row
                    && draft.may_be(result, power)
                {
                    rows.push((base, exponent, power));
                }
            }
        }
        Ok(Some(rows))
    }
}

impl BuiltinRule for ArithmeticBuiltin {
    fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool {
        let (a, b) = (values.term_value(self.a), values.term_value(self.b));
        self.operation.evaluate(a, b) == Some(values.term_value(self.result).into())
    }

    fn build_truth(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        if let Some(truth) = self.linear_truth(draft)? {
            return Ok(truth);
        }
        if self.operation != ArithmeticOperation::Pow {
            return self.build_expression(draft).map(ConstraintTruth::Bool);
        }
        let Some(rows) = self.power_rows(draft)? else {
            return Err(FlatzincPostError::LongPower { most: MAX_POWERS });
        };
        // A disjunction of rows, because a negative exponent means `1 div a^-b` here, while the
        // power of expressions is undefined there.
        let operands = [
            draft.int_operand(self.a)?,
            draft.int_operand(self.b)?,
            draft.int_operand(self.result)?,
        ];
        let mut either = Vec::with_capacity(rows.len());
        for (base, exponent, power) in rows {
            let mut all = Vec::with_capacity(3);
            for (operand, number) in operands.into_iter().zip([base, exponent, power]) {
                let number = draft.terms.add_number(number);
                all.push(draft.terms.add_comparison(operand, ComparisonOperator::Eq, number));
            }
            either.push(draft.terms.add_and(&all));
        }
        Ok(ConstraintTruth::Bool(draft.terms.add_or(&either)))
    }

    fn post_rule(&self, draft: &mut FlatzincModelDraft<'_>) -> Result<(), FlatzincPostError> {
        if let Some(truth) = self.linear_truth(draft)? {
            return draft.require_truth(truth);
        }
        match self.operation {
            ArithmeticOperation::Times => {
                let [left, right] = [draft.term_variable(self.a)?, draft.term_variable(self.b)?];
                let result = draft.term_variable(self.result)?;
                draft.post_constraint(Product { left, right, result }.into())
            }
            ArithmeticOperation::Pow => match self.power_rows(draft)? {
                Some(rows) => {
                    let scope = [self.a, self.b, self.result];
                    let scope = scope.map(|term| draft.term_variable(term)).into_iter();
                    let scope = scope.collect::<Result<Vec<_>, FlatzincPostError>>()?;
                    let tuple = |(a, b, c): (i64, i64, i64)| [a, b, c].map(model_value).into_iter();
                    let tuples = rows.into_iter().map(|row| tuple(row).collect());
                    let tuples = Arc::new(tuples.collect::<Result<_, FlatzincPostError>>()?);
                    draft.post_constraint(Constraint::Table(Table {
                        scope,
                        tuples,
                        forbidden: false,
                    }))
                }
                None => {
                    let exponent = draft.model_term(self.b)?;
                    // For exponents from 0 on, both meanings of a power agree.
                    if !matches!(exponent, ModelTerm::Number(0..)) {
                        return Err(FlatzincPostError::LongPower { most: MAX_POWERS });
                    }
                    let bool = self.build_expression(draft)?;
                    draft.assert_true(bool);
                    Ok(())
                }
            },
            _ => {
                let bool = self.build_expression(draft)?;
                draft.assert_true(bool);
                Ok(())
            }
        }
    }

    fn tighten_bounds(&self, bounds: &mut BoundsStore<'_>) -> Result<(), EmptyBoundsError> {
        let (a, b, result) = (self.a, self.b, self.result);
        match self.operation {
            ArithmeticOperation::Plus => {
                bounds.narrow_sum(&[(1, a), (1, b), (-1, result)], ComparisonOperator::Eq, 0)
            }
            ArithmeticOperation::Minus => {
                bounds.narrow_sum(&[(1, a), (-1, b), (-1, result)], ComparisonOperator::Eq, 0)
            }
            ArithmeticOperation::Times => bounds.narrow_product(a, b, result),
            ArithmeticOperation::Div => tighten_quotient(bounds, a, b, result),
            ArithmeticOperation::Mod => tighten_remainder(bounds, a, b, result),
            ArithmeticOperation::Pow => tighten_power(bounds, a, b, result),
        }
    }
}

fn tighten_quotient(
    bounds: &mut BoundsStore<'_>,
    a: FlatzincTerm,
    b: FlatzincTerm,
    result: FlatzincTerm,
) -> Result<(), EmptyBoundsError> {
    let [dividend, divisor] = [bounds.term_span(a), bounds.term_span(b)];
    if let Some(max_dividend) = dividend.max_magnitude() {
        // The magnitude of the divisor is at least that of its bound nearest to 0, and at least 1.
        let min_divisor = i128::from(divisor.low).max(-i128::from(divisor.high)).max(1);
        bounds.narrow_within(result, -(max_dividend / min_divisor), max_dividend / min_divisor)?;
    }
    if dividend.low >= 0 && divisor.low >= 0 {
        bounds.narrow_within(result, 0, i128::MAX)?;
    }
    // |a| < (|result| + 1) * |b|.
    if let (Some(quotient), Some(divisor)) =
        (bounds.term_span(result).max_magnitude(), divisor.max_magnitude())
    {
        let max_dividend = (quotient + 1) * divisor;
        bounds.narrow_within(a, -max_dividend, max_dividend)?;
    }
    Ok(())
}

fn tighten_remainder(
    bounds: &mut BoundsStore<'_>,
    a: FlatzincTerm,
    b: FlatzincTerm,
    result: FlatzincTerm,
) -> Result<(), EmptyBoundsError> {
    let dividend = bounds.term_span(a);
    // |result| < |b|, and the result has the sign of the dividend or is 0.
    if let Some(max_divisor) = bounds.term_span(b).max_magnitude() {
        bounds.narrow_within(result, 1 - max_divisor.max(1), max_divisor.max(1) - 1)?;
    }
    let low = if dividend.low >= 0 { 0 } else { i128::from(dividend.low) };
    let high = if dividend.high <= 0 { 0 } else { i128::from(dividend.high) };
    bounds.narrow_within(result, low, high)
}

fn tighten_power(
    bounds: &mut BoundsStore<'_>,
    a: FlatzincTerm,
    b: FlatzincTerm,
    result: FlatzincTerm,
) -> Result<(), EmptyBoundsError> {
    let [base, exponent] = [bounds.term_span(a), bounds.term_span(b)];
    let (Some(max_base), Some(high)) =
        (base.max_magnitude(), exponent.both_bounds().map(|ends| ends[1]))
    else {
        return Ok(());
    };
    // The magnitude grows with that of the base and with the exponent; a negative exponent leaves
    // at most 1.
    let power = u32::try_from(high.max(0)).ok().and_then(|high| max_base.max(1).checked_pow(high));
    let Some(power) = power else { return Ok(()) };
    let low = if base.low >= 0 { 0 } else { -power };
    bounds.narrow_within(result, low, power)
}

/// `result = |a|`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MagnitudeBuiltin {
    a: FlatzincTerm,
    result: FlatzincTerm,
}

impl MagnitudeBuiltin {
    /// Reads the operand and the result.
    pub(super) fn read(_: &str, arguments: &mut ArgumentCursor<'_>) -> Result<Self, ArgumentError> {
        Ok(MagnitudeBuiltin { a: arguments.read_int()?, result: arguments.read_int()? })
    }
}

impl BuiltinRule for MagnitudeBuiltin {
    fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool {
        i128::from(values.term_value(self.a)).abs() == i128::from(values.term_value(self.result))
    }

    fn build_truth(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        let (a, result) = (draft.int_operand(self.a)?, draft.int_operand(self.result)?);
        let magnitude = draft.terms.add_abs(a);
        Ok(ConstraintTruth::Bool(draft.terms.add_comparison(
            magnitude,
            ComparisonOperator::Eq,
            result,
        )))
    }

    fn post_rule(&self, draft: &mut FlatzincModelDraft<'_>) -> Result<(), FlatzincPostError> {
        let (a, result) = (draft.model_term(self.a)?, draft.model_term(self.result)?);
        // Few values make a table, which propagates fully.
        let few = draft.term_domain(a).filter(|domain: &Domain| domain.len() <= 400);
        let (Some(values), ModelTerm::Variable(_)) = (few, result) else {
            let truth = self.build_truth(draft)?;
            return draft.require_truth(truth);
        };
        let scope = vec![draft.of_item(a)?, draft.of_item(result)?];
        let rows = values.iter().filter(|value| draft.may_be(result, i64::from(*value).abs()));
        let tuples: Vec<Vec<_>> = rows.map(|value| vec![value, value.abs()]).collect();
        let tuples = Arc::new(tuples);
        draft.post_constraint(Constraint::Table(Table { scope, tuples, forbidden: false }))
    }

    fn tighten_bounds(&self, bounds: &mut BoundsStore<'_>) -> Result<(), EmptyBoundsError> {
        let span = bounds.term_span(self.a);
        bounds.narrow_within(self.result, 0, i128::MAX)?;
        if let Some([low, high]) = span.both_bounds() {
            let least = if low <= 0 && high >= 0 { 0 } else { low.abs().min(high.abs()) };
            bounds.narrow_within(self.result, least, low.abs().max(high.abs()))?;
        }
        if let Some(most) = bounds.term_span(self.result).max_magnitude() {
            let [low, high] = number_range(&[-most, most]);
            bounds.narrow_within(self.a, low, high)?;
        }
        Ok(())
    }
}
