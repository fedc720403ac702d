//! Items of lists: places, differences, numbers of occurrences.

use super::{Fault, Value, require, truth};
use crate::operator::Operator;

/// Returns the value of an operator of this file.
pub(super) fn of(operator: Operator, values: &[Value]) -> Result<i128, Fault> {
    use Operator as O;
    let at = |place: usize| values.get(place).ok_or(Fault::Malformed);
    let int = |place: usize| at(place).and_then(Value::int);
    let list = |place: usize| at(place).and_then(Value::ints);
    let number = |count: usize| Ok(count as i128);
    match operator {
        O::Element => element(int(0)?, &list(1)?, int(2)?),
        O::BoolElement => truth(element(int(0)?, &list(1)?, int(2)?)? == int(3)?),
        O::Member => truth(list(0)?.contains(&int(1)?)),
        O::ArgMax => first(int(0)?, &list(1)?, |items| items.iter().max()),
        O::ArgMin => first(int(0)?, &list(1)?, |items| items.iter().min()),
        O::AllDifferent => truth(differ(&list(0)?, &[])),
        O::AllDifferentExcept => truth(differ(&list(0)?, &list(1)?)),
        O::AllEqual => {
            let items = list(0)?;
            truth(items.iter().all(|item| item == &items[0]))
        }
        O::Count => number(occurrences(&list(0)?, int(1)?)),
        O::Among => {
            let set = list(1)?;
            number(list(0)?.iter().filter(|item| set.contains(item)).count())
        }
        O::NValue => {
            let mut items = list(0)?;
            items.sort_unstable();
            items.dedup();
            number(items.len())
        }
        O::Gcc => counts(&list(0)?, &list(1)?, &list(2)?, &list(2)?, false),
        O::GccClosed => counts(&list(0)?, &list(1)?, &list(2)?, &list(2)?, true),
        O::GccLowUp => counts(&list(0)?, &list(1)?, &list(2)?, &list(3)?, false),
        O::GccLowUpClosed => counts(&list(0)?, &list(1)?, &list(2)?, &list(3)?, true),
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

fn differ(items: &[i128], except: &[i128]) -> bool {
    let mut items: Vec<i128> =
        items.iter().copied().filter(|item| !except.contains(item)).collect();
    items.sort_unstable();
    items.windows(2).all(|pair| pair[0] != pair[1])
}

fn occurrences(items: &[i128], value: i128) -> usize {
    items.iter().filter(|&&item| item == value).count()
}

fn counts(
    items: &[i128],
    cover: &[i128],
    low: &[i128],
    up: &[i128],
    closed: bool,
) -> Result<i128, Fault> {
    require(cover.len() == low.len() && cover.len() == up.len())?;
    // Languages differ about a value that is listed twice.
    require(differ(cover, &[]))?;
    let within = cover.iter().zip(low.iter().zip(up)).all(|(&value, (&low, &up))| {
        let count = occurrences(items, value) as i128;
        low <= count && count <= up
    });
    truth(within && (!closed || items.iter().all(|item| cover.contains(item))))
}
