//! Tables and automata.

use super::{Fault, Value, require, truth};
use crate::programs::operator::Operator;

/// Returns the value of an operator of this file.
pub(super) fn of(operator: Operator, values: &[Value]) -> Result<i128, Fault> {
    use Operator as O;
    let at = |place: usize| values.get(place).ok_or(Fault::Malformed);
    match operator {
        O::Table | O::TableBool => {
            let (rows, items) = (at(0)?.rows()?, at(1)?.ints()?);
            require(rows.iter().all(|row| row.len() == items.len()))?;
            truth(rows.contains(&items))
        }
        O::TableShort => {
            let (any, rows, items) = (at(0)?.int()?, at(1)?.rows()?, at(2)?.ints()?);
            require(rows.iter().all(|row| row.len() == items.len()))?;
            let fits = |row: &Vec<i128>| {
                row.iter().zip(&items).all(|(&value, &item)| value == any || value == item)
            };
            truth(rows.iter().any(fits))
        }
        O::Regular | O::Mdd => {
            let automaton = Automaton::of(values)?;
            truth(automaton.ends.contains(&automaton.path(&at(5)?.ints()?, |_, _| Some(()))))
        }
        O::CostRegular => {
            let automaton = Automaton::of(values)?;
            let costs = at(6)?.rows()?;
            require(costs.len() == automaton.next.len())?;
            let widths = costs.iter().zip(&automaton.next);
            require(widths.into_iter().all(|(costs, next)| costs.len() == next.len()))?;
            let mut total = 0;
            let last = automaton.path(&at(5)?.ints()?, |state, symbol| {
                total += costs[state][symbol];
                Some(())
            });
            truth(automaton.ends.contains(&last) && total == at(7)?.int()?)
        }
        O::Nfa => nfa(values),
        _ => Err(Fault::Malformed),
    }
}

/// A deterministic automaton; states and symbols count from 1.
struct Automaton {
    next: Vec<Vec<i128>>,
    start: i128,
    ends: Vec<i128>,
}

impl Automaton {
    fn of(values: &[Value]) -> Result<Self, Fault> {
        let at = |place: usize| values.get(place).ok_or(Fault::Malformed);
        let (states, symbols) = (at(0)?.int()?, at(1)?.int()?);
        let (next, start, ends) = (at(2)?.rows()?, at(3)?.int()?, at(4)?.ints()?);
        let is_state = |state: &i128| (1..=states).contains(state);
        require(next.len() as i128 == states && is_state(&start))?;
        require(next.iter().all(|row| row.len() as i128 == symbols))?;
        require(next.iter().flatten().all(|state| *state == 0 || is_state(state)))?;
        require(ends.iter().all(is_state))?;
        Ok(Automaton { next, start, ends })
    }

    /// Returns the last state, 0 if there is none; `step` sees the places of states and symbols.
    fn path(&self, items: &[i128], mut step: impl FnMut(usize, usize) -> Option<()>) -> i128 {
        let last = items.iter().try_fold(self.start, |state, item| {
            let state = usize::try_from(state - 1).ok()?;
            let symbol = usize::try_from(item - 1).ok()?;
            let to = *self.next.get(state)?.get(symbol)?;
            step(state, symbol)?;
            (to > 0).then_some(to)
        });
        last.unwrap_or(0)
    }
}

/// Whether an automaton with several transitions for a symbol accepts the items.
fn nfa(values: &[Value]) -> Result<i128, Fault> {
    let at = |place: usize| values.get(place).ok_or(Fault::Malformed);
    let (states, symbols) = (at(0)?.int()?, at(1)?.int()?);
    let (moves, start, ends) = (at(2)?.rows()?, at(3)?.int()?, at(4)?.ints()?);
    let is_state = |state: &i128| (1..=states).contains(state);
    require(states > 0 && symbols > 0 && is_state(&start) && ends.iter().all(is_state))?;
    let is_move = |one: &Vec<i128>| match one.as_slice() {
        [from, symbol, to] => is_state(from) && is_state(to) && (1..=symbols).contains(symbol),
        _ => false,
    };
    require(moves.iter().all(is_move))?;
    let reached = at(5)?.ints()?.iter().fold(vec![start], |here, &item| {
        let fits = |one: &&Vec<i128>| one[1] == item && here.contains(&one[0]);
        moves.iter().filter(fits).map(|one| one[2]).collect()
    });
    truth(reached.iter().any(|state| ends.contains(state)))
}
