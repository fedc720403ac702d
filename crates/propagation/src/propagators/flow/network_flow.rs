//! The flow and its residual graph.

use std::ops::Range;

use super::augmenting_path;
use crate::store::PropagationConflict;

/// No variable, or no value.
pub(super) const NO_INDEX: u32 = u32::MAX;

/// The values that every variable can take, as words of bits, one bit for each value.
pub(in crate::propagators) trait ValueGraph {
    /// Returns the words in which a variable can have values.
    fn word_range(&self, variable: usize) -> Range<usize>;

    /// Returns one of these words.
    fn value_word(&self, variable: usize, w: usize) -> u64;

    /// Counts elementary steps.
    ///
    /// # Errors
    /// Returns a conflict if a limit is reached.
    fn spend_steps(&mut self, steps: usize) -> Result<(), PropagationConflict>;
}

/// A [`ValueGraph`] whose edges can be removed.
pub(in crate::propagators) trait PrunableGraph: ValueGraph {
    /// Keeps only the values in `mask` of word `w` of a variable.
    ///
    /// # Errors
    /// Returns a conflict if none remains.
    fn keep_values(
        &mut self,
        variable: usize,
        w: usize,
        mask: u64,
    ) -> Result<(), PropagationConflict>;
}

/// The bounds on the number of units that a value receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::propagators) struct ValueCapacity {
    pub(in crate::propagators) min: u32,
    pub(in crate::propagators) max: u32,
}

impl ValueCapacity {
    /// At most one unit: all-different.
    pub(in crate::propagators) const AT_MOST_ONE: ValueCapacity = ValueCapacity { min: 0, max: 1 };
}

/// A value: its capacity and the variables that take it.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlowNode {
    pub(super) capacity: ValueCapacity,
    pub(super) count: u32,
    /// The first variable that takes it; [`NetworkFlow::next`] links the others.
    pub(super) first: u32,
}

impl FlowNode {
    /// Whether it receives more than it must.
    #[inline]
    pub(super) fn can_give(&self) -> bool {
        self.count > self.capacity.min
    }
}

/// A flow, and the state for improving it. The trail need not restore it: a flow in smaller domains
/// is also a flow in larger domains.
#[derive(Clone)]
pub(in crate::propagators) struct NetworkFlow {
    pub(super) nodes: Vec<FlowNode>,
    /// The value that each variable takes.
    pub(super) taken: Vec<u32>,
    /// The next variable that takes the value of each variable.
    pub(super) next: Vec<u32>,
    previous: Vec<u32>,
    /// The values that may receive another unit, and the values that receive any.
    pub(super) room: Vec<u64>,
    pub(super) used: Vec<u64>,
    pub(super) path: augmenting_path::AugmentingPath,
}

impl NetworkFlow {
    /// Creates an empty flow, given the capacities of all values, 64 for each word.
    pub(in crate::propagators) fn new(variables: usize, capacities: &[ValueCapacity]) -> Self {
        let node = |&capacity| FlowNode { capacity, count: 0, first: NO_INDEX };
        let mut room = vec![0; capacities.len().div_ceil(64)];
        for (value, capacity) in capacities.iter().enumerate() {
            room[value / 64] |= u64::from(capacity.max > 0) << (value % 64);
        }
        NetworkFlow {
            nodes: capacities.iter().map(node).collect(),
            taken: vec![NO_INDEX; variables],
            next: vec![NO_INDEX; variables],
            previous: vec![NO_INDEX; variables],
            used: vec![0; room.len()],
            path: augmenting_path::AugmentingPath::new(capacities.len()),
            room,
        }
    }

    /// Returns an empty flow with the same capacities.
    pub(super) fn empty_copy(&self) -> Self {
        let capacities: Vec<ValueCapacity> = self.nodes.iter().map(|node| node.capacity).collect();
        NetworkFlow::new(self.taken.len(), &capacities)
    }

    /// Whether the value that a variable takes is still in its domain.
    #[inline]
    pub(super) fn is_seated(&self, variable: usize, graph: &impl ValueGraph) -> bool {
        let value = self.taken[variable] as usize;
        value != NO_INDEX as usize
            && graph.value_word(variable, value / 64) >> (value % 64) & 1 == 1
    }

    /// Assigns a value to an unassigned variable.
    pub(super) fn take_value(&mut self, variable: u32, value: u32) {
        // The new taker becomes the head of the list, whose order does not matter.
        let node = &mut self.nodes[value as usize];
        let (w, bit) = (value as usize / 64, 1 << (value % 64));
        self.taken[variable as usize] = value;
        self.previous[variable as usize] = NO_INDEX;
        self.next[variable as usize] = node.first;
        if node.first != NO_INDEX {
            self.previous[node.first as usize] = variable;
        }
        node.first = variable;
        node.count += 1;
        self.used[w] |= bit;
        // `room` and `used` summarise the counts as bit sets, which the searches intersect with
        // domains.
        if node.count >= node.capacity.max {
            self.room[w] &= !bit;
        }
    }

    /// Unassigns a variable.
    pub(super) fn leave_value(&mut self, variable: u32) {
        let value = std::mem::replace(&mut self.taken[variable as usize], NO_INDEX);
        // The start of an augmenting path has no value yet.
        if value == NO_INDEX {
            return;
        }
        let node = &mut self.nodes[value as usize];
        let (w, bit) = (value as usize / 64, 1 << (value % 64));
        let (before, after) = (self.previous[variable as usize], self.next[variable as usize]);
        // The list is doubly linked, so that a variable leaves in constant time.
        match before {
            NO_INDEX => node.first = after,
            _ => self.next[before as usize] = after,
        }
        if after != NO_INDEX {
            self.previous[after as usize] = before;
        }
        node.count -= 1;
        if node.count == 0 {
            self.used[w] &= !bit;
        }
        if node.count < node.capacity.max {
            self.room[w] |= bit;
        }
    }
}
