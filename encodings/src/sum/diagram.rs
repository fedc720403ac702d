//! A decision diagram over the partial sums of a sum.
//!
//! A node of a layer is a set of partial sums with the same future: from each of them, the same
//! choices lead to an allowed total. The sets are intervals, found bottom-up, as Abío,
//! Nieuwenhuis, Oliveras and Rodríguez-Carbonell (2012) do for pseudo-Boolean constraints and
//! Abío and Stuckey (2014) for integers. The diagram is built before any clause is written, so
//! its size is known first.

use std::collections::BTreeMap;

use super::{
    goal::{INFINITE_BOUND, SumGoal, SumGoalResult},
    summand::WeightedSummand,
};
use crate::{EncodeError, PropositionalFormula};

/// The target of an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SumNode {
    /// Every continuation is allowed, or none is.
    Decided(bool),
    /// The inner node with this index.
    Inner(u32),
}

/// A node with one child for each alternative of its layer's summand.
#[derive(Debug)]
pub(super) struct InnerSumNode {
    pub(super) layer: usize,
    pub(super) children: Vec<SumNode>,
}

/// A finished diagram. Children come before their parents, so an inner root is the last node.
#[derive(Debug)]
pub(super) struct SumDiagram {
    pub(super) nodes: Vec<InnerSumNode>,
    pub(super) root: SumNode,
}

/// The limits and the form of a diagram to build.
#[derive(Debug, Clone, Copy)]
pub(super) struct SumDiagramOptions {
    /// Maximum number of edges to explore.
    pub(super) max_edges: usize,
    /// Whether to omit a node whose children are all equal, so that edges skip layers.
    pub(super) skip_layers: bool,
}

/// A node whose children are not complete yet. It represents the partial sums `from..=to`.
struct OpenSumNode {
    layer: usize,
    sum: i128,
    from: i128,
    to: i128,
    children: Vec<SumNode>,
}

struct SumDiagramBuilder<'a> {
    summands: &'a [WeightedSummand],
    goal: SumGoal,
    /// The minimum and the maximum that the summands from each layer on can add.
    rest: Vec<(i128, i128)>,
    /// For each layer, by the first partial sum of each finished node: its last partial sum and
    /// the node.
    finished: Vec<BTreeMap<i128, (i128, SumNode)>>,
    nodes: Vec<InnerSumNode>,
}

impl SumDiagram {
    /// Builds the diagram, or returns `None` if it has more edges than the shape allows.
    pub(super) fn build_diagram(
        formula: &mut PropositionalFormula,
        summands: &[WeightedSummand],
        goal: SumGoal,
        shape: SumDiagramOptions,
    ) -> Result<Option<SumDiagram>, EncodeError> {
        let mut builder = SumDiagramBuilder::new(summands, goal);
        let mut edges = 0;
        // An explicit stack: a sum may have more summands than the call stack has room for.
        let mut stack = Vec::new();
        let mut root = builder.find_node(0, 0);
        if root.is_none() {
            stack.push(OpenSumNode::new(0, 0));
        }
        while let Some(open) = stack.last_mut() {
            let contributions = &summands[open.layer].contributions;
            if let Some(&step) = contributions.get(open.children.len()) {
                // A child is looked up by any of its partial sums; if none is known, it is built
                // first and looked up again.
                let sum = open.sum + step;
                match builder.find_node(open.layer + 1, sum) {
                    Some((child, from, to)) => open.add_child(child, from, to, step),
                    None => {
                        let layer = open.layer + 1;
                        stack.push(OpenSumNode::new(layer, sum));
                    }
                }
                continue;
            }
            edges += contributions.len();
            if edges > shape.max_edges {
                return Ok(None);
            }
            formula.spend_work(contributions.len())?;
            if let Some(open) = stack.pop() {
                root = Some(builder.finish_node(open, shape.skip_layers));
            }
        }
        let root = root.map_or(SumNode::Decided(true), |(node, ..)| node);
        Ok(Some(SumDiagram { nodes: builder.nodes, root }))
    }
}

impl OpenSumNode {
    fn new(layer: usize, sum: i128) -> Self {
        OpenSumNode { layer, sum, from: -INFINITE_BOUND, to: INFINITE_BOUND, children: Vec::new() }
    }

    /// Adds a child reached by `step`, which represents the partial sums `from..=to`.
    fn add_child(&mut self, child: SumNode, from: i128, to: i128, step: i128) {
        self.children.push(child);
        // The node has these children for every partial sum that leads each alternative into the
        // interval of its child: the intersection of the shifted intervals.
        self.from = self.from.max(from - step);
        self.to = self.to.min(to - step);
    }
}

impl<'a> SumDiagramBuilder<'a> {
    fn new(summands: &'a [WeightedSummand], goal: SumGoal) -> Self {
        let mut rest = vec![(0, 0)];
        for summand in summands.iter().rev() {
            let (least, most) = rest[rest.len() - 1];
            rest.push((least + summand.min_contribution(), most + summand.max_contribution()));
        }
        rest.reverse();
        let finished = summands.iter().map(|_| BTreeMap::new()).collect();
        SumDiagramBuilder { summands, goal, rest, finished, nodes: Vec::new() }
    }

    /// Returns the node of a partial sum, if it is decided or finished, and the partial sums that
    /// it represents.
    fn find_node(&self, layer: usize, sum: i128) -> Option<(SumNode, i128, i128)> {
        let (least, most) = self.rest[layer];
        if let SumGoalResult::Decided(allowed, from, to) =
            self.goal.judge_partial_sum(sum, least, most)
        {
            return Some((SumNode::Decided(allowed), from, to));
        }
        // The intervals of a layer are disjoint, so only the last one that begins at or before
        // `sum` can contain it.
        let (&from, &(to, node)) = self.finished[layer].range(..=sum).next_back()?;
        (sum <= to).then_some((node, from, to))
    }

    fn finish_node(&mut self, open: OpenSumNode, skip_layers: bool) -> (SumNode, i128, i128) {
        debug_assert_eq!(open.children.len(), self.summands[open.layer].contributions.len());
        let first = open.children[0];
        let same = open.children.iter().all(|&child| child == first);
        // A node whose children agree does not depend on its summand. If layers must not be
        // skipped, only a decided one is dropped.
        let node = match first {
            SumNode::Decided(_) if same => first,
            SumNode::Inner(_) if same && skip_layers => first,
            _ => {
                // The limit on edges is far below 2^32.
                let index = self.nodes.len() as u32;
                self.nodes.push(InnerSumNode { layer: open.layer, children: open.children });
                SumNode::Inner(index)
            }
        };
        self.finished[open.layer].insert(open.from, (open.to, node));
        (node, open.from, open.to)
    }
}
