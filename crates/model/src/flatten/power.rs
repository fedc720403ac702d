//! Flattens powers to products and tables.

use super::sum::LinearSum;
use super::{
    ComparisonOperator, ExpressionFlattener, FlattenError, IntExpression, MAX_POWER_ROWS, MAX_VALUE,
};

impl ExpressionFlattener<'_> {
    /// Returns the power `term`, 0 if its exponent is negative, and records whether it is defined.
    pub(super) fn power_sum(
        &mut self,
        term: IntExpression,
        base: IntExpression,
        exponent: IntExpression,
    ) -> Result<LinearSum, FlattenError> {
        let (mantissa, exponents) = (self.sum_of(base)?, self.sum_of(exponent)?);
        self.spend_steps(mantissa.len() + exponents.len())?;
        if !self.is_whole[term.node_index()] {
            let enough = self.relation_literal(&exponents, ComparisonOperator::Ge)?;
            let operands = self.all_defined([base, exponent])?;
            let defined = self.and_literal(vec![enough, operands])?;
            self.note_defined(term, defined);
        }
        match (mantissa.constant_value(), exponents.constant_value()) {
            // The values for negative exponents are arbitrary here: `defined` excludes them.
            (_, Some(0)) | (Some(1), _) => return Ok(LinearSum::from_constant(1)),
            (_, Some(exponent)) if exponent < 0 => return Ok(LinearSum::from_constant(0)),
            (_, Some(1)) => return Ok(mantissa),
            (None, Some(2)) => return self.square_sum(mantissa),
            (Some(base), Some(exponent)) => {
                let power = power_value(base, exponent).ok_or(FlattenError::LargeNumber)?;
                return Ok(LinearSum::from_constant(power));
            }
            _ => {}
        }
        let (low, high) = mantissa.value_range(self.model)?;
        let (_, max_exponent) = exponents.value_range(self.model)?;
        // The magnitude of a power is greatest at an end of the bases and at the largest exponent.
        let largest =
            [low, high].map(|base| power_value(base.into(), i64::from(max_exponent).max(0)));
        let is_value = |power: &Option<i64>| {
            power.is_some_and(|power| power.unsigned_abs() <= MAX_VALUE.unsigned_abs().into())
        };
        if !largest.iter().all(is_value) {
            return Err(FlattenError::LargePower);
        }
        let rows = self.value_count(&mantissa)?.saturating_mul(self.value_count(&exponents)?);
        if rows > MAX_POWER_ROWS {
            return Err(FlattenError::LongPower { rows });
        }
        // Overflow has been excluded above, so the default is never used.
        let in_range = |base: i64, exponent: i64| power_value(base, exponent).unwrap_or(0);
        match (mantissa.constant_value(), exponents.constant_value()) {
            (Some(base), _) => {
                let exponent = self.variable_of("", exponents)?;
                self.function_table(&[exponent], |values| in_range(base, values[0]))
            }
            (_, Some(exponent)) => {
                let base = self.variable_of("", mantissa)?;
                self.function_table(&[base], |values| in_range(values[0], exponent))
            }
            _ => {
                let is_same = mantissa.is_same(&exponents);
                let base = self.variable_of("", mantissa)?;
                if is_same {
                    return self.function_table(&[base], |values| in_range(values[0], values[0]));
                }
                let exponent = self.variable_of("", exponents)?;
                self.function_table(&[base, exponent], |values| in_range(values[0], values[1]))
            }
        }
    }
}

/// Returns `base^exponent`, 0 for a negative exponent; `None` beyond 64 bits.
pub(super) fn power_value(base: i64, exponent: i64) -> Option<i64> {
    let (mut power, mut square, mut left) = (1i64, base, exponent.max(0));
    if exponent < 0 {
        return Some(0);
    }
    // By squaring; the last square is not needed and may be too large.
    loop {
        if left % 2 == 1 {
            power = power.checked_mul(square)?;
        }
        left /= 2;
        if left == 0 {
            return Some(power);
        }
        square = square.checked_mul(square)?;
    }
}
