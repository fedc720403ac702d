//! A decision diagram of the rows of a table.

use std::collections::HashMap;

use super::rows::TableRows;
use crate::{EncodeError, PropositionalFormula};

/// An edge: the place of the value, and the node of the next layer that the edge leads to.
pub(super) type Edge = (u32, u32);

/// Layers of nodes, one for each column; the first holds only the root. Each node has an edge
/// for each value with which some row continues. All edges of the last layer lead to node 0 of
/// a layer with no other node.
pub(super) struct TableDiagram {
    pub(super) layers: Vec<Vec<Vec<Edge>>>,
}

/// A node whose edges are not complete yet. It represents sorted, different rows that agree before
/// its column; rows `next` to `end` remain to be processed.
struct OpenTableNode {
    next: usize,
    end: usize,
    edges: Vec<Edge>,
}

impl TableDiagram {
    /// Builds the diagram of at least one row, and merges equal suffixes.
    pub(super) fn from_rows(
        formula: &mut PropositionalFormula,
        table: &TableRows,
    ) -> Result<TableDiagram, EncodeError> {
        let width = table.scope.len();
        let mut builder =
            TableDiagramBuilder { known: vec![HashMap::new(); width], layers: vec![vec![]; width] };
        // An explicit stack, one node for each column: tables may be wider than the call stack
        // is deep.
        let mut stack = vec![OpenTableNode::new(0, table.iter().len())];
        while let Some(open) = stack.last_mut() {
            let here = open.next;
            if here < open.end {
                let column = stack.len() - 1;
                let place = table.row_at(here)[column];
                let open = &mut stack[column];
                // The rows of the node are sorted and agree before this column, so equal values are
                // neighbours and form the rows of the child.
                let same = |&row: &usize| table.row_at(row)[column] == place;
                open.next = (here..open.end).take_while(same).last().unwrap_or(here) + 1;
                // A later column fills in the node that the edge leads to.
                open.edges.push((place, 0));
                let next = open.next;
                formula.spend_work(next - here)?;
                if column + 1 < width {
                    stack.push(OpenTableNode::new(here, next));
                }
            } else if let Some(open) = stack.pop() {
                let node = builder.finish_node(stack.len(), open.edges);
                let edge = stack.last_mut().and_then(|parent| parent.edges.last_mut());
                edge.into_iter().for_each(|(_, child)| *child = node);
            }
        }
        Ok(TableDiagram { layers: builder.layers })
    }
}

impl OpenTableNode {
    fn new(next: usize, end: usize) -> Self {
        OpenTableNode { next, end, edges: Vec::new() }
    }
}

struct TableDiagramBuilder {
    /// For each layer, the finished nodes by their edges.
    known: Vec<HashMap<Vec<Edge>, u32>>,
    layers: Vec<Vec<Vec<Edge>>>,
}

impl TableDiagramBuilder {
    /// Returns the node of a column with these edges.
    fn finish_node(&mut self, column: usize, edges: Vec<Edge>) -> u32 {
        // Nodes are finished bottom-up, so equal edges mean equal sets of suffixes.
        if let Some(&node) = self.known[column].get(&edges) {
            return node;
        }
        // Nodes are at most as many as values in all rows, which fit in memory.
        let node = self.layers[column].len() as u32;
        self.known[column].insert(edges.clone(), node);
        self.layers[column].push(edges);
        node
    }
}
