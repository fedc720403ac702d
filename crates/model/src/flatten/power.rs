//! Flattens powers to products and tables.

use super::sum::Sum;
use super::{FlattenError, Flattener, Int, MAX_POWER_ROWS, MAX_VALUE, Relation};

impl Flattener<'_> {
    /// Returns the power `term`, 0 if its exponent is negative, and records whether it is defined.
    pub(super) fn power(
        &mut self,
        term: Int,
        base: Int,
        exponent: Int,
    ) -> Result<Sum, FlattenError> {
        let (mantissa, exponents) = (self.sum_of(base)?, self.sum_of(exponent)?);
        self.spend(mantissa.len() + exponents.len())?;
        if !self.is_whole[term.place()] {
            let enough = self.related(&exponents, Relation::Ge)?;
            let operands = self.all_defined([base, exponent])?;
            let defined = self.and(vec![enough, operands])?;
            self.note_defined(term, defined);
        }
        match (mantissa.number(), exponents.number()) {
            (_, Some(0)) | (Some(1), _) => return Ok(Sum::constant(1)),
            (_, Some(exponent)) if exponent < 0 => return Ok(Sum::constant(0)),
            (_, Some(1)) => return Ok(mantissa),
            (None, Some(2)) => return self.square(mantissa),
            (Some(base), Some(exponent)) => {
                let power = power(base, exponent).ok_or(FlattenError::LargeNumber)?;
                return Ok(Sum::constant(power));
            }
            _ => {}
        }
        let (low, high) = mantissa.range(self.model)?;
        let (_, most) = exponents.range(self.model)?;
        let largest = [low, high].map(|base| power(base.into(), i64::from(most).max(0)));
        let is_value = |power: &Option<i64>| {
            power.is_some_and(|power| power.unsigned_abs() <= MAX_VALUE.unsigned_abs().into())
        };
        if !largest.iter().all(is_value) {
            return Err(FlattenError::LargePower);
        }
        let rows = self.size(&mantissa)?.saturating_mul(self.size(&exponents)?);
        if rows > MAX_POWER_ROWS {
            return Err(FlattenError::LongPower { rows });
        }
        let in_range = |base: i64, exponent: i64| power(base, exponent).unwrap_or(0);
        match (mantissa.number(), exponents.number()) {
            (Some(base), _) => {
                let exponent = self.variable_of("", exponents)?;
                self.table(&[exponent], |values| in_range(base, values[0]))
            }
            (_, Some(exponent)) => {
                let base = self.variable_of("", mantissa)?;
                self.table(&[base], |values| in_range(values[0], exponent))
            }
            _ => {
                let is_same = mantissa.is_same(&exponents);
                let base = self.variable_of("", mantissa)?;
                if is_same {
                    return self.table(&[base], |values| in_range(values[0], values[0]));
                }
                let exponent = self.variable_of("", exponents)?;
                self.table(&[base, exponent], |values| in_range(values[0], values[1]))
            }
        }
    }
}

/// Returns `base^exponent`, 0 for a negative exponent; `None` beyond 64 bits.
pub(super) fn power(base: i64, exponent: i64) -> Option<i64> {
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
