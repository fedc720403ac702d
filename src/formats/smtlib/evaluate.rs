//! The value of a term under an assignment, by its definition.

use crate::model::Value;
use crate::model::flatten::{Bool, Int};

/// Whether an expression is true; 128 bits hold every number that a readable
/// script can make of values and 63-bit factors, else it counts as false.
pub(super) fn bool(expr: &Bool, values: &[Value]) -> Option<bool> {
    Some(match expr {
        Bool::Const(value) => *value,
        Bool::Var(variable) => values[*variable] == 1,
        Bool::Not(inner) => !bool(inner, values)?,
        Bool::And(parts) => {
            for part in parts {
                if !bool(part, values)? {
                    return Some(false);
                }
            }
            true
        }
        Bool::Or(parts) => {
            for part in parts {
                if bool(part, values)? {
                    return Some(true);
                }
            }
            false
        }
        Bool::Iff(left, right) => bool(left, values)? == bool(right, values)?,
        Bool::Ite(condition, then, other) => match bool(condition, values)? {
            true => bool(then, values)?,
            false => bool(other, values)?,
        },
        Bool::Compare(left, relation, right) => {
            let order = int(left, values)?.cmp(&int(right, values)?);
            relation.holds(order as i64, 0)
        }
        Bool::Distinct(parts) => {
            let mut numbers =
                parts.iter().map(|part| int(part, values)).collect::<Option<Vec<i128>>>()?;
            numbers.sort_unstable();
            numbers.windows(2).all(|pair| pair[0] != pair[1])
        }
    })
}

fn int(expr: &Int, values: &[Value]) -> Option<i128> {
    match expr {
        Int::Const(number) => Some((*number).into()),
        Int::Var(variable) => Some(values[*variable].into()),
        Int::Add(parts) => {
            parts.iter().try_fold(0i128, |total, part| total.checked_add(int(part, values)?))
        }
        Int::Scale(factor, inner) => int(inner, values)?.checked_mul((*factor).into()),
        Int::Ite(condition, then, other) => match bool(condition, values)? {
            true => int(then, values),
            false => int(other, values),
        },
    }
}
