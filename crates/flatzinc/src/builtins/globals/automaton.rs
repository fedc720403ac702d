//! Words of a finite automaton.

use crate::bounds::EmptyBoundsError;
use std::sync::Arc;

use parallax_model::{DeterministicAutomaton, Regular as Kind};

use super::{ArgumentCursor, BoundsStore, BuiltinRule, ConstraintTruth, FlatzincModelDraft};
use crate::assignment::FlatzincAssignment;
use crate::document::{ElementRange, FlatzincTerm, IntSet};
use crate::draft::model_value;
use crate::error::{ArgumentError, FlatzincPostError};
use crate::int_set::set_contains;

/// The terms are a word of a deterministic automaton with states and symbols from 1. State 0 is
/// failure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RegularBuiltin {
    terms: ElementRange,
    states: i64,
    symbols: i64,
    /// The next state by state and symbol.
    next: ElementRange,
    start: i64,
    finals: IntSet,
}

impl RegularBuiltin {
    /// Reads the terms and the automaton.
    pub(in crate::builtins) fn read(
        _: &str,
        arguments: &mut ArgumentCursor<'_>,
    ) -> Result<Self, ArgumentError> {
        let terms = arguments.read_ints()?;
        let (states, symbols) = (arguments.read_number()?, arguments.read_number()?);
        let next = arguments.read_numbers()?;
        let (start, finals) = (arguments.read_number()?, arguments.read_set()?);
        let cells = arguments.list_terms(next).len();
        let is_full = i128::from(states) * i128::from(symbols) == cells as i128;
        if states < 0 || symbols < 0 || !is_full {
            return Err(ArgumentError::TransitionCount { transitions: cells, states, symbols });
        }
        if !(1..=states).contains(&start) {
            return Err(ArgumentError::OtherStart { start, states });
        }
        Ok(RegularBuiltin { terms, states, symbols, next, start, finals })
    }
}

impl BuiltinRule for RegularBuiltin {
    fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool {
        let mut state = self.start;
        for symbol in values.list_values(self.terms) {
            if !(1..=self.symbols).contains(&symbol) {
                return false;
            }
            // Both are in range, and `read` has compared the product of their limits with the
            // cells.
            let place = (state - 1) * self.symbols + symbol - 1;
            match values.value_at(self.next, place.into()) {
                Some(next) if (1..=self.states).contains(&next) => state = next,
                _ => return false,
            }
        }
        values.set_ranges(self.finals).iter().any(|&(low, high)| low <= state && state <= high)
    }

    fn build_truth(
        &self,
        _: &mut FlatzincModelDraft<'_>,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        Err(FlatzincPostError::NotReified)
    }

    fn post_rule(&self, draft: &mut FlatzincModelDraft<'_>) -> Result<(), FlatzincPostError> {
        let scope = draft.list_variables(self.terms)?;
        let key = (self.next, self.start, self.finals);
        let automaton = match draft.automata.get(&key) {
            Some(known) => known.clone(),
            None => {
                let next = draft.document.list_terms(self.next);
                draft.spend_pieces(next.len())?;
                let mut transitions = Vec::new();
                for (place, term) in (0i64..).zip(next.iter()) {
                    // State 0 is failure: it gets no transition.
                    if let FlatzincTerm::Value(to) = term
                        && (1..=self.states).contains(&to)
                    {
                        let (from, symbol) = (place / self.symbols + 1, place % self.symbols + 1);
                        transitions.push((from as u32, model_value(symbol)?, to as u32));
                    }
                }
                let finals = draft.set_ranges(self.finals);
                let finals = (1..=self.states).filter(|&state| set_contains(finals, state));
                let finals = finals.map(|state| state as u32).collect();
                let built =
                    Arc::new(DeterministicAutomaton::new(self.start as u32, finals, transitions)?);
                draft.automata.insert(key, built.clone());
                built
            }
        };
        draft.post_constraint(Kind { scope, automaton }.into())
    }

    fn tighten_bounds(&self, bounds: &mut BoundsStore<'_>) -> Result<(), EmptyBoundsError> {
        let high = self.symbols.into();
        bounds
            .list_terms(self.terms)
            .iter()
            .try_for_each(|&term| bounds.narrow_within(term, 1, high))
    }
}
