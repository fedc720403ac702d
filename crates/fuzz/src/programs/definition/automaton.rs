//! Tables and automata.

use super::{CaseValue, ExprValueError, require_form, truth_value};
use crate::programs::operator::Operator;

/// Returns the value of an operator of this file.
pub(super) fn evaluate_automaton(
    operator: Operator,
    values: &[CaseValue],
) -> Result<i128, ExprValueError> {
    use Operator as O;
    let at = |index: usize| values.get(index).ok_or(ExprValueError::Malformed);
    match operator {
        O::Table | O::TableBool => {
            let (rows, items) = (at(0)?.as_rows()?, at(1)?.as_ints()?);
            require_form(rows.iter().all(|row| row.len() == items.len()))?;
            truth_value(rows.contains(&items))
        }
        O::TableShort => {
            let (any, rows, items) = (at(0)?.as_int()?, at(1)?.as_rows()?, at(2)?.as_ints()?);
            require_form(rows.iter().all(|row| row.len() == items.len()))?;
            let fits = |row: &Vec<i128>| {
                row.iter().zip(&items).all(|(&value, &item)| value == any || value == item)
            };
            truth_value(rows.iter().any(fits))
        }
        O::Regular | O::Mdd => {
            let automaton = CaseAutomaton::from_values(values)?;
            truth_value(
                automaton.ends.contains(&automaton.last_state(&at(5)?.as_ints()?, |_, _| Some(()))),
            )
        }
        O::CostRegular => {
            let automaton = CaseAutomaton::from_values(values)?;
            let costs = at(6)?.as_rows()?;
            require_form(costs.len() == automaton.next.len())?;
            let widths = costs.iter().zip(&automaton.next);
            require_form(widths.into_iter().all(|(costs, next)| costs.len() == next.len()))?;
            let mut total = 0;
            let last = automaton.last_state(&at(5)?.as_ints()?, |state, symbol| {
                total += costs[state][symbol];
                Some(())
            });
            // The costs of a run that stops early are irrelevant: its last state is 0, which is not
            // final.
            truth_value(automaton.ends.contains(&last) && total == at(7)?.as_int()?)
        }
        O::Nfa => evaluate_nfa(values),
        _ => Err(ExprValueError::Malformed),
    }
}

/// A deterministic automaton; states and symbols count from 1.
struct CaseAutomaton {
    next: Vec<Vec<i128>>,
    start: i128,
    ends: Vec<i128>,
}

impl CaseAutomaton {
    fn from_values(values: &[CaseValue]) -> Result<Self, ExprValueError> {
        let at = |index: usize| values.get(index).ok_or(ExprValueError::Malformed);
        let (states, symbols) = (at(0)?.as_int()?, at(1)?.as_int()?);
        let (next, start, ends) = (at(2)?.as_rows()?, at(3)?.as_int()?, at(4)?.as_ints()?);
        let is_state = |state: &i128| (1..=states).contains(state);
        require_form(next.len() as i128 == states && is_state(&start))?;
        require_form(next.iter().all(|row| row.len() as i128 == symbols))?;
        // 0 as a target means that no transition exists.
        require_form(next.iter().flatten().all(|state| *state == 0 || is_state(state)))?;
        require_form(ends.iter().all(is_state))?;
        Ok(CaseAutomaton { next, start, ends })
    }

    /// Returns the last state, 0 if there is none; `step` receives the indices of states and
    /// symbols.
    fn last_state(&self, items: &[i128], mut step: impl FnMut(usize, usize) -> Option<()>) -> i128 {
        // A value that is not a symbol ends the run, as a missing transition (0) does.
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
fn evaluate_nfa(values: &[CaseValue]) -> Result<i128, ExprValueError> {
    let at = |index: usize| values.get(index).ok_or(ExprValueError::Malformed);
    let (states, symbols) = (at(0)?.as_int()?, at(1)?.as_int()?);
    let (moves, start, ends) = (at(2)?.as_rows()?, at(3)?.as_int()?, at(4)?.as_ints()?);
    let is_state = |state: &i128| (1..=states).contains(state);
    require_form(states > 0 && symbols > 0 && is_state(&start) && ends.iter().all(is_state))?;
    let is_move = |one: &Vec<i128>| match one.as_slice() {
        [from, symbol, to] => is_state(from) && is_state(to) && (1..=symbols).contains(symbol),
        _ => false,
    };
    require_form(moves.iter().all(is_move))?;
    // Follows the set of reachable states. It may repeat states, which costs time but changes no
    // answer.
    let reached = at(5)?.as_ints()?.iter().fold(vec![start], |here, &item| {
        let fits = |one: &&Vec<i128>| one[1] == item && here.contains(&one[0]);
        moves.iter().filter(fits).map(|one| one[2]).collect()
    });
    truth_value(reached.iter().any(|state| ends.contains(state)))
}
