//! Items of lists: differences, numbers of occurrences.

use super::{Fault, Value, require, truth};
use crate::programs::operator::Operator;

/// Returns the value of an operator of this file.
pub(super) fn of(operator: Operator, values: &[Value]) -> Result<i128, Fault> {
    use Operator as O;
    let at = |place: usize| values.get(place).ok_or(Fault::Malformed);
    let int = |place: usize| at(place).and_then(Value::int);
    let list = |place: usize| at(place).and_then(Value::ints);
    let number = |count: usize| Ok(count as i128);
    let counted = |holds: &dyn Fn(i128, i128) -> bool| {
        truth(holds(occurrences(&list(0)?, int(1)?) as i128, int(2)?))
    };
    match operator {
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
        O::CountEq => counted(&|count, than| count == than),
        O::CountNe => counted(&|count, than| count != than),
        O::CountLe => counted(&|count, than| than <= count),
        O::CountLt => counted(&|count, than| than < count),
        O::CountGe => counted(&|count, than| than >= count),
        O::CountGt => counted(&|count, than| than > count),
        O::AtLeast => truth(occurrences(&list(1)?, int(2)?) as i128 >= int(0)?),
        O::AtMost => truth(occurrences(&list(1)?, int(2)?) as i128 <= int(0)?),
        O::Exactly => truth(occurrences(&list(1)?, int(2)?) as i128 == int(0)?),
        O::NValue => number(different(list(0)?, &[])),
        O::NValueExcept => number(different(list(0)?, &list(1)?)),
        O::Gcc => counts(&list(0)?, &list(1)?, &list(2)?, &list(2)?, false),
        O::GccClosed => counts(&list(0)?, &list(1)?, &list(2)?, &list(2)?, true),
        O::GccLowUp => counts(&list(0)?, &list(1)?, &list(2)?, &list(3)?, false),
        O::GccLowUpClosed => counts(&list(0)?, &list(1)?, &list(2)?, &list(3)?, true),
        _ => Err(Fault::Malformed),
    }
}

fn differ(items: &[i128], except: &[i128]) -> bool {
    let mut items: Vec<i128> =
        items.iter().copied().filter(|item| !except.contains(item)).collect();
    items.sort_unstable();
    items.windows(2).all(|pair| pair[0] != pair[1])
}

/// Returns the number of different items that are not excepted.
fn different(mut items: Vec<i128>, except: &[i128]) -> usize {
    items.retain(|item| !except.contains(item));
    items.sort_unstable();
    items.dedup();
    items.len()
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
