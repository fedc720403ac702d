//! The graph of possible arcs, as rows of bits.

use super::CircuitNodes;
use crate::store::{DomainStore, PropagationConflict, set_bits};

/// For each node, the nodes that it may go to and come from, and whether it may stay.
#[derive(Clone)]
pub(super) struct CircuitArcs {
    /// The number of words of a row.
    width: usize,
    out: Vec<u64>,
    into: Vec<u64>,
    /// Whether each node may be its own successor, and whether it must be.
    pub(super) may_stay: Vec<bool>,
    pub(super) stays: Vec<bool>,
}

impl CircuitArcs {
    pub(super) fn new(count: usize) -> Self {
        let width = count.div_ceil(64);
        CircuitArcs {
            width,
            out: vec![0; count * width],
            into: vec![0; count * width],
            may_stay: vec![false; count],
            stays: vec![false; count],
        }
    }

    /// Reads the domains.
    ///
    /// # Errors
    /// Returns a conflict if a limit of the search is reached.
    pub(super) fn read_domains(
        &mut self,
        nodes: &CircuitNodes,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        self.out.fill(0);
        self.into.fill(0);
        // Clearing the rows counts as work as well: it dominates when few arcs remain.
        let mut steps = self.out.len();
        for (node, &v) in nodes.successors.iter().enumerate() {
            self.may_stay[node] = false;
            for to in store.values(v).filter_map(|value| nodes.node_index(value)) {
                steps += 1;
                // A loop means that the node is not on the cycle; it is not an arc of the graph.
                if to == node {
                    self.may_stay[node] = true;
                } else {
                    self.out[node * self.width + to / 64] |= 1 << (to % 64);
                    self.into[to * self.width + node / 64] |= 1 << (node % 64);
                }
            }
            self.stays[node] = self.may_stay[node] && store.is_fixed(v);
        }
        store.spend_steps(steps)
    }

    /// Returns the nodes that a node may go to, without itself, as words.
    pub(super) fn successor_words(&self, node: usize) -> &[u64] {
        &self.out[node * self.width..(node + 1) * self.width]
    }

    /// Returns the nodes that a node may come from, without itself, as words.
    pub(super) fn predecessor_words(&self, node: usize) -> &[u64] {
        &self.into[node * self.width..(node + 1) * self.width]
    }

    /// Whether a node must move.
    pub(super) fn must_move(&self, node: usize) -> bool {
        !self.may_stay[node]
    }
}

/// Returns the members of a set in words.
pub(super) fn set_members(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(w, &word)| set_bits(word).map(move |b| w * 64 + b as usize))
}

/// Whether a set in words has a member.
pub(super) fn has_member(words: &[u64], member: usize) -> bool {
    words[member / 64] >> (member % 64) & 1 == 1
}
