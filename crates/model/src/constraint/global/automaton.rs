//! Deterministic finite automata.

use serde::{Deserialize, Serialize};

use crate::Value;

/// A deterministic automaton that reads values. A missing transition rejects.
///
/// A decision diagram over layers (MDD) is an automaton whose states are the nodes: each is
/// reached after the same number of values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "AutomatonJson", into = "AutomatonJson")]
pub struct DeterministicAutomaton {
    start: u32,
    /// Sorted, each once.
    finals: Vec<u32>,
    /// Sorted by state and value: the state, the value that is read, the next state.
    transitions: Vec<(u32, Value, u32)>,
    /// The place of the first transition of each state, and the number of transitions.
    first: Vec<u32>,
}

/// An automaton in JSON.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an automaton")]
struct AutomatonJson {
    start: u32,
    finals: Vec<u32>,
    transitions: Vec<(u32, Value, u32)>,
}

/// The states of an automaton have numbers below this.
pub const MAX_STATES: u32 = 1 << 24;

/// A fault in an automaton.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the text of a variant says what its fields are")]
pub enum AutomatonError {
    /// A state with a value has two next states.
    #[error(
        "state {from} with value {value} goes to states {} and {}; expected a deterministic \
         automaton", to[0], to[1]
    )]
    TwoStates { from: u32, value: Value, to: [u32; 2] },
    /// The number of a state is too large.
    #[error("state {state}; expected states below {MAX_STATES}")]
    LargeState { state: u32 },
}

impl DeterministicAutomaton {
    /// Creates an automaton from its start, its accepting states and its transitions `(state,
    /// value, next state)`. Repeated transitions are harmless. States are numbers below
    /// [`MAX_STATES`].
    ///
    /// # Errors
    /// Returns an error if a state with a value has two next states, or a state is too large.
    pub fn new(
        start: u32,
        mut finals: Vec<u32>,
        mut transitions: Vec<(u32, Value, u32)>,
    ) -> Result<Self, AutomatonError> {
        finals.sort_unstable();
        finals.dedup();
        transitions.sort_unstable();
        transitions.dedup();
        // Sorted by state and value, two transitions that disagree are neighbours.
        let twice =
            transitions.windows(2).find(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1));
        if let Some(&[(from, value, to), (_, _, other)]) = twice {
            return Err(AutomatonError::TwoStates { from, value, to: [to, other] });
        }
        let states = transitions.iter().flat_map(|&(from, _, to)| [from, to]);
        let max_state = states.chain(finals.iter().copied()).chain([start]).max().unwrap_or(0);
        if max_state >= MAX_STATES {
            return Err(AutomatonError::LargeState { state: max_state });
        }
        // Counting sort: the transitions of each state are counted one slot later, so that the
        // prefix sums are the first places, and the last slot is the total.
        let mut first = vec![0; max_state as usize + 2];
        for &(from, ..) in &transitions {
            first[from as usize + 1] += 1;
        }
        for state in 1..first.len() {
            first[state] += first[state - 1];
        }
        Ok(DeterministicAutomaton { start, finals, transitions, first })
    }

    /// Returns the start.
    #[must_use]
    pub fn start(&self) -> u32 {
        self.start
    }

    /// Returns the accepting states in ascending order.
    #[must_use]
    pub fn finals(&self) -> &[u32] {
        &self.finals
    }

    /// Returns the transitions, sorted: the state, the value that is read, the next state.
    #[must_use]
    pub fn transitions(&self) -> &[(u32, Value, u32)] {
        &self.transitions
    }

    /// Returns the transitions from a state, in ascending order of values.
    #[must_use]
    pub fn from_state(&self, state: u32) -> &[(u32, Value, u32)] {
        // A state beyond the last one has no transitions.
        match self.first.get(state as usize..state as usize + 2) {
            Some(&[start, end]) => &self.transitions[start as usize..end as usize],
            _ => &[],
        }
    }

    /// Returns the state after reading a value; `None` if the automaton rejects it.
    #[must_use]
    pub fn next_state(&self, state: u32, value: Value) -> Option<u32> {
        let from = self.from_state(state);
        let index = from.binary_search_by_key(&value, |transition| transition.1).ok()?;
        Some(from[index].2)
    }

    /// Returns whether a state accepts.
    #[must_use]
    pub fn accepts_in(&self, state: u32) -> bool {
        self.finals.binary_search(&state).is_ok()
    }
}

impl TryFrom<AutomatonJson> for DeterministicAutomaton {
    type Error = AutomatonError;

    fn try_from(written: AutomatonJson) -> Result<Self, AutomatonError> {
        DeterministicAutomaton::new(written.start, written.finals, written.transitions)
    }
}

impl From<DeterministicAutomaton> for AutomatonJson {
    fn from(automaton: DeterministicAutomaton) -> Self {
        let DeterministicAutomaton { start, finals, transitions, .. } = automaton;
        AutomatonJson { start, finals, transitions }
    }
}
