//! Automata as layered graphs: a path from the first node to the last for each accepted list.

use std::collections::BTreeSet;

use super::NotExpressible;
use crate::programs::case::CaseExpr;

/// A state after a number of items.
pub(super) type LayerNode = (usize, i64);

/// An edge: its layer, the state before it, the symbol, the state after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LayerEdge {
    pub(super) from: LayerNode,
    pub(super) symbol: i64,
    pub(super) to: LayerNode,
}

/// Returns the edges of all paths that an automaton accepts, by layers, from the arguments of
/// `regular`. All final states are one last node, of the state 0.
///
/// # Errors
/// Returns an error if there is no item, or no path.
pub(super) fn layer_edges(parts: &[CaseExpr]) -> Result<Vec<LayerEdge>, NotExpressible> {
    let malformed = NotExpressible("an automaton with variables");
    let rows = parts[2].list_items().unwrap_or_default();
    let next = rows.iter().map(CaseExpr::list_ints).collect::<Option<Vec<_>>>().ok_or(malformed)?;
    let (start, ends) =
        (parts[3].as_int().ok_or(malformed)?, parts[4].list_ints().ok_or(malformed)?);
    let count = parts[5].list_items().map_or(0, <[CaseExpr]>::len);
    if count == 0 {
        return Err(NotExpressible("a graph without layers"));
    }
    let mut edges = Vec::new();
    let mut here = BTreeSet::from([start]);
    for layer in 0..count {
        let mut reached = BTreeSet::new();
        for &state in &here {
            let row = usize::try_from(state - 1).ok().and_then(|index| next.get(index));
            for (symbol, &to) in (1..).zip(row.ok_or(malformed)?) {
                let is_last = layer + 1 == count;
                if to == 0 || is_last && !ends.contains(&to) {
                    continue;
                }
                reached.insert(to);
                // All final states become one node, the end of every path.
                let to = (layer + 1, if is_last { 0 } else { to });
                edges.push(LayerEdge { from: (layer, state), symbol, to });
            }
        }
        here = reached;
    }
    // Backwards, edges into nodes from which no path leads on are removed.
    let mut useful = BTreeSet::from([(count, 0)]);
    let mut kept: Vec<LayerEdge> = Vec::new();
    // Edges are stored by ascending layers, so backwards every edge out of a node comes before
    // those into it, and one pass suffices.
    for edge in edges.into_iter().rev() {
        if useful.contains(&edge.to) {
            useful.insert(edge.from);
            kept.push(edge);
        }
    }
    kept.reverse();
    if kept.is_empty() { Err(NotExpressible("a graph without a path")) } else { Ok(kept) }
}
