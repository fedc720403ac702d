//! Words of an automaton.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::{ConstraintError, Kind, ModelAssignment, Rename, rename_all};
use super::machine::{ConstraintMachine, MachineState};
use super::{DeterministicAutomaton, shared};
use crate::{Model, Value, VarId};

/// The values of the scope, in order, are a word that the automaton accepts (Pesant, "A regular
/// language membership constraint for finite sequences of variables", CP 2004).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Regular<V = VarId> {
    /// The variables, in the order in which the automaton reads them.
    pub scope: Vec<V>,
    /// The automaton. Constraints may share it.
    #[serde(with = "shared")]
    pub automaton: Arc<DeterministicAutomaton>,
}

impl<V> Regular<V> {
    pub(in super::super) fn rename<W, E>(&self, v: Rename<'_, V, W, E>) -> Result<Regular<W>, E> {
        Ok(Regular { scope: rename_all(&self.scope, v)?, automaton: self.automaton.clone() })
    }
}

impl Kind for Regular {
    fn holds(&self, a: ModelAssignment<'_>) -> bool {
        let mut state = self.automaton.start();
        for &v in &self.scope {
            match self.automaton.next_state(state, a.value_of(v)) {
                Some(next) => state = next,
                None => return false,
            }
        }
        self.automaton.accepts_in(state)
    }

    fn each_variable(&self, visit: &mut dyn FnMut(VarId)) {
        self.scope.iter().copied().for_each(visit);
    }

    fn description(&self, model: &Model) -> String {
        format!(
            "({}) is a word of an automaton with {} transitions",
            model.names_of(&self.scope),
            self.automaton.transitions().len()
        )
    }

    fn validate(&self, _model: &Model) -> Result<(), ConstraintError> {
        Ok(())
    }

    fn pieces(&self) -> Vec<usize> {
        vec![self.scope.len(), self.automaton.transitions().len()]
    }

    fn remove(&mut self, list: usize, run: Range<usize>) {
        if list == 0 {
            self.scope.drain(run);
            return;
        }
        let mut transitions = self.automaton.transitions().to_vec();
        transitions.drain(run);
        let (start, finals) = (self.automaton.start(), self.automaton.finals().to_vec());
        // A part of a deterministic automaton is deterministic.
        if let Ok(smaller) = super::DeterministicAutomaton::new(start, finals, transitions) {
            self.automaton = Arc::new(smaller);
        }
    }
}

/// Reads the values of the scope. Without variables nothing is read, and the constraint holds if
/// the start accepts.
impl ConstraintMachine for Regular {
    type State = u32;

    fn read_variables(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn start_state(&self) -> MachineState<u32> {
        match self.scope.len() {
            0 => MachineState::Decided(self.automaton.accepts_in(self.automaton.start())),
            _ => MachineState::Open(self.automaton.start()),
        }
    }

    fn next_state(&self, &state: &u32, place: usize, value: Value) -> MachineState<u32> {
        match self.automaton.next_state(state, value) {
            None => MachineState::Decided(false),
            // Machines decide with the last value, so acceptance is looked up here.
            Some(next) if place + 1 == self.scope.len() => {
                MachineState::Decided(self.automaton.accepts_in(next))
            }
            Some(next) => MachineState::Open(next),
        }
    }
}
