//! Arithmetic and comparisons.

use super::{CaseValue, ExprValueError, dot_product, truth_value};
use crate::programs::operator::Operator;

/// Returns the value of an operator of this file.
pub(super) fn evaluate_arithmetic(
    operator: Operator,
    values: &[CaseValue],
) -> Result<i128, ExprValueError> {
    use Operator as O;
    let one = || values.first().ok_or(ExprValueError::Malformed).and_then(CaseValue::as_int);
    let second = || values.get(1).ok_or(ExprValueError::Malformed).and_then(CaseValue::as_int);
    let list = || values.first().ok_or(ExprValueError::Malformed).and_then(CaseValue::as_ints);
    let large = |value: Option<i128>| value.ok_or(ExprValueError::TooLarge);
    match operator {
        O::Neg => large(one()?.checked_neg()),
        O::Abs => large(one()?.checked_abs()),
        O::Sqr => large(one()?.checked_mul(one()?)),
        O::Add => large(one()?.checked_add(second()?)),
        O::Sub => large(one()?.checked_sub(second()?)),
        O::Mul => large(one()?.checked_mul(second()?)),
        // Arguments have at most 64 bits, so a 128-bit division fails only for the divisor 0.
        O::Div => one()?.checked_div(second()?).ok_or(ExprValueError::Undefined),
        O::Mod => one()?.checked_rem(second()?).ok_or(ExprValueError::Undefined),
        O::Pow => evaluate_power(one()?, second()?),
        O::Dist => large(one()?.checked_sub(second()?).and_then(i128::checked_abs)),
        O::Minimum => list()?.into_iter().min().ok_or(ExprValueError::Undefined),
        O::Maximum => list()?.into_iter().max().ok_or(ExprValueError::Undefined),
        O::Sum => large(list()?.into_iter().try_fold(0, i128::checked_add)),
        O::Product => large(list()?.into_iter().try_fold(1, i128::checked_mul)),
        O::Bool2Int => one(),
        O::EuclidDiv => one()?.checked_div_euclid(second()?).ok_or(ExprValueError::Undefined),
        O::EuclidMod => one()?.checked_rem_euclid(second()?).ok_or(ExprValueError::Undefined),
        O::ScalarProduct => {
            dot_product(&list()?, &values.get(1).ok_or(ExprValueError::Malformed)?.as_ints()?)
        }
        O::Eq => truth_value(one()? == second()?),
        O::Ne => truth_value(one()? != second()?),
        O::Lt => truth_value(one()? < second()?),
        O::Le => truth_value(one()? <= second()?),
        O::Gt => truth_value(one()? > second()?),
        O::Ge => truth_value(one()? >= second()?),
        _ => Err(ExprValueError::Malformed),
    }
}

/// Returns `base` to the power of `exponent`.
fn evaluate_power(base: i128, exponent: i128) -> Result<i128, ExprValueError> {
    let odd = exponent.rem_euclid(2) == 1;
    match (base, exponent) {
        (0, ..0) => Err(ExprValueError::Undefined),
        (1, _) => Ok(1),
        (-1, _) => Ok(if odd { -1 } else { 1 }),
        // 1 divided by a power greater than 1 in absolute value, rounded towards 0. The bases 1 and
        // -1 are handled above, before the exponent could exceed 32 bits.
        (_, ..0) => Ok(0),
        (0, 0) => Ok(1),
        (0, _) => Ok(0),
        _ => u32::try_from(exponent)
            .ok()
            .and_then(|exponent| base.checked_pow(exponent))
            .ok_or(ExprValueError::TooLarge),
    }
}
