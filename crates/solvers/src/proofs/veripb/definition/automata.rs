//! Definitions of automata.

use std::collections::BTreeMap;

use parallax_certificates::{Automaton, Variable};

use super::super::symbols::{DefinitionLiteral, DefinitionTruth};
use super::{MAX_DEFINITION_BYTES, PseudoBooleanDefinition};

impl PseudoBooleanDefinition<'_> {
    /// Defines that an automaton accepts the values of a scope: a state that is reached after a
    /// place has a transition to it, which has its value and the state before it. One of the
    /// accepting states is the last.
    ///
    /// Unit propagation from the start to the end finds the states that a box reaches: all
    /// transitions of missing values are false, then the states without transitions to them
    /// (Quimper and Walsh, "Global grammar constraints", CP 2006).
    pub(super) fn define_regular(
        &mut self,
        guards: &[DefinitionLiteral],
        scope: &[Variable],
        automaton: &Automaton,
    ) {
        let mut states = BTreeMap::from([(automaton.start, DefinitionTruth::Known(true))]);
        for &variable in scope {
            let mut to: BTreeMap<u64, Vec<DefinitionTruth>> = BTreeMap::new();
            for (&from, &before) in &states {
                for &(_, value, after) in automaton.transitions_from(from) {
                    if self.text.len() > MAX_DEFINITION_BYTES {
                        return;
                    }
                    let is = self.value_truth(variable, value);
                    if is == DefinitionTruth::Known(false) {
                        continue;
                    }
                    let taken = self.new_hidden();
                    self.append_clause(&[], [DefinitionTruth::Open(!taken), is]);
                    self.append_clause(&[], [DefinitionTruth::Open(!taken), before]);
                    to.entry(after).or_default().push(DefinitionTruth::Open(taken));
                }
            }
            states.clear();
            for (state, taken) in to {
                let reached = self.new_hidden();
                self.append_clause(&[], [DefinitionTruth::Open(!reached)].into_iter().chain(taken));
                states.insert(state, DefinitionTruth::Open(reached));
            }
        }
        states.retain(|state, _| automaton.finals.contains(state));
        // Only the end has the guards: without it, all hidden literals may be false.
        self.append_clause(guards, states.into_values());
    }
}
