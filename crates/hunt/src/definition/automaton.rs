//! Tables and automata.

use super::{Fault, Value, require, truth};
use crate::operator::Operator;

/// Returns the value of an operator of this file.
pub(super) fn of(operator: Operator, values: &[Value]) -> Result<i128, Fault> {
    let at = |place: usize| values.get(place).ok_or(Fault::Malformed);
    let rows = |place: usize| {
        let rows = at(place)?.list()?.iter().map(Value::ints);
        rows.collect::<Result<Vec<Vec<i128>>, Fault>>()
    };
    match operator {
        Operator::Table => {
            let (rows, items) = (rows(0)?, at(1)?.ints()?);
            require(rows.iter().all(|row| row.len() == items.len()))?;
            truth(rows.contains(&items))
        }
        Operator::Regular => {
            let (states, symbols) = (at(0)?.int()?, at(1)?.int()?);
            let (next, start) = (rows(2)?, at(3)?.int()?);
            let is_state = |state: &i128| (1..=states).contains(state);
            require(next.len() as i128 == states && is_state(&start))?;
            require(next.iter().all(|row| row.len() as i128 == symbols))?;
            require(next.iter().flatten().all(|state| *state == 0 || is_state(state)))?;
            let ends = at(4)?.ints()?;
            require(ends.iter().all(is_state))?;
            let last = at(5)?.ints()?.iter().try_fold(start, |state, item| {
                let row = next.get(usize::try_from(state - 1).ok()?)?;
                let to = row.get(usize::try_from(item - 1).ok()?)?;
                (*to > 0).then_some(*to)
            });
            truth(last.is_some_and(|state| ends.contains(&state)))
        }
        _ => Err(Fault::Malformed),
    }
}
