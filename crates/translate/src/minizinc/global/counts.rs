//! Automata, counts and numbers of values.

use parallax_model::{Automaton, Count, DistinctCount, Regular, Value, VarId};

use crate::minizinc::formula::Formula;
use crate::minizinc::{Minizinc, terms};

/// The number of entries of a table of transitions, filled or not, beyond which it must be at
/// least a quarter full.
const MAX_ENTRIES: u64 = 1 << 14;

impl Minizinc {
    pub(super) fn regular(&mut self, c: &Regular) -> Formula {
        let states = States::of(&c.automaton);
        if c.scope.is_empty() {
            return Formula::constant(c.automaton.accepts_in(c.automaton.start()));
        }
        let values = c.automaton.transitions().iter().map(|arc| i64::from(arc.1));
        let Some((low, high)) = values.clone().min().zip(values.max()) else {
            return Formula::constant(false);
        };
        if states.finals.is_empty() {
            return Formula::constant(false);
        }
        let width = high.abs_diff(low) + 1;
        let entries = width.saturating_mul(states.numbers.len() as u64);
        if entries > MAX_ENTRIES && entries / 4 > c.automaton.transitions().len() as u64 {
            return self.steps(c, &states);
        }
        let mut table = vec![vec![0; width as usize]; states.numbers.len()];
        for &(from, value, to) in c.automaton.transitions() {
            let row = table.get_mut(states.number(from) - 1);
            let place = usize::try_from(i64::from(value) - low).ok();
            if let Some(cell) = row.zip(place).and_then(|(row, place)| row.get_mut(place)) {
                *cell = states.number(to);
            }
        }
        // The library counts symbols from 1.
        let letters = terms::array(c.scope.iter().map(|&v| match 1 - low {
            0 => self.int(v),
            shift if shift < 0 => format!("{} - {}", self.int(v), -shift),
            shift => format!("{} + {shift}", self.int(v)),
        }));
        let (number, start) = (states.numbers.len(), states.start);
        let (table, finals) = (terms::rows(table), terms::commas(&states.finals));
        let arguments = format!("{letters}, {number}, {width}, {table}, {start}, {{{finals}}}");
        self.call("regular", &arguments)
    }

    /// Writes an automaton as a table of transitions for each step.
    fn steps(&mut self, c: &Regular, states: &States) -> Formula {
        self.includes.insert("table");
        let arcs = c.automaton.transitions().iter().map(|&(from, value, to)| {
            [states.number(from) as i64, value.into(), states.number(to) as i64].to_vec()
        });
        let (letters, number) = (self.list(&c.scope), states.numbers.len());
        let (last, finals) = (c.scope.len(), terms::commas(&states.finals));
        Formula::with(
            &[
                format!("array[1..{last}] of var int: v_ = {letters}"),
                format!("array[0..{last}] of var 1..{number}: s_"),
                format!("array[int, int] of int: t_ = {}", terms::rows(arcs)),
            ],
            &format!(
                "s_[0] = {} /\\ s_[{last}] in {{{finals}}} /\\ \
                 forall(i_ in 1..{last})(table([s_[i_ - 1], v_[i_], s_[i_]], t_))",
                states.start
            ),
        )
    }

    pub(super) fn count(&mut self, c: &Count) -> Formula {
        let total = self.int(c.total);
        let mut values = c.values.clone();
        values.sort_unstable();
        values.dedup();
        match &values[..] {
            _ if c.scope.is_empty() => nothing(&total),
            [] => nothing(&total),
            [value] => {
                let arguments = format!("{}, {value}, {total}", self.list(&c.scope));
                self.call("count", &arguments)
            }
            _ => Formula::atom(format!(
                "sum(v_ in {})(bool2int(v_ in {{{}}})) = {total}",
                self.list(&c.scope),
                terms::commas(values)
            )),
        }
    }

    pub(super) fn distinct_count(&mut self, c: &DistinctCount) -> Formula {
        let (total, list) = (self.int(c.total), self.list(&c.scope));
        if c.scope.is_empty() {
            return nothing(&total);
        }
        let mut except = c.except.clone();
        except.sort_unstable();
        except.dedup();
        // A value that nothing takes is no exception.
        except.retain(|&value| self.takes(&c.scope, value));
        if except.is_empty() {
            return self.call("nvalue", &format!("{total}, {list}"));
        }
        self.includes.insert("nvalue");
        Formula::with(
            &[
                format!("array[int] of var int: v_ = {list}"),
                format!("var 0..{}: n_", c.scope.len()),
                "constraint nvalue(n_, v_)".to_owned(),
            ],
            &format!(
                "{total} = n_ - sum(k_ in {{{}}})(bool2int(exists(i_ in index_set(v_))(v_[i_] = \
                 k_)))",
                terms::commas(except)
            ),
        )
    }

    fn takes(&self, scope: &[VarId], value: Value) -> bool {
        scope.iter().any(|&variable| self.domain(variable).contains(value))
    }
}

/// Returns the formula that a number is 0.
fn nothing(total: &str) -> Formula {
    Formula::atom(format!("{total} = 0"))
}

/// The states of an automaton, numbered from 1.
struct States {
    /// Sorted, each once.
    numbers: Vec<u32>,
    start: usize,
    finals: Vec<usize>,
}

impl States {
    fn of(automaton: &Automaton) -> Self {
        let ends = automaton.transitions().iter().flat_map(|&(from, _, to)| [from, to]);
        let mut numbers: Vec<u32> =
            ends.chain([automaton.start()]).chain(automaton.finals().iter().copied()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut states = States { numbers, start: 0, finals: Vec::new() };
        states.start = states.number(automaton.start());
        states.finals = automaton.finals().iter().map(|&state| states.number(state)).collect();
        states
    }

    /// Returns the number of a state of the automaton.
    fn number(&self, state: u32) -> usize {
        self.numbers.binary_search(&state).unwrap_or_else(|place| place) + 1
    }
}
