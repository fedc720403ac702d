//! Automata as files have them, possibly nondeterministic, and the deterministic ones of models.

use parallax_instance::InputError;
use std::collections::HashMap;

use parallax_instance::shorten_text;
use parallax_model::{DeterministicAutomaton, Value};
use roxmltree::Node;

use super::cursor::{ElementText, TextCursor};
use super::error::Xcsp3PostError;
use super::items::{IntervalSet, narrow_value};
use super::paths::TransitionPaths;
use super::reader::Xcsp3Reader;

/// Maximum size of a deterministic automaton: its transitions, and its states with the states of
/// the file that each represents.
pub(super) const MAX_SIZE: usize = 4_000_000;

/// A finite automaton. A state may have several transitions with one value; without one it rejects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NondeterministicAutomaton {
    start: u32,
    /// Sorted.
    finals: Vec<u32>,
    /// Sorted, each once: the state, the value that is read, the next state.
    arcs: Vec<(u32, Value, u32)>,
}

impl NondeterministicAutomaton {
    /// Returns the transitions from a state.
    fn transitions_from(&self, state: u32) -> &[(u32, Value, u32)] {
        let start = self.arcs.partition_point(|arc| arc.0 < state);
        let end = self.arcs.partition_point(|arc| arc.0 <= state);
        &self.arcs[start..end]
    }

    /// Returns a deterministic automaton that accepts the same words (Rabin and Scott 1959).
    ///
    /// # Errors
    /// Returns an error if it is too large.
    pub(super) fn to_deterministic(&self) -> Result<DeterministicAutomaton, Xcsp3PostError> {
        // Arcs are sorted, so two with the same state and value are adjacent.
        let clash = |pair: &[(u32, Value, u32)]| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1);
        if !self.arcs.windows(2).any(clash) {
            return Ok(DeterministicAutomaton::new(
                self.start,
                self.finals.clone(),
                self.arcs.clone(),
            )?);
        }
        // The subset construction: a state is a sorted set of states of the file, and gets a number
        // when it is first reached.
        let mut numbers: HashMap<Vec<u32>, u32> = HashMap::from([(vec![self.start], 0)]);
        let mut open = vec![(vec![self.start], 0)];
        let (mut finals, mut arcs, mut size) = (Vec::new(), Vec::new(), 0usize);
        while let Some((states, number)) = open.pop() {
            // A set accepts if one of its states does.
            if states.iter().any(|state| self.finals.binary_search(state).is_ok()) {
                finals.push(number);
            }
            let mut next: Vec<(Value, u32)> = Vec::new();
            for &state in &states {
                next.extend(self.transitions_from(state).iter().map(|arc| (arc.1, arc.2)));
            }
            next.sort_unstable();
            next.dedup();
            size = size.saturating_add(next.len() + 1);
            if size > MAX_SIZE {
                return Err(Xcsp3PostError::LargeAutomaton);
            }
            // All states that a value reaches form the next set. Sorted and without repetitions,
            // equal sets have equal keys.
            for run in next.chunk_by(|a, b| a.0 == b.0) {
                let states: Vec<u32> = run.iter().map(|&(_, state)| state).collect();
                let fresh = numbers.len() as u32;
                let to = *numbers.entry(states.clone()).or_insert(fresh);
                if to == fresh {
                    open.push((states, fresh));
                }
                arcs.push((number, run[0].0, to));
            }
        }
        Ok(DeterministicAutomaton::new(0, finals, arcs)?)
    }
}

/// The transitions of a file, as an automaton and as the judge follows them.
#[derive(Debug)]
pub(crate) struct FileAutomaton {
    pub(super) nfa: NondeterministicAutomaton,
    pub(super) paths: TransitionPaths,
}

/// The names of states, numbered as they occur.
#[derive(Default)]
struct StateNumbering {
    numbers: HashMap<String, u32>,
}

impl StateNumbering {
    fn state_number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.numbers.len() as u32;
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// Returns the name of a state.
    fn state_name(&self, number: u32) -> &str {
        self.numbers.iter().find(|state| *state.1 == number).map_or("", |state| state.0)
    }
}

