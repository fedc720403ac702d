//! Sums, products, divisions and extrema of values.

use parallax_model::ComparisonOperator;
use parallax_model::decimal::{DecimalNumber, MAX_DIGITS};
use parallax_model::flatten::IntExpression;

use super::{GroundNumber, GroundTruth, TableGrounder, VariableBindings};
use crate::build_error::CompileError;
use crate::expr::TableExpression;

impl TableGrounder<'_> {
    pub(super) fn sum_expressions(
        &mut self,
        list: &[(bool, TableExpression)],
        bound: &VariableBindings<'_>,
        defined: &mut Vec<GroundTruth>,
    ) -> Result<GroundNumber, CompileError> {
        let mut parts = Vec::with_capacity(list.len());
        for (negative, expr) in list {
            let part = self.ground_number(expr, bound, defined)?;
            let minus = GroundNumber::Known(DecimalNumber::from_integer(-1));
            parts.push(if *negative { self.multiply_numbers(&[minus, part])? } else { part });
        }
        self.add_numbers(&parts)
    }

    /// The sum of numbers.
    pub fn add_numbers(&mut self, parts: &[GroundNumber]) -> Result<GroundNumber, CompileError> {
        let digits = parts.iter().map(GroundNumber::decimal_places).max().unwrap_or(0);
        let (mut known, mut terms) = (0i64, Vec::new());
        for &part in parts {
            match part {
                GroundNumber::Known(number) => {
                    let units = number.units_at(digits).ok_or(CompileError::LargeNumber)?;
                    known = known.checked_add(units).ok_or(CompileError::LargeNumber)?;
                }
                GroundNumber::Term(..) => terms.push(self.scaled_term(part, digits)?),
            }
        }
        if terms.is_empty() {
            return Ok(GroundNumber::Known(DecimalNumber { units: known, digits }));
        }
        // The known parts form one term, and none if they add up to 0.
        if known != 0 {
            terms.push(self.number_term(known));
        }
        Ok(match terms[..] {
            [only] => GroundNumber::Term(only, digits),
            _ => GroundNumber::Term(self.terms.add_sum(&terms), digits),
        })
    }

    pub(super) fn multiply_numbers(
        &mut self,
        parts: &[GroundNumber],
    ) -> Result<GroundNumber, CompileError> {
        let (mut factor, mut digits, mut term) = (1i64, 0, None);
        for part in parts {
            digits += part.decimal_places();
            match *part {
                GroundNumber::Known(number) => {
                    factor = factor.checked_mul(number.units).ok_or(CompileError::LargeNumber)?;
                }
                GroundNumber::Term(next, _) => {
                    term = Some(match term {
                        None => next,
                        Some(before) => self.terms.add_product(before, next),
                    });
                }
            }
        }
        // Beyond this, scaling to a common unit would soon leave 64 bits.
        if digits > 2 * MAX_DIGITS {
            return Err(CompileError::LargeNumber);
        }
        Ok(match (term, factor) {
            // 0 times anything is 0. Whether the factors have values is noted apart, in `defined`.
            (None, _) | (_, 0) => GroundNumber::Known(DecimalNumber { units: factor, digits }),
            (Some(term), 1) => GroundNumber::Term(term, digits),
            (Some(term), _) => GroundNumber::Term(self.terms.add_multiple(factor, term), digits),
        })
    }

    pub(super) fn extreme_number(
        &mut self,
        parts: &[GroundNumber],
        greatest: bool,
    ) -> Result<GroundNumber, CompileError> {
        let digits = parts.iter().map(GroundNumber::decimal_places).max().unwrap_or(0);
        let known: Option<Vec<i64>> = parts
            .iter()
            .map(|part| match part {
                GroundNumber::Known(number) => number.units_at(digits),
                GroundNumber::Term(..) => None,
            })
            .collect();
        if let Some(known) = known {
            let units = if greatest { known.into_iter().max() } else { known.into_iter().min() };
            return Ok(GroundNumber::Known(DecimalNumber {
                units: units.ok_or(CompileError::NoOperands)?,
                digits,
            }));
        }
        let terms: Vec<IntExpression> =
            parts.iter().map(|&part| self.scaled_term(part, digits)).collect::<Result<_, _>>()?;
        let made = if greatest { self.terms.add_max(&terms) } else { self.terms.add_min(&terms) };
        Ok(GroundNumber::Term(made.ok_or(CompileError::NoOperands)?, digits))
    }

    /// Returns the quotient rounded down, or the remainder that belongs to it.
    pub(super) fn divide_numbers(
        &mut self,
        quotient: bool,
        a: &TableExpression,
        b: &TableExpression,
        bound: &VariableBindings<'_>,
        defined: &mut Vec<GroundTruth>,
    ) -> Result<GroundNumber, CompileError> {
        let (a, b) =
            (self.ground_number(a, bound, defined)?, self.ground_number(b, bound, defined)?);
        if a.decimal_places() + b.decimal_places() > 0 {
            return Err(CompileError::DecimalDivision);
        }
        let zero = GroundNumber::Known(DecimalNumber::from_integer(0));
        match (a, b) {
            // Division by 0 has no value.
            (_, GroundNumber::Known(DecimalNumber { units: 0, .. })) => {
                defined.push(GroundTruth::Known(false));
                Ok(zero)
            }
            (GroundNumber::Known(a), GroundNumber::Known(b)) => {
                let (a, b) = (a.units, b.units);
                let units =
                    if quotient { a.checked_div_euclid(b) } else { a.checked_rem_euclid(b) };
                Ok(GroundNumber::Known(DecimalNumber::from_integer(
                    units.ok_or(CompileError::LargeNumber)?,
                )))
            }
            // The divisor may be 0 in some solutions, where the value is then missing.
            _ => {
                let nonzero = self.compare_numbers(b, ComparisonOperator::Ne, zero)?;
                defined.push(nonzero);
                let (a, b) = (self.scaled_term(a, 0)?, self.scaled_term(b, 0)?);
                Ok(GroundNumber::Term(self.euclidean_division(quotient, a, b), 0))
            }
        }
    }

    /// Builds Euclidean division from the division that rounds to 0.
    fn euclidean_division(
        &mut self,
        quotient: bool,
        a: IntExpression,
        b: IntExpression,
    ) -> IntExpression {
        let (zero, one) = (self.number_term(0), self.number_term(1));
        // The remainder of rounding to 0 has the sign of a. If it is negative, |b| is added to it,
        // and the quotient moves by 1 against the sign of b.
        let rest = self.terms.add_remainder(a, b);
        let is_negative = self.terms.add_comparison(rest, ComparisonOperator::Lt, zero);
        let is_positive = self.terms.add_comparison(b, ComparisonOperator::Gt, zero);
        if quotient {
            let plain = self.terms.add_quotient(a, b);
            let minus_one = self.number_term(-1);
            let by = self.terms.add_int_choice(is_positive, minus_one, one);
            let change = self.terms.add_int_choice(is_negative, by, zero);
            self.terms.add_sum(&[plain, change])
        } else {
            let minus = self.terms.add_multiple(-1, b);
            let by = self.terms.add_int_choice(is_positive, b, minus);
            let change = self.terms.add_int_choice(is_negative, by, zero);
            self.terms.add_sum(&[rest, change])
        }
    }
}
