//! Nodes of multi-valued decision diagrams, each kept once.

use std::hash::Hasher;

use hashbrown::HashTable;
use parallax_model::engine_api::StopReason;
use rustc_hash::{FxHashSet, FxHasher};

use super::DiagramError;

/// A node of an [`DiagramArena`]: the root of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct DiagramNode(pub(super) u32);

/// The diagram without assignments.
pub(super) const FALSE_NODE: DiagramNode = DiagramNode(0);

/// The diagram of all assignments.
pub(super) const TRUE_NODE: DiagramNode = DiagramNode(1);

/// The level of both ends, below all variables.
const TERMINAL_LEVEL: u32 = u32::MAX;

/// Reduced, ordered, multi-valued decision diagrams (Bryant 1986; Srinivasan et al. 1990). A node
/// has a level, the place of its variable in the order, and a child for each value of the
/// variable. Equal nodes are one, and no node has equal children only, so two diagrams are equal
/// exactly if their roots are.
pub(super) struct DiagramArena {
    /// The number of values at each level.
    widths: Vec<usize>,
    /// The level of each node, and the index of its first child in `children`.
    nodes: Vec<(u32, usize)>,
    children: Vec<DiagramNode>,
    table: HashTable<u32>,
    limit: usize,
    max_bytes: usize,
}

impl DiagramArena {
    /// Makes an arena for variables with these numbers of values, and for at most `limit` nodes in
    /// at most `max_bytes` bytes.
    pub(super) fn new(widths: Vec<usize>, limit: u64, max_bytes: usize) -> Self {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX).min(u32::MAX as usize / 2);
        let nodes = vec![(TERMINAL_LEVEL, 0), (TERMINAL_LEVEL, 0)];
        let (children, table) = (Vec::new(), HashTable::new());
        DiagramArena { widths, nodes, children, table, limit, max_bytes }
    }

    /// Returns the number of nodes.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the approximate number of bytes of the nodes.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.len() * NODE_BYTES + self.children.len() * CHILD_BYTES
    }

    /// Returns the level of a node; that of both ends is larger than all others.
    pub(super) fn level(&self, node: DiagramNode) -> u32 {
        self.nodes[node.0 as usize].0
    }

    /// Returns the number of values at a level.
    pub(super) fn width(&self, level: u32) -> usize {
        self.widths[level as usize]
    }

    /// Returns the diagram that remains when the variable at `level` takes the value at `place`.
    /// The node lies at this level or below.
    pub(super) fn child_at(&self, node: DiagramNode, level: u32, place: usize) -> DiagramNode {
        let (own, start) = self.nodes[node.0 as usize];
        if own == level { self.children[start + place] } else { node }
    }

    /// Returns the node with these children, which lie below `level`.
    pub(super) fn make_node(
        &mut self,
        level: u32,
        children: &[DiagramNode],
    ) -> Result<DiagramNode, DiagramError> {
        // A node whose children agree does not depend on its variable.
        if let Some(&first) = children.first()
            && children.iter().all(|&child| child == first)
        {
            return Ok(first);
        }
        let DiagramArena { nodes, children: all, table, .. } = self;
        let hash = hash_diagram_node(level, children);
        let of = |node: u32| {
            let (own, start) = nodes[node as usize];
            (own, &all[start..start + children.len()])
        };
        // The level comes first: only nodes of this level have as many children as `of` takes.
        let is_same = |&node: &u32| nodes[node as usize].0 == level && of(node).1 == children;
        if let Some(&known) = table.find(hash, is_same) {
            return Ok(DiagramNode(known));
        }
        if nodes.len() >= self.limit {
            return Err(DiagramError::Nodes(self.limit as u64));
        }
        if nodes.len() * NODE_BYTES + (all.len() + children.len()) * CHILD_BYTES > self.max_bytes {
            return Err(StopReason::Memory.into());
        }
        // The limit is below 2^31, so the number fits.
        let node = nodes.len() as u32;
        nodes.push((level, all.len()));
        all.extend_from_slice(children);
        // A growing table hashes its nodes again, each with the number of children of its level.
        let widths = &self.widths;
        table.insert_unique(hash, node, |&other| {
            let (level, start) = nodes[other as usize];
            self::hash_diagram_node(level, &all[start..start + widths[level as usize]])
        });
        Ok(DiagramNode(node))
    }

    /// Returns the last level that a diagram depends on; 0 for both ends.
    pub(super) fn deepest_level(&self, root: DiagramNode) -> u32 {
        let mut seen = FxHashSet::default();
        let mut open = vec![root];
        let mut deepest = 0;
        while let Some(node) = open.pop() {
            let (level, start) = self.nodes[node.0 as usize];
            if level == TERMINAL_LEVEL || !seen.insert(node) {
                continue;
            }
            deepest = deepest.max(level);
            open.extend(&self.children[start..start + self.width(level)]);
        }
        deepest
    }

    /// Returns the diagram in which the variable at a level has one of some values.
    pub(super) fn make_choice(
        &mut self,
        level: u32,
        allowed: impl Fn(usize) -> bool,
    ) -> Result<DiagramNode, DiagramError> {
        let end = |place| if allowed(place) { TRUE_NODE } else { FALSE_NODE };
        let children: Vec<DiagramNode> = (0..self.width(level)).map(end).collect();
        self.make_node(level, &children)
    }
}

/// The approximate number of bytes of a node in its list and in the table.
const NODE_BYTES: usize = 24;

/// The bytes of a child.
const CHILD_BYTES: usize = size_of::<DiagramNode>();

fn hash_diagram_node(level: u32, children: &[DiagramNode]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u32(level);
    for child in children {
        hasher.write_u32(child.0);
    }
    hasher.finish()
}
