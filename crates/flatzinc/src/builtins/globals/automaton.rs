//! Words of a finite automaton.

use crate::bounds::Empty;
use std::sync::Arc;

use parallax_model::{Automaton, Regular as Kind};

use super::{Arguments, Bounds, Draft, Rule, Truth};
use crate::assigned::Assigned;
use crate::document::{IntSet, List, Term};
use crate::draft::value;
use crate::error::{ArgumentError, PostError};
use crate::int_set::has;

/// The terms are a word of a deterministic automaton with states and symbols from 1. State 0 is
/// failure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Regular {
    terms: List,
    states: i64,
    symbols: i64,
    /// The next state by state and symbol.
    next: List,
    start: i64,
    finals: IntSet,
}

impl Regular {
    /// Reads the terms and the automaton.
    pub(in crate::builtins) fn read(
        _: &str,
        arguments: &mut Arguments<'_>,
    ) -> Result<Self, ArgumentError> {
        let terms = arguments.ints()?;
        let (states, symbols) = (arguments.number()?, arguments.number()?);
        let next = arguments.numbers()?;
        let (start, finals) = (arguments.number()?, arguments.set()?);
        let cells = arguments.elements(next).len();
        let is_full = i128::from(states) * i128::from(symbols) == cells as i128;
        if states < 0 || symbols < 0 || !is_full {
            return Err(ArgumentError::TransitionCount { transitions: cells, states, symbols });
        }
        if !(1..=states).contains(&start) {
            return Err(ArgumentError::OtherStart { start, states });
        }
        Ok(Regular { terms, states, symbols, next, start, finals })
    }
}

impl Rule for Regular {
    fn holds(&self, values: &Assigned<'_>) -> bool {
        let mut state = self.start;
        for symbol in values.list(self.terms) {
            if !(1..=self.symbols).contains(&symbol) {
                return false;
            }
            let place = (state - 1) * self.symbols + symbol - 1;
            match values.at(self.next, place.into()) {
                Some(next) if (1..=self.states).contains(&next) => state = next,
                _ => return false,
            }
        }
        values.set(self.finals).iter().any(|&(low, high)| low <= state && state <= high)
    }

    fn truth(&self, _: &mut Draft<'_>) -> Result<Truth, PostError> {
        Err(PostError::NotReified)
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let scope = draft.variables(self.terms)?;
        let key = (self.next, self.start, self.finals);
        let automaton = match draft.automata.get(&key) {
            Some(known) => known.clone(),
            None => {
                let next = draft.document.list(self.next);
                draft.spend(next.len())?;
                let mut transitions = Vec::new();
                for (place, term) in (0i64..).zip(next.iter()) {
                    if let Term::Value(to) = term
                        && (1..=self.states).contains(&to)
                    {
                        let (from, symbol) = (place / self.symbols + 1, place % self.symbols + 1);
                        transitions.push((from as u32, value(symbol)?, to as u32));
                    }
                }
                let finals = draft.set(self.finals);
                let finals = (1..=self.states).filter(|&state| has(finals, state));
                let finals = finals.map(|state| state as u32).collect();
                let built = Arc::new(Automaton::new(self.start as u32, finals, transitions)?);
                draft.automata.insert(key, built.clone());
                built
            }
        };
        draft.post(Kind { scope, automaton }.into())
    }

    fn tighten(&self, bounds: &mut Bounds<'_>) -> Result<(), Empty> {
        let high = self.symbols.into();
        bounds.list(self.terms).iter().try_for_each(|&term| bounds.within(term, 1, high))
    }
}
