//! Items of lists by index: elements, extrema, fixed items.

use super::{CaseValue, ExprValueError, require_form, truth_value};
use crate::programs::operator::Operator;

/// Returns the value of an operator of this file.
pub(super) fn evaluate_places(
    operator: Operator,
    values: &[CaseValue],
) -> Result<i128, ExprValueError> {
    use Operator as O;
    let at = |position: usize| values.get(position).ok_or(ExprValueError::Malformed);
    let int = |position: usize| at(position).and_then(CaseValue::as_int);
    let list = |position: usize| at(position).and_then(CaseValue::as_ints);
    // The iterator's `min` returns the first of equal items and `max` the last, but only values are
    // compared here, so any position of an extreme item is accepted.
    let is_chosen = |best: fn(std::slice::Iter<'_, i128>) -> Option<&i128>| {
        let items = list(1)?;
        let chosen =
            usize::try_from(int(2)? - int(0)?).ok().and_then(|position| items.get(position));
        truth_value(chosen.is_some() && chosen == best(items.iter()))
    };
    match operator {
        O::Element => evaluate_element(int(0)?, &list(1)?, int(2)?),
        O::ElementMatrix => {
            let (base, rows) = (int(0)?, at(1)?.as_rows()?);
            require_form(rows.iter().all(|row| row.len() == rows[0].len()))?;
            let row = usize::try_from(int(2)? - base).ok().and_then(|position| rows.get(position));
            evaluate_element(base, row.ok_or(ExprValueError::Undefined)?, int(3)?)
        }
        O::BoolElement => truth_value(evaluate_element(int(0)?, &list(1)?, int(2)?)? == int(3)?),
        O::Member => truth_value(list(0)?.contains(&int(1)?)),
        O::ArgMax => first_index(int(0)?, &list(1)?, |items| items.iter().max()),
        O::ArgMin => first_index(int(0)?, &list(1)?, |items| items.iter().min()),
        O::IsArgMax => is_chosen(|items| items.max()),
        O::IsArgMin => is_chosen(|items| items.min()),
        O::IsMinimum => truth_value(list(1)?.iter().min() == Some(&int(0)?)),
        O::IsMaximum => truth_value(list(1)?.iter().max() == Some(&int(0)?)),
        O::Instantiation => {
            let (items, constants) = (list(0)?, list(1)?);
            require_form(items.len() == constants.len())?;
            truth_value(items == constants)
        }
        _ => Err(ExprValueError::Malformed),
    }
}

/// Returns the item at an index, where the first has the index `base`.
fn evaluate_element(base: i128, items: &[i128], index: i128) -> Result<i128, ExprValueError> {
    let item = usize::try_from(index - base).ok().and_then(|position| items.get(position));
    item.copied().ok_or(ExprValueError::Undefined)
}

/// Returns the first index of the item that `pick` chooses.
fn first_index(
    base: i128,
    items: &[i128],
    pick: impl Fn(&[i128]) -> Option<&i128>,
) -> Result<i128, ExprValueError> {
    let chosen = pick(items).ok_or(ExprValueError::Undefined)?;
    let position = items.iter().position(|item| item == chosen).ok_or(ExprValueError::Undefined)?;
    Ok(base + position as i128)
}
