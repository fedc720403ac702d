//! A decision diagram of the rows of a table.

use std::collections::HashMap;

use super::rows::Rows;

/// An edge: the place of the value, and the node of the next layer that it leads to.
pub(super) type Edge = (u32, u32);

/// Layers of nodes, one for each column; the first has the root alone. Each node has an edge for
/// each value with which some row goes on. Edges of the last layer all lead to node 0 of a layer
/// that has no other.
pub(super) struct Diagram {
    pub(super) layers: Vec<Vec<Vec<Edge>>>,
}

impl Diagram {
    /// The diagram of at least one row, with equal endings merged.
    pub(super) fn of(table: &Rows) -> Diagram {
        let width = table.scope.len();
        let mut builder =
            Builder { known: vec![HashMap::new(); width], layers: vec![vec![]; width] };
        let rows: Vec<&[u32]> = table.iter().collect();
        builder.node(&rows, 0);
        Diagram { layers: builder.layers }
    }
}

struct Builder {
    /// For each layer, the nodes that are there by their edges.
    known: Vec<HashMap<Vec<Edge>, u32>>,
    layers: Vec<Vec<Vec<Edge>>>,
}

impl Builder {
    /// The node of sorted, different rows that agree before this column.
    fn node(&mut self, rows: &[&[u32]], column: usize) -> u32 {
        if column == self.layers.len() {
            return 0;
        }
        let mut edges = Vec::new();
        for same in rows.chunk_by(|a, b| a[column] == b[column]) {
            edges.push((same[0][column], self.node(same, column + 1)));
        }
        if let Some(&node) = self.known[column].get(&edges) {
            return node;
        }
        // There are no more nodes than values in all rows, which fit in memory.
        let node = self.layers[column].len() as u32;
        self.known[column].insert(edges.clone(), node);
        self.layers[column].push(edges);
        node
    }
}
