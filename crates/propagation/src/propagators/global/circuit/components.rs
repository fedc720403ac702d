//! Finds the strongly connected components of the possible arcs without one node.

use super::arcs::{CircuitArcs, has_member};

/// Tarjan's algorithm (1972) without recursion, on rows of bits. Components are numbered from the
/// last to the first: every arc between two goes from a higher number to a lower one.
#[derive(Clone)]
pub(super) struct CircuitComponents {
    /// The component of each node.
    pub(super) of: Vec<u32>,
    /// The number of components.
    pub(super) count: u32,
    unseen: Vec<u64>,
    on_stack: Vec<u64>,
    /// The place of each node among all seen, and the lowest one known to be reachable.
    number: Vec<u32>,
    low: Vec<u32>,
    stack: Vec<u32>,
    path: Vec<u32>,
    visited: u32,
}

impl CircuitComponents {
    pub(super) fn new(nodes: usize) -> Self {
        let width = nodes.div_ceil(64);
        CircuitComponents {
            of: vec![0; nodes],
            count: 0,
            unseen: vec![0; width],
            on_stack: vec![0; width],
            number: vec![0; nodes],
            low: vec![0; nodes],
            stack: Vec::with_capacity(nodes),
            path: Vec::with_capacity(nodes),
            visited: 0,
        }
    }

    /// Finds the components of the nodes that move, without `root`.
    pub(super) fn find_components(&mut self, arcs: &CircuitArcs, root: usize) {
        self.unseen.fill(0);
        self.on_stack.fill(0);
        (self.count, self.visited) = (0, 0);
        // The root and the nodes that stay count as seen, so the search never enters them.
        for node in (0..self.of.len()).filter(|&node| node != root && !arcs.stays[node]) {
            self.unseen[node / 64] |= 1 << (node % 64);
        }
        for start in 0..self.of.len() {
            if !has_member(&self.unseen, start) {
                continue;
            }
            self.enter_node(start);
            // `path` is the call stack of the recursive form. A node is revisited after each child
            // and resumes with its next unseen successor.
            while let Some(&node) = self.path.last() {
                let node = node as usize;
                match self.unseen_successor(node, arcs) {
                    Some(next) => self.enter_node(next),
                    None => self.leave_node(node, arcs),
                }
            }
        }
    }

    /// Returns an unseen node that a node may go to.
    fn unseen_successor(&self, node: usize, arcs: &CircuitArcs) -> Option<usize> {
        let words =
            arcs.successor_words(node).iter().zip(&self.unseen).map(|(out, unseen)| out & unseen);
        let (w, word) = words.enumerate().find(|(_, word)| *word != 0)?;
        Some(w * 64 + word.trailing_zeros() as usize)
    }

    fn enter_node(&mut self, node: usize) {
        let (w, bit) = (node / 64, 1 << (node % 64));
        self.unseen[w] &= !bit;
        self.on_stack[w] |= bit;
        self.number[node] = self.visited;
        self.low[node] = self.visited;
        self.visited += 1;
        self.stack.push(node as u32);
        self.path.push(node as u32);
    }

    /// Closes a component if this node, all of whose successors are seen, is its first.
    fn leave_node(&mut self, node: usize, arcs: &CircuitArcs) {
        self.path.pop();
        // Lows are taken here, once all successors are seen, instead of after each child: children
        // in the same component are still on the stack.
        for (w, out) in arcs.successor_words(node).iter().enumerate() {
            for bit in crate::store::set_bits(out & self.on_stack[w]) {
                let to = w * 64 + bit as usize;
                self.low[node] = self.low[node].min(self.low[to]);
            }
        }
        // The node reaches an earlier one on the stack, so its component is closed there.
        if self.low[node] < self.number[node] {
            return;
        }
        while let Some(member) = self.stack.pop() {
            let member = member as usize;
            self.on_stack[member / 64] &= !(1 << (member % 64));
            self.of[member] = self.count;
            if member == node {
                break;
            }
        }
        self.count += 1;
    }
}
