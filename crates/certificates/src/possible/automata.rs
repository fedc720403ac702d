//! Words that automata accept.

use super::super::domain_box::DomainBox;
use super::super::model::{Automaton, Variable};

/// Whether the automaton can accept a word with a value of each place in turn. The states after a
/// place are those to which some value of it leads.
pub(super) fn can_accept(automaton: &Automaton, scope: &[Variable], space: &DomainBox) -> bool {
    let mut states = vec![automaton.start];
    for &variable in scope {
        let steps = states.iter().flat_map(|&state| automaton.transitions_from(state));
        states = steps.filter(|own| space.has_value(variable, own.1)).map(|own| own.2).collect();
        // As a set, the states are bounded by those of the automaton; as a list of paths they could
        // double at each place.
        states.sort_unstable();
        states.dedup();
    }
    states.iter().any(|state| automaton.finals.binary_search(state).is_ok())
}
