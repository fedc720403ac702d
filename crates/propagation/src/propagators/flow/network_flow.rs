//! The flow and its residual graph.

use std::ops::Range;

use super::augment;
use crate::store::Conflict;

/// No variable, or no value.
pub(super) const NONE: u32 = u32::MAX;

/// The values that every variable can take, as words of bits, one bit for each value.
pub(in crate::propagators) trait Graph {
    /// Returns the words in which a variable can have values.
    fn span(&self, variable: usize) -> Range<usize>;

    /// Returns one of these words.
    fn word(&self, variable: usize, w: usize) -> u64;

    /// Counts elementary steps.
    ///
    /// # Errors
    /// Returns a conflict if a limit is reached.
    fn spend(&mut self, steps: usize) -> Result<(), Conflict>;
}

/// A [`Graph`] whose edges can be removed.
pub(in crate::propagators) trait Prune: Graph {
    /// Keeps only the values in `mask` of word `w` of a variable.
    ///
    /// # Errors
    /// Returns a conflict if none remains.
    fn keep(&mut self, variable: usize, w: usize, mask: u64) -> Result<(), Conflict>;
}

/// The bounds on the number of units that a value receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::propagators) struct Capacity {
    pub(in crate::propagators) least: u32,
    pub(in crate::propagators) most: u32,
}

impl Capacity {
    /// At most one unit: all-different.
    pub(in crate::propagators) const ONE: Capacity = Capacity { least: 0, most: 1 };
}

/// A value: its capacity and the variables that take it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) capacity: Capacity,
    pub(super) count: u32,
    /// The first variable that takes it; [`Flow::next`] links the others.
    pub(super) first: u32,
}

impl Node {
    /// Whether it receives more than it must.
    #[inline]
    pub(super) fn can_give(&self) -> bool {
        self.count > self.capacity.least
    }
}

/// A flow, and the state for improving it. The trail need not restore it: a flow in smaller domains
/// is also a flow in larger domains.
#[derive(Clone)]
pub(in crate::propagators) struct Flow {
    pub(super) nodes: Vec<Node>,
    /// The value that each variable takes.
    pub(super) taken: Vec<u32>,
    /// The next variable that takes the value of each variable.
    pub(super) next: Vec<u32>,
    previous: Vec<u32>,
    /// The values that may receive another unit, and the values that receive any.
    pub(super) room: Vec<u64>,
    pub(super) used: Vec<u64>,
    pub(super) path: augment::Path,
}

impl Flow {
    /// Creates an empty flow. The capacities are those of all values, 64 for each word.
    pub(in crate::propagators) fn new(variables: usize, capacities: &[Capacity]) -> Self {
        let node = |&capacity| Node { capacity, count: 0, first: NONE };
        let mut room = vec![0; capacities.len().div_ceil(64)];
        for (value, capacity) in capacities.iter().enumerate() {
            room[value / 64] |= u64::from(capacity.most > 0) << (value % 64);
        }
        Flow {
            nodes: capacities.iter().map(node).collect(),
            taken: vec![NONE; variables],
            next: vec![NONE; variables],
            previous: vec![NONE; variables],
            used: vec![0; room.len()],
            path: augment::Path::new(capacities.len()),
            room,
        }
    }

    /// Returns an empty flow with the same capacities.
    pub(super) fn fresh(&self) -> Self {
        let capacities: Vec<Capacity> = self.nodes.iter().map(|node| node.capacity).collect();
        Flow::new(self.taken.len(), &capacities)
    }

    /// Whether the value that a variable takes is still in its domain.
    #[inline]
    pub(super) fn is_seated(&self, variable: usize, graph: &impl Graph) -> bool {
        let value = self.taken[variable] as usize;
        value != NONE as usize && graph.word(variable, value / 64) >> (value % 64) & 1 == 1
    }

    /// Assigns a value to an unassigned variable.
    pub(super) fn take(&mut self, variable: u32, value: u32) {
        let node = &mut self.nodes[value as usize];
        let (w, bit) = (value as usize / 64, 1 << (value % 64));
        self.taken[variable as usize] = value;
        self.previous[variable as usize] = NONE;
        self.next[variable as usize] = node.first;
        if node.first != NONE {
            self.previous[node.first as usize] = variable;
        }
        node.first = variable;
        node.count += 1;
        self.used[w] |= bit;
        if node.count >= node.capacity.most {
            self.room[w] &= !bit;
        }
    }

    /// Unassigns a variable.
    pub(super) fn leave(&mut self, variable: u32) {
        let value = std::mem::replace(&mut self.taken[variable as usize], NONE);
        if value == NONE {
            return;
        }
        let node = &mut self.nodes[value as usize];
        let (w, bit) = (value as usize / 64, 1 << (value % 64));
        let (before, after) = (self.previous[variable as usize], self.next[variable as usize]);
        match before {
            NONE => node.first = after,
            _ => self.next[before as usize] = after,
        }
        if after != NONE {
            self.previous[after as usize] = before;
        }
        node.count -= 1;
        if node.count == 0 {
            self.used[w] &= !bit;
        }
        if node.count < node.capacity.most {
            self.room[w] |= bit;
        }
    }
}
