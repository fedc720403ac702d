//! Order of lists and of their items.

use super::{Fault, Value, require, truth};
use crate::operator::Operator;

/// Returns the value of an operator of this file.
pub(super) fn of(operator: Operator, values: &[Value]) -> Result<i128, Fault> {
    use Operator as O;
    let at = |place: usize| values.get(place).ok_or(Fault::Malformed);
    let int = |place: usize| at(place).and_then(Value::int);
    let list = |place: usize| at(place).and_then(Value::ints);
    let pairs = |holds: fn(i128, i128) -> bool| {
        list(0).and_then(|items| truth(items.windows(2).all(|pair| holds(pair[0], pair[1]))))
    };
    match operator {
        O::LexLess => truth(list(0)? < list(1)?),
        O::LexLessEq => truth(list(0)? <= list(1)?),
        O::Increasing => pairs(|a, b| a <= b),
        O::StrictlyIncreasing => pairs(|a, b| a < b),
        O::Decreasing => pairs(|a, b| a >= b),
        O::StrictlyDecreasing => pairs(|a, b| a > b),
        O::ValuePrecede => truth(precedes(int(0)?, int(1)?, &list(2)?)),
        O::ValuePrecedeChain => {
            let (chain, items) = (list(0)?, list(1)?);
            truth(chain.windows(2).all(|pair| precedes(pair[0], pair[1], &items)))
        }
        O::SeqPrecedeChain => {
            let items = list(0)?;
            let most = items.iter().copied().max().unwrap_or(0);
            // More values than items cannot all have occurred.
            let short = most <= items.len() as i128;
            truth(short && (2..=most).all(|value| precedes(value - 1, value, &items)))
        }
        O::SlidingSum => {
            let (low, up, length, items) = (int(0)?, int(1)?, int(2)?, list(3)?);
            require(length >= 0)?;
            let length = usize::try_from(length).map_err(|_| Fault::Malformed)?;
            let sums = items.len().checked_sub(length).map_or(0, |rest| rest + 1);
            truth((0..sums).all(|at| {
                let sum: i128 = items[at..at + length].iter().sum();
                low <= sum && sum <= up
            }))
        }
        _ => Err(Fault::Malformed),
    }
}

/// Whether the first `later`, if any, comes after some `earlier`.
fn precedes(earlier: i128, later: i128, items: &[i128]) -> bool {
    let first = |value: i128| items.iter().position(|&item| item == value);
    match (first(earlier), first(later)) {
        (_, None) => true,
        (None, Some(_)) => false,
        // A value does not precede itself.
        (Some(earlier), Some(later)) => earlier < later,
    }
}
