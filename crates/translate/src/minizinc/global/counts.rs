//! Automata, counts and numbers of values.

use parallax_model::{Count, DeterministicAutomaton, DistinctCount, Regular, Value, VarId};

use crate::minizinc::formula::MinizincFormula;
use crate::minizinc::{MinizincTranslation, terms};

/// The number of entries of a table of transitions, filled or not, beyond which it must be at
/// least a quarter full.
const MAX_ENTRIES: u64 = 1 << 14;

impl MinizincTranslation {
    pub(super) fn regular_formula(&mut self, c: &Regular) -> MinizincFormula {
        let states = AutomatonStates::from_automaton(&c.automaton);
        if c.scope.is_empty() {
            return MinizincFormula::from_truth(c.automaton.accepts_in(c.automaton.start()));
        }
        let values = c.automaton.transitions().iter().map(|arc| i64::from(arc.1));
        let Some((low, high)) = values.clone().min().zip(values.max()) else {
            return MinizincFormula::from_truth(false);
        };
        if states.finals.is_empty() {
            return MinizincFormula::from_truth(false);
        }
        let width = high.abs_diff(low) + 1;
        let entries = width.saturating_mul(states.numbers.len() as u64);
        // A sparse table would be mostly empty, e.g. for two states and the values 1 and 1000000;
        // the transitions are listed instead.
        if entries > MAX_ENTRIES && entries / 4 > c.automaton.transitions().len() as u64 {
            return self.transition_formula(c, &states);
        }
        // 0 is the state of failure, from which nothing leads on.
        let mut table = vec![vec![0; width as usize]; states.numbers.len()];
        for &(from, value, to) in c.automaton.transitions() {
            let row = table.get_mut(states.state_number(from) - 1);
            let place = usize::try_from(i64::from(value) - low).ok();
            if let Some(cell) = row.zip(place).and_then(|(row, place)| row.get_mut(place)) {
                *cell = states.state_number(to);
            }
        }
        // The library counts symbols from 1.
        let letters = terms::array_text(c.scope.iter().map(|&v| match 1 - low {
            0 => self.integer_text(v),
            shift if shift < 0 => format!("{} - {}", self.integer_text(v), -shift),
            shift => format!("{} + {shift}", self.integer_text(v)),
        }));
        let (number, start) = (states.numbers.len(), states.start);
        let (table, finals) = (terms::row_array(table), terms::join_with_commas(&states.finals));
        let arguments = format!("{letters}, {number}, {width}, {table}, {start}, {{{finals}}}");
        self.call_predicate("regular", &arguments)
    }

    /// Writes an automaton as a table of transitions for each step.
    fn transition_formula(&mut self, c: &Regular, states: &AutomatonStates) -> MinizincFormula {
        self.includes.insert("table");
        let arcs = c.automaton.transitions().iter().map(|&(from, value, to)| {
            [states.state_number(from) as i64, value.into(), states.state_number(to) as i64]
                .to_vec()
        });
        let (letters, number) = (self.variable_array(&c.scope), states.numbers.len());
        let (last, finals) = (c.scope.len(), terms::join_with_commas(&states.finals));
        MinizincFormula::let_formula(
            &[
                format!("array[1..{last}] of var int: v_ = {letters}"),
                format!("array[0..{last}] of var 1..{number}: s_"),
                format!("array[int, int] of int: t_ = {}", terms::row_array(arcs)),
            ],
            &format!(
                "s_[0] = {} /\\ s_[{last}] in {{{finals}}} /\\ \
                 forall(i_ in 1..{last})(table([s_[i_ - 1], v_[i_], s_[i_]], t_))",
                states.start
            ),
        )
    }

    pub(super) fn count_formula(&mut self, c: &Count) -> MinizincFormula {
        let total = self.integer_text(c.total);
        let mut values = c.values.clone();
        values.sort_unstable();
        values.dedup();
        match &values[..] {
            _ if c.scope.is_empty() => is_zero_formula(&total),
            [] => is_zero_formula(&total),
            // The library counts one value; several are summed up.
            [value] => {
                let arguments = format!("{}, {value}, {total}", self.variable_array(&c.scope));
                self.call_predicate("count", &arguments)
            }
            _ => MinizincFormula::from_atom(format!(
                "sum(v_ in {})(bool2int(v_ in {{{}}})) = {total}",
                self.variable_array(&c.scope),
                terms::join_with_commas(values)
            )),
        }
    }

    pub(super) fn distinct_count(&mut self, c: &DistinctCount) -> MinizincFormula {
        let (total, list) = (self.integer_text(c.total), self.variable_array(&c.scope));
        if c.scope.is_empty() {
            return is_zero_formula(&total);
        }
        let mut except = c.except.clone();
        except.sort_unstable();
        except.dedup();
        // A value that nothing takes is no exception.
        except.retain(|&value| self.can_take(&c.scope, value));
        if except.is_empty() {
            return self.call_predicate("nvalue", &format!("{total}, {list}"));
        }
        self.includes.insert("nvalue");
        MinizincFormula::let_formula(
            &[
                format!("array[int] of var int: v_ = {list}"),
                format!("var 0..{}: n_", c.scope.len()),
                "constraint nvalue(n_, v_)".to_owned(),
            ],
            &format!(
                "{total} = n_ - sum(k_ in {{{}}})(bool2int(exists(i_ in index_set(v_))(v_[i_] = \
                 k_)))",
                terms::join_with_commas(except)
            ),
        )
    }

    fn can_take(&self, scope: &[VarId], value: Value) -> bool {
        scope.iter().any(|&variable| self.variable_domain(variable).contains(value))
    }
}

/// Returns the formula that a number is 0.
fn is_zero_formula(total: &str) -> MinizincFormula {
    MinizincFormula::from_atom(format!("{total} = 0"))
}

/// The states of an automaton, numbered from 1.
struct AutomatonStates {
    /// Sorted, each once.
    numbers: Vec<u32>,
    start: usize,
    finals: Vec<usize>,
}

impl AutomatonStates {
    fn from_automaton(automaton: &DeterministicAutomaton) -> Self {
        let ends = automaton.transitions().iter().flat_map(|&(from, _, to)| [from, to]);
        let mut numbers: Vec<u32> =
            ends.chain([automaton.start()]).chain(automaton.finals().iter().copied()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut states = AutomatonStates { numbers, start: 0, finals: Vec::new() };
        states.start = states.state_number(automaton.start());
        states.finals =
            automaton.finals().iter().map(|&state| states.state_number(state)).collect();
        states
    }

    /// Returns the number of a state of the automaton.
    fn state_number(&self, state: u32) -> usize {
        self.numbers.binary_search(&state).unwrap_or_else(|place| place) + 1
    }
}