impl Xcsp3Reader<'_> {
    /// Reads an automaton: transitions, the start, the accepting states.
    pub(super) fn read_automaton(
        &mut self,
        transitions: Node<'_, '_>,
        start: Node<'_, '_>,
        finals: Node<'_, '_>,
    ) -> Result<FileAutomaton, InputError> {
        let mut states = StateNumbering::default();
        let written = self.read_transitions(transitions, &mut states)?;
        let starts = self.read_states(start, &mut states)?;
        let &[start_state] = &starts[..] else {
            return Err(self.fault_in(start, "expected one state"));
        };
        let mut finals = self.read_states(finals, &mut states)?;
        finals.sort_unstable();
        let paths =
            TransitionPaths::from_automaton(states.numbers.len(), &written, start_state, &finals);
        Ok(FileAutomaton {
            nfa: NondeterministicAutomaton {
                start: start_state,
                finals,
                arcs: list_arcs(&written),
            },
            paths,
        })
    }

    /// Reads a decision diagram as an automaton: it starts at the root, the node that no transition
    /// enters, and accepts in the nodes that none leaves. Transitions come in any order.
    pub(super) fn read_diagram(
        &mut self,
        transitions: Node<'_, '_>,
    ) -> Result<FileAutomaton, InputError> {
        let mut states = StateNumbering::default();
        let written = self.read_transitions(transitions, &mut states)?;
        let mut degrees = vec![(0u32, 0u32); states.numbers.len()];
        for &(from, _, to) in &written {
            degrees[from as usize].1 += 1;
            degrees[to as usize].0 += 1;
        }
        let roots = (0..degrees.len() as u32).filter(|&node| degrees[node as usize].0 == 0);
        let roots: Vec<u32> = roots.collect();
        if let (2.., [first, second, ..]) = (roots.len(), &roots[..]) {
            let message = format!(
                "{} nodes that no transition enters, '{}' and '{}' among them; expected one, the \
                 root of the diagram",
                roots.len(),
                shorten_text(states.state_name(*first)),
                shorten_text(states.state_name(*second))
            );
            return Err(self.fault_in(transitions, &message));
        }
        if let Some(node) = find_cycle(&written, degrees.iter().map(|node| node.0).collect()) {
            let name = shorten_text(states.state_name(node));
            let message = format!("a cycle through the node '{name}'; a diagram has none");
            return Err(self.fault_in(transitions, &message));
        }
        let finals = (0..degrees.len() as u32).filter(|&node| degrees[node as usize].1 == 0);
        // Without a cycle, nodes have a root. Without transitions there is no node, and the start
        // does not matter.
        let start = roots.first().copied().unwrap_or(0);
        let nfa = NondeterministicAutomaton {
            start,
            finals: finals.collect(),
            arcs: list_arcs(&written),
        };
        Ok(FileAutomaton { nfa, paths: TransitionPaths::from_diagram(degrees.len(), &written) })
    }

    fn read_states(
        &self,
        node: Node<'_, '_>,
        states: &mut StateNumbering,
    ) -> Result<Vec<u32>, InputError> {
        let text = ElementText::from_node(node);
        let mut cursor = text.start_cursor();
        let mut found = Vec::new();
        while cursor.skip_blank() {
            found.push(states.state_number(self.read_state(&mut cursor)?));
        }
        Ok(found)
    }

    fn read_state<'t>(&self, cursor: &mut TextCursor<'t>) -> Result<&'t str, InputError> {
        let start = *cursor;
        match cursor.take_word() {
            "" => Err(self.unexpected_text(&start, "the name of a state")),
            name => Ok(name),
        }
    }

    /// Reads transitions: `(a,0,b)(a,{1,2},c)`.
    fn read_transitions(
        &mut self,
        node: Node<'_, '_>,
        states: &mut StateNumbering,
    ) -> Result<Vec<(u32, IntervalSet, u32)>, InputError> {
        let text = ElementText::from_node(node);
        let mut cursor = text.start_cursor();
        let mut written = Vec::new();
        while cursor.skip_blank() {
            let start = cursor;
            self.expect_sign(&mut cursor, "(")?;
            let from = states.state_number(self.read_state(&mut cursor)?);
            self.expect_sign(&mut cursor, ",")?;
            let label = self.read_set(&mut cursor)?;
            self.expect_sign(&mut cursor, ",")?;
            let to = states.state_number(self.read_state(&mut cursor)?);
            self.expect_sign(&mut cursor, ")")?;
            for &(low, high) in label.intervals() {
                let count = usize::try_from(high.abs_diff(low)).unwrap_or(usize::MAX);
                // A label such as 0..1000000 becomes that many transitions, so it spends as many
                // pieces.
                self.spend_pieces(start.file_offset(), count)?;
            }
            written.push((from, label, to));
        }
        Ok(written)
    }

    /// Reads a sign, with white space around it.
    fn expect_sign(&self, cursor: &mut TextCursor<'_>, sign: &str) -> Result<(), InputError> {
        cursor.skip_blank();
        if !cursor.take_text(sign) {
            return Err(self.unexpected_text(cursor, &format!("'{sign}'")));
        }
        cursor.skip_blank();
        Ok(())
    }
}

/// Returns the transitions with each value of their labels, sorted. No variable takes values beyond
/// the range of models.
fn list_arcs(written: &[(u32, IntervalSet, u32)]) -> Vec<(u32, Value, u32)> {
    let mut arcs = Vec::new();
    for (from, label, to) in written {
        for &(low, high) in label.intervals() {
            arcs.extend((low..=high).filter_map(narrow_value).map(|value| (*from, value, *to)));
        }
    }
    arcs.sort_unstable();
    arcs.dedup();
    arcs
}

/// Returns a node of a cycle, if there is one. `entering` has the number of transitions that enter
/// each node.
fn find_cycle(written: &[(u32, IntervalSet, u32)], mut entering: Vec<u32>) -> Option<u32> {
    let mut leaving: Vec<Vec<u32>> = vec![Vec::new(); entering.len()];
    written.iter().for_each(|&(from, _, to)| leaving[from as usize].push(to));
    // Removes nodes that no remaining transition enters (Kahn's topological sort). The nodes of
    // cycles remain.
    let mut free: Vec<u32> =
        (0..entering.len() as u32).filter(|&node| entering[node as usize] == 0).collect();
    while let Some(node) = free.pop() {
        for &to in &leaving[node as usize] {
            entering[to as usize] -= 1;
            if entering[to as usize] == 0 {
                free.push(to);
            }
        }
    }
    // A remaining node has a transition from another remaining node. Following these backwards, as
    // many steps as there are nodes lead into a cycle.
    let is_left = |node: u32| entering[node as usize] > 0;
    let mut before = vec![None; entering.len()];
    for &(from, _, to) in written.iter().filter(|arc| is_left(arc.0)) {
        before[to as usize] = Some(from);
    }
    let mut node = (0..entering.len() as u32).find(|&node| is_left(node))?;
    for _ in 0..entering.len() {
        node = before[node as usize]?;
    }
    Some(node)
}
