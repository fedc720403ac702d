//! Automata as files have them, perhaps nondeterministic, and the deterministic ones of models.

use std::collections::HashMap;

use parallax_model::{Automaton, Value};
use roxmltree::Node;

use super::cursor::{Cursor, Text};
use super::items::{Set, narrow};
use super::reader::{Read, Reader};

/// Maximum size of a deterministic automaton: states with the states of the file that each stands
/// for, and transitions.
const MAX_SIZE: usize = 4_000_000;

/// A finite automaton. A state may have several transitions with one value; without one it rejects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Nfa {
    start: u32,
    /// Sorted.
    finals: Vec<u32>,
    /// Sorted, each once: the state, the value that is read, the next state.
    arcs: Vec<(u32, Value, u32)>,
}

impl Nfa {
    /// Whether the automaton accepts these values.
    pub(super) fn accepts(&self, values: &[i128]) -> bool {
        let mut states = vec![self.start];
        for &value in values {
            let Ok(value) = Value::try_from(value) else { return false };
            let mut next: Vec<u32> =
                states.iter().flat_map(|&state| self.next(state, value)).collect();
            next.sort_unstable();
            next.dedup();
            states = next;
        }
        states.iter().any(|state| self.finals.binary_search(state).is_ok())
    }

    /// Returns the states after a value.
    fn next(&self, state: u32, value: Value) -> impl Iterator<Item = u32> {
        let start = self.arcs.partition_point(|&(from, read, _)| (from, read) < (state, value));
        let arcs = self.arcs[start..].iter();
        arcs.take_while(move |arc| (arc.0, arc.1) == (state, value)).map(|arc| arc.2)
    }

    /// Returns the transitions from a state.
    fn leaving(&self, state: u32) -> &[(u32, Value, u32)] {
        let start = self.arcs.partition_point(|arc| arc.0 < state);
        let end = self.arcs.partition_point(|arc| arc.0 <= state);
        &self.arcs[start..end]
    }

    /// Returns a deterministic automaton that accepts the same words (Rabin and Scott 1959).
    ///
    /// # Errors
    /// Returns an error if it is too large.
    pub(super) fn determined(&self) -> Result<Automaton, String> {
        let clash = |pair: &[(u32, Value, u32)]| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1);
        if !self.arcs.windows(2).any(clash) {
            return Automaton::new(self.start, self.finals.clone(), self.arcs.clone());
        }
        let mut numbers: HashMap<Vec<u32>, u32> = HashMap::from([(vec![self.start], 0)]);
        let mut open = vec![(vec![self.start], 0)];
        let (mut finals, mut arcs, mut size) = (Vec::new(), Vec::new(), 0usize);
        while let Some((states, number)) = open.pop() {
            if states.iter().any(|state| self.finals.binary_search(state).is_ok()) {
                finals.push(number);
            }
            let mut next: Vec<(Value, u32)> = Vec::new();
            for &state in &states {
                next.extend(self.leaving(state).iter().map(|arc| (arc.1, arc.2)));
            }
            next.sort_unstable();
            next.dedup();
            size = size.saturating_add(next.len() + 1);
            if size > MAX_SIZE {
                return Err(format!("its deterministic automaton is larger than {MAX_SIZE}"));
            }
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
        Automaton::new(0, finals, arcs)
    }
}

/// The names of states, numbered as they occur.
#[derive(Default)]
struct States {
    numbers: HashMap<String, u32>,
}

impl States {
    fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.numbers.len() as u32;
        self.numbers.insert(name.to_owned(), number);
        number
    }
}

impl Reader<'_> {
    /// Reads an automaton: transitions, the start, the accepting states.
    pub(super) fn automaton(
        &mut self,
        transitions: Node<'_, '_>,
        start: Node<'_, '_>,
        finals: Node<'_, '_>,
    ) -> Read<Nfa> {
        let mut states = States::default();
        let arcs = self.arcs(transitions, &mut states)?;
        let starts = self.states(start, &mut states)?;
        let &[start_state] = &starts[..] else {
            return Err(self.fault_in(start, "expected one state"));
        };
        let mut finals = self.states(finals, &mut states)?;
        finals.sort_unstable();
        Ok(Nfa { start: start_state, finals, arcs: sorted(arcs) })
    }

    /// Reads a decision diagram as an automaton: it starts at the source of the first transition,
    /// and accepts in the nodes without one.
    pub(super) fn diagram(&mut self, transitions: Node<'_, '_>) -> Read<Nfa> {
        let mut states = States::default();
        let arcs = self.arcs(transitions, &mut states)?;
        // States are numbered as they occur, so the first source has the number 0.
        let mut has_exit = vec![false; states.numbers.len()];
        arcs.iter().for_each(|arc| has_exit[arc.0 as usize] = true);
        let finals = (0..has_exit.len() as u32).filter(|&state| !has_exit[state as usize]);
        Ok(Nfa { start: 0, finals: finals.collect(), arcs: sorted(arcs) })
    }

    fn states(&self, node: Node<'_, '_>, states: &mut States) -> Read<Vec<u32>> {
        let text = Text::of(node);
        let mut cursor = text.cursor();
        let mut found = Vec::new();
        while cursor.skip_blank() {
            found.push(states.number(self.state(&mut cursor)?));
        }
        Ok(found)
    }

    fn state<'t>(&self, cursor: &mut Cursor<'t>) -> Read<&'t str> {
        let start = *cursor;
        match cursor.word() {
            "" => Err(self.unexpected(&start, "the name of a state")),
            name => Ok(name),
        }
    }

    /// Reads transitions: `(a,0,b)(a,{1,2},c)`.
    fn arcs(&mut self, node: Node<'_, '_>, states: &mut States) -> Read<Vec<(u32, Value, u32)>> {
        let text = Text::of(node);
        let mut cursor = text.cursor();
        let mut arcs = Vec::new();
        while cursor.skip_blank() {
            let start = cursor;
            self.sign(&mut cursor, "(")?;
            let from = states.number(self.state(&mut cursor)?);
            self.sign(&mut cursor, ",")?;
            let label = self.set(&mut cursor)?;
            self.sign(&mut cursor, ",")?;
            let to = states.number(self.state(&mut cursor)?);
            self.sign(&mut cursor, ")")?;
            self.label(&start, &label, |value| arcs.push((from, value, to)))?;
        }
        Ok(arcs)
    }

    /// Visits the values of a label. No variable takes values beyond those of models.
    fn label(&mut self, start: &Cursor<'_>, label: &Set, mut visit: impl FnMut(Value)) -> Read<()> {
        for &(low, high) in label.intervals() {
            let count = usize::try_from(high.abs_diff(low)).unwrap_or(usize::MAX);
            self.spend(start.offset(), count)?;
            (low..=high).filter_map(narrow).for_each(&mut visit);
        }
        Ok(())
    }

    /// Reads a sign, with white space around it.
    fn sign(&self, cursor: &mut Cursor<'_>, sign: &str) -> Read<()> {
        cursor.skip_blank();
        if !cursor.take(sign) {
            return Err(self.unexpected(cursor, &format!("'{sign}'")));
        }
        cursor.skip_blank();
        Ok(())
    }
}

fn sorted(mut arcs: Vec<(u32, Value, u32)>) -> Vec<(u32, Value, u32)> {
    arcs.sort_unstable();
    arcs.dedup();
    arcs
}
