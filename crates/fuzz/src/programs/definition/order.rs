//! Order of lists and of their items.

use super::{CaseValue, ExprValueError, require_form, truth_value};
use crate::programs::operator::Operator;

/// Returns the value of an operator of this file.
pub(super) fn evaluate_order(
    operator: Operator,
    values: &[CaseValue],
) -> Result<i128, ExprValueError> {
    use Operator as O;
    let at = |index: usize| values.get(index).ok_or(ExprValueError::Malformed);
    let int = |index: usize| at(index).and_then(CaseValue::as_int);
    let list = |index: usize| at(index).and_then(CaseValue::as_ints);
    let pairs = |holds: fn(i128, i128) -> bool| {
        list(0).and_then(|items| truth_value(items.windows(2).all(|pair| holds(pair[0], pair[1]))))
    };
    match operator {
        O::LexLess | O::LexLessBool => truth_value(list(0)? < list(1)?),
        O::LexLessEq | O::LexLessEqBool => truth_value(list(0)? <= list(1)?),
        O::Increasing => pairs(|a, b| a <= b),
        O::StrictlyIncreasing => pairs(|a, b| a < b),
        O::Decreasing => pairs(|a, b| a >= b),
        O::StrictlyDecreasing => pairs(|a, b| a > b),
        O::OrderedBy => ordered_by(int(0)?, &list(1)?, &list(2)?),
        O::Sort => {
            let (mut items, sorted) = (list(0)?, list(1)?);
            require_form(items.len() == sorted.len())?;
            items.sort_unstable();
            truth_value(items == sorted)
        }
        O::ArgSort => {
            let (base, items, places) = (int(0)?, list(1)?, list(2)?);
            require_form(items.len() == places.len())?;
            let mut sorted: Vec<usize> = (0..items.len()).collect();
            // The sort is stable: among equal items, the first keeps its position before the
            // others.
            sorted.sort_by_key(|&at| items[at]);
            truth_value(sorted.iter().zip(&places).all(|(&at, &index)| base + at as i128 == index))
        }
        O::ValuePrecede => truth_value(value_precedes(int(0)?, int(1)?, &list(2)?)),
        O::ValuePrecedeChain => {
            let (chain, items) = (list(0)?, list(1)?);
            truth_value(chain.windows(2).all(|pair| value_precedes(pair[0], pair[1], &items)))
        }
        O::SeqPrecedeChain => {
            let items = list(0)?;
            let max_value = items.iter().copied().max().unwrap_or(0);
            // More values than items cannot all occur. The test comes first: `max_value` may be so
            // large that the loop over values would not end.
            let short = max_value <= items.len() as i128;
            truth_value(
                short && (2..=max_value).all(|value| value_precedes(value - 1, value, &items)),
            )
        }
        O::SlidingSum => {
            let (low, up, length, items) = (int(0)?, int(1)?, int(2)?, list(3)?);
            require_form(length >= 0)?;
            let length = usize::try_from(length).map_err(|_| ExprValueError::Malformed)?;
            // A window longer than the list has no position, so it constrains nothing.
            let sums = items.len().checked_sub(length).map_or(0, |rest| rest + 1);
            truth_value((0..sums).all(|at| {
                let sum: i128 = items[at..at + length].iter().sum();
                low <= sum && sum <= up
            }))
        }
        _ => Err(ExprValueError::Malformed),
    }
}

/// Whether each item plus its length precedes the next item, in the order with this number.
fn ordered_by(order: i128, items: &[i128], lengths: &[i128]) -> Result<i128, ExprValueError> {
    require_form(items.len() == lengths.len() + 1)?;
    let holds: fn(i128, i128) -> bool = match order {
        0 => |a, b| a < b,
        1 => |a, b| a <= b,
        2 => |a, b| a >= b,
        3 => |a, b| a > b,
        _ => return Err(ExprValueError::Malformed),
    };
    let mut pairs = items.windows(2).zip(lengths);
    truth_value(pairs.all(|(pair, length)| holds(pair[0] + length, pair[1])))
}

/// Whether the first `later`, if there is one, comes after some `earlier`.
fn value_precedes(earlier: i128, later: i128, items: &[i128]) -> bool {
    let first = |value: i128| items.iter().position(|&item| item == value);
    match (first(earlier), first(later)) {
        (_, None) => true,
        (None, Some(_)) => false,
        // A value does not precede itself.
        (Some(earlier), Some(later)) => earlier < later,
    }
}
