//! Items of lists: differences, numbers of occurrences.

use super::{CaseValue, ExprValueError, require_form, truth_value};
use crate::programs::operator::Operator;

/// Returns the value of an operator of this file.
pub(super) fn evaluate_counting(
    operator: Operator,
    values: &[CaseValue],
) -> Result<i128, ExprValueError> {
    use Operator as O;
    let at = |index: usize| values.get(index).ok_or(ExprValueError::Malformed);
    let int = |index: usize| at(index).and_then(CaseValue::as_int);
    let list = |index: usize| at(index).and_then(CaseValue::as_ints);
    let number = |count: usize| Ok(count as i128);
    let counted = |holds: &dyn Fn(i128, i128) -> bool| {
        truth_value(holds(occurrence_count(&list(0)?, int(1)?) as i128, int(2)?))
    };
    match operator {
        O::AllDifferent => truth_value(all_differ(&list(0)?, &[])),
        O::AllDifferentExcept => truth_value(all_differ(&list(0)?, &list(1)?)),
        O::AllEqual => {
            let items = list(0)?;
            truth_value(items.iter().all(|item| item == &items[0]))
        }
        O::Count => number(occurrence_count(&list(0)?, int(1)?)),
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
        O::AtLeast => truth_value(occurrence_count(&list(1)?, int(2)?) as i128 >= int(0)?),
        O::AtMost => truth_value(occurrence_count(&list(1)?, int(2)?) as i128 <= int(0)?),
        O::Exactly => truth_value(occurrence_count(&list(1)?, int(2)?) as i128 == int(0)?),
        O::NValue => number(distinct_count(list(0)?, &[])),
        O::NValueExcept => number(distinct_count(list(0)?, &list(1)?)),
        O::Gcc => evaluate_cardinality(&list(0)?, &list(1)?, &list(2)?, &list(2)?, false),
        O::GccClosed => evaluate_cardinality(&list(0)?, &list(1)?, &list(2)?, &list(2)?, true),
        O::GccLowUp => evaluate_cardinality(&list(0)?, &list(1)?, &list(2)?, &list(3)?, false),
        O::GccLowUpClosed => evaluate_cardinality(&list(0)?, &list(1)?, &list(2)?, &list(3)?, true),
        _ => Err(ExprValueError::Malformed),
    }
}

fn all_differ(items: &[i128], except: &[i128]) -> bool {
    let mut items: Vec<i128> =
        items.iter().copied().filter(|item| !except.contains(item)).collect();
    items.sort_unstable();
    items.windows(2).all(|pair| pair[0] != pair[1])
}

/// Returns the number of different items that are not excepted.
fn distinct_count(mut items: Vec<i128>, except: &[i128]) -> usize {
    items.retain(|item| !except.contains(item));
    items.sort_unstable();
    items.dedup();
    items.len()
}

fn occurrence_count(items: &[i128], value: i128) -> usize {
    items.iter().filter(|&&item| item == value).count()
}

fn evaluate_cardinality(
    items: &[i128],
    cover: &[i128],
    low: &[i128],
    up: &[i128],
    closed: bool,
) -> Result<i128, ExprValueError> {
    require_form(cover.len() == low.len() && cover.len() == up.len())?;
    // Languages differ about a value that is listed twice.
    require_form(all_differ(cover, &[]))?;
    let within = cover.iter().zip(low.iter().zip(up)).all(|(&value, (&low, &up))| {
        let count = occurrence_count(items, value) as i128;
        low <= count && count <= up
    });
    truth_value(within && (!closed || items.iter().all(|item| cover.contains(item))))
}
