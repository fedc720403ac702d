//! The states that a machine reaches, layer by layer.

use hashbrown::{DefaultHashBuilder, HashMap};

use super::machine::{ConstraintMachine, MachineState};
use crate::Value;

/// A step from a state of one layer to a state of the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerArc {
    /// The state before the value, numbered from 0 in its layer.
    pub from: u32,
    /// The value that is read.
    pub value: Value,
    /// The state after the value, numbered from 0 in its layer.
    pub to: u32,
}

/// The part of a machine that the domains leave: for each place the arcs that lie on a way from
/// the start to acceptance.
///
/// A word is accepted exactly if it is the values of such a way; each word has at most one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineLayers {
    /// The arcs of each place, sorted by state and value.
    pub arcs: Vec<Vec<LayerArc>>,
    /// The number of states before each place, and after the last one: 0 everywhere if no word
    /// is accepted, otherwise 1 before the first place and after the last.
    pub widths: Vec<u32>,
}

/// The reason why there are no layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayersError {
    /// There would be more arcs than allowed.
    TooMany,
    /// The caller's `stop` returned true.
    Stopped,
}

/// Steps between two calls of `stop`.
const POLL_EVERY: usize = 1 << 14;

impl MachineLayers {
    /// Unrolls a machine over the values of each place, with at most `max_arcs` arcs. A word that
    /// is accepted early passes through one state that reads anything.
    ///
    /// # Errors
    /// Returns the reason why it gave up.
    pub fn from_machine<M: ConstraintMachine>(
        machine: &M,
        values: &[Vec<Value>],
        max_arcs: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<MachineLayers, LayersError> {
        // `None` is the state that has accepted.
        let mut states: Vec<Option<M::State>> = match machine.start_state() {
            MachineState::Decided(false) => Vec::new(),
            MachineState::Decided(true) => vec![None],
            MachineState::Open(state) => vec![Some(state)],
        };
        let mut layers =
            MachineLayers { arcs: Vec::with_capacity(values.len()), widths: Vec::new() };
        layers.widths.push(states.len() as u32);
        let mut steps = 0;
        // Breadth-first: equal states of a layer merge, so the work depends on the number of states
        // and values, not on the number of words.
        for (place, values) in values.iter().enumerate() {
            let mut known: HashMap<Option<M::State>, u32, DefaultHashBuilder> = HashMap::default();
            let (mut found, mut arcs) = (Vec::new(), Vec::new());
            for (from, state) in (0..).zip(&states) {
                for &value in values {
                    steps += 1;
                    // Rejected values count as well, because they take time without making an arc.
                    if steps > max_arcs {
                        return Err(LayersError::TooMany);
                    }
                    if steps % POLL_EVERY == 0 && stop() {
                        return Err(LayersError::Stopped);
                    }
                    let next =
                        match state.as_ref().map(|state| machine.next_state(state, place, value)) {
                            Some(MachineState::Decided(false)) => continue,
                            None | Some(MachineState::Decided(true)) => None,
                            Some(MachineState::Open(next)) => Some(next),
                        };
                    // Equal states of one layer share a number; numbers follow the order of
                    // discovery.
                    let to = *known.entry(next).or_insert_with_key(|next| {
                        found.push(next.clone());
                        found.len() as u32 - 1
                    });
                    arcs.push(LayerArc { from, value, to });
                }
            }
            layers.widths.push(found.len() as u32);
            layers.arcs.push(arcs);
            states = found;
        }
        // After the last place every state that is left is decided, so only `None` accepts.
        let accepting: Vec<bool> = states.iter().map(Option::is_none).collect();
        layers.drop_dead(accepting);
        Ok(layers)
    }

    /// Drops the arcs and states from which no accepting state can be reached.
    fn drop_dead(&mut self, mut alive: Vec<bool>) {
        for layer in (0..self.arcs.len()).rev() {
            // Backwards: `alive` marks the states after this place from which acceptance is
            // reachable.
            let (numbers, width) = number_states(&alive);
            self.widths[layer + 1] = width;
            let mut before = vec![false; self.widths[layer] as usize];
            self.arcs[layer].retain_mut(|arc| {
                let number = numbers[arc.to as usize];
                arc.to = number.unwrap_or_default();
                // An arc keeps its start alive if its target is alive.
                before[arc.from as usize] |= number.is_some();
                number.is_some()
            });
            // The states before this place keep their numbers until the next step.
            if let Some(arcs) = self.arcs.get_mut(layer) {
                let (numbers, _) = number_states(&before);
                arcs.iter_mut().for_each(|arc| {
                    arc.from = numbers[arc.from as usize].unwrap_or_default();
                });
            }
            alive = before;
        }
        if let Some(first) = self.widths.first_mut() {
            *first = number_states(&alive).1;
        }
    }

    /// Returns whether no word is accepted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.widths.contains(&0)
    }
}

/// Returns new numbers for the states that are alive, and how many there are.
fn number_states(alive: &[bool]) -> (Vec<Option<u32>>, u32) {
    let mut width = 0;
    let number = |&alive: &bool| {
        alive.then(|| {
            width += 1;
            width - 1
        })
    };
    (alive.iter().map(number).collect(), width)
}
