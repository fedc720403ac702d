//! Words of automata.

use super::super::model::{Automaton, Variable};
use super::super::space::DomainBox;

/// Whether the automaton can be in an accepting state after a value of each place in turn: the
/// states after a place are those that a value of it leads to.
pub(super) fn can_accept(automaton: &Automaton, scope: &[Variable], space: &DomainBox) -> bool {
    let mut states = vec![automaton.start];
    for &variable in scope {
        let steps = states.iter().flat_map(|&state| automaton.transitions_from(state));
        states = steps.filter(|own| space.has_value(variable, own.1)).map(|own| own.2).collect();
        states.sort_unstable();
        states.dedup();
    }
    states.iter().any(|state| automaton.finals.binary_search(state).is_ok())
}
