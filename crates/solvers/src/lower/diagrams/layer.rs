//! One layer of a conjunction: its states, each once, and the number of paths to each.

use std::hash::Hasher;

use hashbrown::HashTable;
use parallax_model::ask::Count;
use rustc_hash::FxHasher;

use super::arena::{Node, TRUE};

/// How a state is reached first: its parent in the layer above, and the place of the value.
pub(super) type From = (u32, u32);

/// The states before a level. A state is a set of tuples with a node for each part that goes on;
/// the same assignments lead to its end as satisfy one of the tuples. A set has several tuples
/// only after hidden variables.
pub(super) struct Layer {
    /// The nodes of a tuple.
    width: usize,
    nodes: Vec<Node>,
    /// Where the nodes of each state end.
    ends: Vec<usize>,
    counts: Vec<Count>,
    from: Vec<From>,
    table: HashTable<u32>,
    /// The bytes of large counts.
    heap: usize,
}

impl Layer {
    /// A layer without states, whose tuples have this many nodes.
    pub(super) fn new(width: usize) -> Self {
        let (nodes, ends, counts, from) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Layer { width, nodes, ends, counts, from, table: HashTable::new(), heap: 0 }
    }

    /// The layer above the first level: one state, which is reached in one way.
    pub(super) fn start() -> Self {
        let mut layer = Layer::new(0);
        layer.add(&[], &Count::one(), (0, 0));
        layer
    }

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The bytes that it takes, roughly.
    pub(super) fn bytes(&self) -> usize {
        let each = size_of::<Count>() + size_of::<usize>() + size_of::<From>() + 8;
        self.nodes.len() * size_of::<Node>() + self.len() * each + self.heap
    }

    /// The number of paths to a state.
    pub(super) fn paths(&self, state: usize) -> &Count {
        &self.counts[state]
    }

    /// The tuples of a state.
    pub(super) fn tuples(&self, state: usize) -> impl Iterator<Item = &[Node]> {
        let start = if state == 0 { 0 } else { self.ends[state - 1] };
        tuples(&self.nodes[start..self.ends[state]], self.width)
    }

    /// How each state was reached first.
    pub(super) fn into_from(self) -> Vec<From> {
        self.from
    }

    /// Adds paths to a state, given by its tuples; returns whether it is new.
    pub(super) fn add(&mut self, tuples: &[Node], paths: &Count, from: From) -> bool {
        let Layer { nodes, ends, table, .. } = self;
        let of = |state: u32| {
            let state = state as usize;
            let start = if state == 0 { 0 } else { ends[state - 1] };
            &nodes[start..ends[state]]
        };
        let hash = hash(tuples);
        if let Some(&known) = table.find(hash, |&state| of(state) == tuples) {
            let count = &mut self.counts[known as usize];
            let before = count.heap_bytes();
            *count += paths;
            self.heap += count.heap_bytes() - before;
            return false;
        }
        table.insert_unique(hash, ends.len() as u32, |&state| self::hash(of(state)));
        nodes.extend_from_slice(tuples);
        ends.push(nodes.len());
        self.heap += paths.heap_bytes();
        self.counts.push(paths.clone());
        self.from.push(from);
        true
    }

    /// The nodes of tuples of this layer as those of a state: sorted, each once, and alone if one
    /// of them holds whatever follows.
    pub(super) fn canonical(&self, nodes: &mut Vec<Node>) {
        if nodes.len() <= self.width {
            return;
        }
        if self.width == 0 {
            return;
        }
        let mut all: Vec<&[Node]> = nodes.chunks(self.width).collect();
        all.sort_unstable();
        all.dedup();
        // Nodes of a state are not FALSE, so this tuple comes first.
        if all[0].iter().all(|&node| node == TRUE) {
            all.truncate(1);
        }
        *nodes = all.concat();
    }
}

/// The tuples of this width in a list of nodes; one if they are empty.
fn tuples(nodes: &[Node], width: usize) -> impl Iterator<Item = &[Node]> {
    let empty = (width == 0).then_some(nodes);
    empty.into_iter().chain(nodes.chunks(width.max(1)))
}

fn hash(nodes: &[Node]) -> u64 {
    let mut hasher = FxHasher::default();
    for node in nodes {
        hasher.write_u32(node.0);
    }
    hasher.finish()
}
