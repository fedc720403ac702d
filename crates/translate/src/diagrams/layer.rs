//! One layer of a conjunction: its states, each once, and the number of paths to each.

use std::hash::Hasher;

use hashbrown::HashTable;
use parallax_model::engine_api::SolutionCount;
use rustc_hash::FxHasher;

use super::arena::{DiagramNode, TRUE_NODE};

/// The first way to a state: its parent in the layer above, and the place of the value.
pub(super) type StateOrigin = (u32, u32);

/// The states before a level. A state is a set of tuples with a node for each part that continues;
/// the same assignments lead to its end as satisfy one of the tuples. A set has several tuples only
/// after hidden variables.
pub(super) struct ConjunctionLayer {
    /// The nodes of a tuple.
    width: usize,
    nodes: Vec<DiagramNode>,
    /// The end of each state's tuples in `nodes`.
    ends: Vec<usize>,
    counts: Vec<SolutionCount>,
    from: Vec<StateOrigin>,
    table: HashTable<u32>,
    /// The heap bytes of large counts.
    heap: usize,
}

impl ConjunctionLayer {
    /// Makes a layer without states, whose tuples have this many nodes.
    pub(super) fn new(width: usize) -> Self {
        let (nodes, ends, counts, from) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        ConjunctionLayer { width, nodes, ends, counts, from, table: HashTable::new(), heap: 0 }
    }

    /// Makes the layer above the first level: one state, reached in one way.
    pub(super) fn start_layer() -> Self {
        let mut layer = ConjunctionLayer::new(0);
        layer.add_paths(&[], &SolutionCount::one(), (0, 0));
        layer
    }

    /// Returns the number of states.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the approximate number of bytes of the layer.
    pub(super) fn bytes(&self) -> usize {
        let each = size_of::<SolutionCount>() + size_of::<usize>() + size_of::<StateOrigin>() + 8;
        self.nodes.len() * size_of::<DiagramNode>() + self.len() * each + self.heap
    }

    /// Returns the number of paths to a state.
    pub(super) fn path_count(&self, state: usize) -> &SolutionCount {
        &self.counts[state]
    }

    /// Returns the tuples of a state.
    pub(super) fn state_tuples(&self, state: usize) -> impl Iterator<Item = &[DiagramNode]> {
        let start = if state == 0 { 0 } else { self.ends[state - 1] };
        split_tuples(&self.nodes[start..self.ends[state]], self.width)
    }

    /// Returns the first way to each state.
    pub(super) fn into_from(self) -> Vec<StateOrigin> {
        self.from
    }

    /// Adds paths to a state, given by its tuples; returns whether it is new.
    pub(super) fn add_paths(
        &mut self,
        tuples: &[DiagramNode],
        paths: &SolutionCount,
        from: StateOrigin,
    ) -> bool {
        let ConjunctionLayer { nodes, ends, table, .. } = self;
        let of = |state: u32| {
            let state = state as usize;
            let start = if state == 0 { 0 } else { ends[state - 1] };
            &nodes[start..ends[state]]
        };
        let hash = hash_nodes(tuples);
        if let Some(&known) = table.find(hash, |&state| of(state) == tuples) {
            let count = &mut self.counts[known as usize];
            let before = count.heap_bytes();
            *count += paths;
            // Counts only grow, so the difference is not negative.
            self.heap += count.heap_bytes() - before;
            return false;
        }
        table.insert_unique(hash, ends.len() as u32, |&state| self::hash_nodes(of(state)));
        nodes.extend_from_slice(tuples);
        ends.push(nodes.len());
        self.heap += paths.heap_bytes();
        self.counts.push(paths.clone());
        self.from.push(from);
        true
    }

    /// Brings the tuples of a state into canonical form: sorted, each once, and alone if one of
    /// them holds for all values that follow.
    pub(super) fn make_canonical(&self, nodes: &mut Vec<DiagramNode>) {
        // One tuple is canonical.
        if nodes.len() <= self.width {
            return;
        }
        // Tuples of no nodes are equal, and the list of their nodes is empty already.
        if self.width == 0 {
            return;
        }
        let mut all: Vec<&[DiagramNode]> = nodes.chunks(self.width).collect();
        all.sort_unstable();
        all.dedup();
        // No node of a state is FALSE, so the tuple that always holds comes first.
        if all[0].iter().all(|&node| node == TRUE_NODE) {
            all.truncate(1);
        }
        *nodes = all.concat();
    }
}

/// Splits nodes into tuples of this width; width 0 gives one empty tuple.
fn split_tuples(nodes: &[DiagramNode], width: usize) -> impl Iterator<Item = &[DiagramNode]> {
    let empty = (width == 0).then_some(nodes);
    empty.into_iter().chain(nodes.chunks(width.max(1)))
}

fn hash_nodes(nodes: &[DiagramNode]) -> u64 {
    let mut hasher = FxHasher::default();
    for node in nodes {
        hasher.write_u32(node.0);
    }
    hasher.finish()
}
