//! Items of lists by their places: elements, extrema, fixed items.

use super::{Fault, Value, require, truth};
use crate::programs::operator::Operator;

/// Returns the value of an operator of this file.
pub(super) fn of(operator: Operator, values: &[Value]) -> Result<i128, Fault> {
    use Operator as O;
    let at = |place: usize| values.get(place).ok_or(Fault::Malformed);
    let int = |place: usize| at(place).and_then(Value::int);
    let list = |place: usize| at(place).and_then(Value::ints);
    let is_chosen = |best: fn(std::slice::Iter<'_, i128>) -> Option<&i128>| {
        let items = list(1)?;
        let chosen = usize::try_from(int(2)? - int(0)?).ok().and_then(|place| items.get(place));
        truth(chosen.is_some() && chosen == best(items.iter()))
    };
    match operator {
        O::Element => element(int(0)?, &list(1)?, int(2)?),
        O::ElementMatrix => {
            let (base, rows) = (int(0)?, at(1)?.rows()?);
            require(rows.iter().all(|row| row.len() == rows[0].len()))?;
            let row = usize::try_from(int(2)? - base).ok().and_then(|place| rows.get(place));
            element(base, row.ok_or(Fault::Undefined)?, int(3)?)
        }
        O::BoolElement => truth(element(int(0)?, &list(1)?, int(2)?)? == int(3)?),
        O::Member => truth(list(0)?.contains(&int(1)?)),
        O::ArgMax => first(int(0)?, &list(1)?, |items| items.iter().max()),
        O::ArgMin => first(int(0)?, &list(1)?, |items| items.iter().min()),
        O::IsArgMax => is_chosen(|items| items.max()),
        O::IsArgMin => is_chosen(|items| items.min()),
        O::IsMinimum => truth(list(1)?.iter().min() == Some(&int(0)?)),
        O::IsMaximum => truth(list(1)?.iter().max() == Some(&int(0)?)),
        O::Instantiation => {
            let (items, constants) = (list(0)?, list(1)?);
            require(items.len() == constants.len())?;
            truth(items == constants)
        }
        _ => Err(Fault::Malformed),
    }
}

/// Returns the item at an index, where the first has the index `base`.
fn element(base: i128, items: &[i128], index: i128) -> Result<i128, Fault> {
    let item = usize::try_from(index - base).ok().and_then(|place| items.get(place));
    item.copied().ok_or(Fault::Undefined)
}

/// Returns the first place of the item that `pick` chooses.
fn first(
    base: i128,
    items: &[i128],
    pick: impl Fn(&[i128]) -> Option<&i128>,
) -> Result<i128, Fault> {
    let chosen = pick(items).ok_or(Fault::Undefined)?;
    let place = items.iter().position(|item| item == chosen).ok_or(Fault::Undefined)?;
    Ok(base + place as i128)
}
