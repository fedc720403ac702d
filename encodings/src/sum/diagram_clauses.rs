//! The clauses of a sum's decision diagram.
//!
//! The literal of a node represents that the partial sum is in the node's set. "Node and
//! alternative imply child" suffices for the constraint. To keep model counts, the literals are
//! defined in both directions: then exactly the nodes on the path of the assignment are true.

use std::collections::BTreeMap;

use rustsat::types::Lit;

use super::{
    diagram::{InnerSumNode, SumDiagram, SumDiagramOptions, SumNode},
    goal::SumGoal,
    summand::WeightedSummand,
};
use crate::{ClauseEncoder, EncodeError};

impl ClauseEncoder {
    /// Encodes a sum by a diagram. Returns false, adding nothing, if it would be too large.
    pub(crate) fn sum_by_diagram(
        &mut self,
        summands: &[WeightedSummand],
        goal: SumGoal,
    ) -> Result<bool, EncodeError> {
        let two_way = self.options.keep_counts;
        let shape =
            SumDiagramOptions { max_edges: self.options.diagram_edges, skip_layers: !two_way };
        let Some(diagram) = SumDiagram::build_diagram(&mut self.formula, summands, goal, shape)?
        else {
            return Ok(false);
        };
        if let SumNode::Decided(holds) = diagram.root {
            self.require_truth(holds)?;
            return Ok(true);
        }
        let mut writer = SumDiagramWriter { encoder: self, summands, goal, literals: Vec::new() };
        writer.make_literals(&diagram)?;
        if two_way {
            writer.define_literals(&diagram)?;
        }
        for (index, inner) in diagram.nodes.iter().enumerate().rev() {
            writer.write_children(index, inner, two_way)?;
        }
        Ok(true)
    }
}

struct SumDiagramWriter<'a> {
    encoder: &'a mut ClauseEncoder,
    summands: &'a [WeightedSummand],
    goal: SumGoal,
    /// The literal of each node; `None` for the root, which is the last node and always true.
    literals: Vec<Option<Lit>>,
}

impl SumDiagramWriter<'_> {
    fn make_literals(&mut self, diagram: &SumDiagram) -> Result<(), EncodeError> {
        let root = diagram.nodes.len() - 1;
        self.literals = vec![None; root + 1];
        for literal in self.literals[..root].iter_mut().rev() {
            *literal = Some(self.encoder.formula.new_auxiliary()?);
        }
        Ok(())
    }

    /// Writes the clauses from a node to its children, one for each run of alternatives with the
    /// same child. In a two-way diagram only the edges to "not allowed" remain: the constraint
    /// itself.
    fn write_children(
        &mut self,
        index: usize,
        inner: &InnerSumNode,
        two_way: bool,
    ) -> Result<(), EncodeError> {
        let runs = self.summands[inner.layer].has_bounds(&self.encoder.ints);
        let mut from = 0;
        while from < inner.children.len() {
            let child = inner.children[from];
            let mut to = from;
            // With bounds, two literals exclude a whole run of alternatives in one clause.
            while runs && inner.children.get(to + 1) == Some(&child) {
                to += 1;
            }
            // The other edges of a two-way diagram are in the definitions already.
            if child == SumNode::Decided(false) || !two_way {
                self.write_edge(index, inner, from, to)?;
            }
            from = to + 1;
        }
        Ok(())
    }

    /// Adds "the node and one of the alternatives `from..=to` imply their child".
    fn write_edge(
        &mut self,
        index: usize,
        inner: &InnerSumNode,
        from: usize,
        to: usize,
    ) -> Result<(), EncodeError> {
        let mut clause: Vec<Lit> = self.literals[index].map(|lit| !lit).into_iter().collect();
        match inner.children[from] {
            SumNode::Decided(true) => return Ok(()),
            SumNode::Decided(false) => {}
            SumNode::Inner(child) => clause.extend(self.literals[child as usize]),
        }
        let summand = &self.summands[inner.layer];
        let ints = &self.encoder.ints;
        // If smaller totals are never worse, larger alternatives imply what this one implies.
        let last = inner.children.len() - 1;
        let monotone = self.goal.is_upper_bound() && summand.has_bounds(ints);
        summand.push_outside_literals(ints, from, if monotone { last } else { to }, &mut clause);
        self.encoder.formula.add_clause(&clause)
    }

    /// Defines the literal of each node from those of its parents, outside the guards.
    fn define_literals(&mut self, diagram: &SumDiagram) -> Result<(), EncodeError> {
        for (index, inner) in diagram.nodes.iter().enumerate().rev() {
            for (alternative, &child) in inner.children.iter().enumerate() {
                if let SumNode::Inner(child) = child {
                    let mut clause = Vec::from_iter(self.literals[index].map(|lit| !lit));
                    clause.extend(self.literals[child as usize]);
                    self.define_under(inner.layer, alternative, clause)?;
                }
            }
        }
        // The converse: a node is reached only from a parent by the alternative that is taken. No
        // edge skips a layer here, so all parents are one layer up, and the root alone has layer 0.
        let parents = list_parents(diagram);
        for (index, inner) in diagram.nodes.iter().enumerate().rev() {
            let Some(node) = self.literals[index] else { continue };
            let layer = inner.layer - 1;
            for alternative in 0..self.summands[layer].contributions.len() {
                let found =
                    parents.get(&(index as u32, alternative)).map_or(&[][..], Vec::as_slice);
                let found: Vec<Option<Lit>> =
                    found.iter().map(|&parent| self.literals[parent]).collect();
                if found.contains(&None) {
                    continue; // the root is always true
                }
                let clause = [!node].into_iter().chain(found.into_iter().flatten()).collect();
                self.define_under(layer, alternative, clause)?;
            }
        }
        Ok(())
    }

    /// Adds a definition that holds if `alternative` is taken.
    fn define_under(
        &mut self,
        layer: usize,
        alternative: usize,
        mut clause: Vec<Lit>,
    ) -> Result<(), EncodeError> {
        self.summands[layer].push_not(&self.encoder.ints, alternative, &mut clause);
        self.encoder.formula.add_definition(&clause)
    }
}

/// Returns the parents of each node, by the alternative that leads from them.
fn list_parents(diagram: &SumDiagram) -> BTreeMap<(u32, usize), Vec<usize>> {
    let mut parents: BTreeMap<(u32, usize), Vec<usize>> = BTreeMap::new();
    for (index, inner) in diagram.nodes.iter().enumerate() {
        for (alternative, &child) in inner.children.iter().enumerate() {
            if let SumNode::Inner(child) = child {
                parents.entry((child, alternative)).or_default().push(index);
            }
        }
    }
    parents
}
