//! A decision diagram over the partial sums of a sum.
//!
//! A node of a layer is a set of partial sums with the same future: from each of them, the same
//! choices lead to an allowed total. The sets are intervals, found bottom-up, as Abío,
//! Nieuwenhuis, Oliveras and Rodríguez-Carbonell (2012) do for pseudo-Boolean constraints and
//! Abío and Stuckey (2014) for integers. The diagram is built before any clause is written, so
//! its size is known first.

use std::collections::BTreeMap;

use super::{
    goal::{Goal, Outlook, UNBOUNDED},
    summand::Summand,
};
use crate::{EncodeError, Formula};

/// The target of an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Node {
    /// Every continuation is allowed, or none is.
    Decided(bool),
    /// The inner node with this index.
    Inner(u32),
}

/// A node with one child for each alternative of its layer's summand.
#[derive(Debug)]
pub(super) struct Inner {
    pub(super) layer: usize,
    pub(super) children: Vec<Node>,
}

/// A finished diagram. Children come before their parents, so an inner root is the last node.
#[derive(Debug)]
pub(super) struct Diagram {
    pub(super) nodes: Vec<Inner>,
    pub(super) root: Node,
}

/// The limits and the form of a diagram to build.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    /// Maximum number of edges to explore.
    pub(super) max_edges: usize,
    /// Whether to omit a node whose children are all equal, so that edges skip layers.
    pub(super) skip_layers: bool,
}

/// A node whose children are not complete yet. It represents the partial sums `from..=to`.
struct Open {
    layer: usize,
    sum: i128,
    from: i128,
    to: i128,
    children: Vec<Node>,
}

struct Builder<'a> {
    summands: &'a [Summand],
    goal: Goal,
    /// The minimum and the maximum that the summands from each layer on can add.
    rest: Vec<(i128, i128)>,
    /// For each layer, by the first partial sum of each finished node: its last partial sum and
    /// the node.
    finished: Vec<BTreeMap<i128, (i128, Node)>>,
    nodes: Vec<Inner>,
}

impl Diagram {
    /// Builds the diagram, or returns `None` if it has more edges than the shape allows.
    pub(super) fn build(
        formula: &mut Formula,
        summands: &[Summand],
        goal: Goal,
        shape: Shape,
    ) -> Result<Option<Diagram>, EncodeError> {
        let mut builder = Builder::new(summands, goal);
        let mut edges = 0;
        // An explicit stack: a sum may have more summands than the call stack has room for.
        let mut stack = Vec::new();
        let mut root = builder.find(0, 0);
        if root.is_none() {
            stack.push(Open::new(0, 0));
        }
        while let Some(open) = stack.last_mut() {
            let contributions = &summands[open.layer].contributions;
            if let Some(&step) = contributions.get(open.children.len()) {
                let sum = open.sum + step;
                match builder.find(open.layer + 1, sum) {
                    Some((child, from, to)) => open.take(child, from, to, step),
                    None => {
                        let layer = open.layer + 1;
                        stack.push(Open::new(layer, sum));
                    }
                }
                continue;
            }
            edges += contributions.len();
            if edges > shape.max_edges {
                return Ok(None);
            }
            formula.spend(contributions.len())?;
            if let Some(open) = stack.pop() {
                root = Some(builder.finish(open, shape.skip_layers));
            }
        }
        let root = root.map_or(Node::Decided(true), |(node, ..)| node);
        Ok(Some(Diagram { nodes: builder.nodes, root }))
    }
}

impl Open {
    fn new(layer: usize, sum: i128) -> Self {
        Open { layer, sum, from: -UNBOUNDED, to: UNBOUNDED, children: Vec::new() }
    }

    /// Adds a child reached by `step`, which represents the partial sums `from..=to`.
    fn take(&mut self, child: Node, from: i128, to: i128, step: i128) {
        self.children.push(child);
        self.from = self.from.max(from - step);
        self.to = self.to.min(to - step);
    }
}

impl<'a> Builder<'a> {
    fn new(summands: &'a [Summand], goal: Goal) -> Self {
        let mut rest = vec![(0, 0)];
        for summand in summands.iter().rev() {
            let (least, most) = rest[rest.len() - 1];
            rest.push((least + summand.least(), most + summand.most()));
        }
        rest.reverse();
        let finished = summands.iter().map(|_| BTreeMap::new()).collect();
        Builder { summands, goal, rest, finished, nodes: Vec::new() }
    }

    /// Returns the node of a partial sum, if it is decided or finished, and the partial sums that
    /// it represents.
    fn find(&self, layer: usize, sum: i128) -> Option<(Node, i128, i128)> {
        let (least, most) = self.rest[layer];
        if let Outlook::Decided(allowed, from, to) = self.goal.outlook(sum, least, most) {
            return Some((Node::Decided(allowed), from, to));
        }
        let (&from, &(to, node)) = self.finished[layer].range(..=sum).next_back()?;
        (sum <= to).then_some((node, from, to))
    }

    fn finish(&mut self, open: Open, skip_layers: bool) -> (Node, i128, i128) {
        debug_assert_eq!(open.children.len(), self.summands[open.layer].contributions.len());
        let first = open.children[0];
        let same = open.children.iter().all(|&child| child == first);
        let node = match first {
            Node::Decided(_) if same => first,
            Node::Inner(_) if same && skip_layers => first,
            _ => {
                // The limit on edges is far below 2^32.
                let index = self.nodes.len() as u32;
                self.nodes.push(Inner { layer: open.layer, children: open.children });
                Node::Inner(index)
            }
        };
        self.finished[open.layer].insert(open.from, (open.to, node));
        (node, open.from, open.to)
    }
}
