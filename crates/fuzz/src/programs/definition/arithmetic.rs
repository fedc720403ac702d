//! Arithmetic and comparisons.

use super::{Fault, Value, dot, truth};
use crate::programs::operator::Operator;

/// Returns the value of an operator of this file.
pub(super) fn of(operator: Operator, values: &[Value]) -> Result<i128, Fault> {
    use Operator as O;
    let one = || values.first().ok_or(Fault::Malformed).and_then(Value::int);
    let second = || values.get(1).ok_or(Fault::Malformed).and_then(Value::int);
    let list = || values.first().ok_or(Fault::Malformed).and_then(Value::ints);
    let large = |value: Option<i128>| value.ok_or(Fault::TooLarge);
    match operator {
        O::Neg => large(one()?.checked_neg()),
        O::Abs => large(one()?.checked_abs()),
        O::Sqr => large(one()?.checked_mul(one()?)),
        O::Add => large(one()?.checked_add(second()?)),
        O::Sub => large(one()?.checked_sub(second()?)),
        O::Mul => large(one()?.checked_mul(second()?)),
        O::Div => one()?.checked_div(second()?).ok_or(Fault::Undefined),
        O::Mod => one()?.checked_rem(second()?).ok_or(Fault::Undefined),
        O::Pow => power(one()?, second()?),
        O::Dist => large(one()?.checked_sub(second()?).and_then(i128::checked_abs)),
        O::Minimum => list()?.into_iter().min().ok_or(Fault::Undefined),
        O::Maximum => list()?.into_iter().max().ok_or(Fault::Undefined),
        O::Sum => large(list()?.into_iter().try_fold(0, i128::checked_add)),
        O::Product => large(list()?.into_iter().try_fold(1, i128::checked_mul)),
        O::Bool2Int => one(),
        O::EuclidDiv => one()?.checked_div_euclid(second()?).ok_or(Fault::Undefined),
        O::EuclidMod => one()?.checked_rem_euclid(second()?).ok_or(Fault::Undefined),
        O::ScalarProduct => dot(&list()?, &values.get(1).ok_or(Fault::Malformed)?.ints()?),
        O::Eq => truth(one()? == second()?),
        O::Ne => truth(one()? != second()?),
        O::Lt => truth(one()? < second()?),
        O::Le => truth(one()? <= second()?),
        O::Gt => truth(one()? > second()?),
        O::Ge => truth(one()? >= second()?),
        _ => Err(Fault::Malformed),
    }
}

/// Returns `base` to the power of `exponent`.
fn power(base: i128, exponent: i128) -> Result<i128, Fault> {
    let odd = exponent.rem_euclid(2) == 1;
    match (base, exponent) {
        (0, ..0) => Err(Fault::Undefined),
        (1, _) => Ok(1),
        (-1, _) => Ok(if odd { -1 } else { 1 }),
        (_, ..0) => Ok(0),
        (0, 0) => Ok(1),
        (0, _) => Ok(0),
        _ => u32::try_from(exponent)
            .ok()
            .and_then(|exponent| base.checked_pow(exponent))
            .ok_or(Fault::TooLarge),
    }
}
