//! Automata as layered graphs: a path from the first node to the last for each accepted list.

use std::collections::BTreeSet;

use super::Unspelled;
use crate::programs::case::Expr;

/// A state after a number of items.
pub(super) type Node = (usize, i64);

/// An edge: its layer, the state before it, the symbol, the state after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    pub(super) from: Node,
    pub(super) symbol: i64,
    pub(super) to: Node,
}

/// Returns the edges of all paths that an automaton accepts, by layers, from the arguments of
/// `regular`. All final states are one last node, of the state 0.
///
/// # Errors
/// If there is no item, or no path.
pub(super) fn edges(parts: &[Expr]) -> Result<Vec<Edge>, Unspelled> {
    let malformed = Unspelled("an automaton with variables");
    let rows = parts[2].items().unwrap_or_default();
    let next = rows.iter().map(Expr::ints).collect::<Option<Vec<_>>>().ok_or(malformed)?;
    let (start, ends) = (parts[3].as_int().ok_or(malformed)?, parts[4].ints().ok_or(malformed)?);
    let count = parts[5].items().map_or(0, <[Expr]>::len);
    if count == 0 {
        return Err(Unspelled("a graph without layers"));
    }
    let mut edges = Vec::new();
    let mut here = BTreeSet::from([start]);
    for layer in 0..count {
        let mut reached = BTreeSet::new();
        for &state in &here {
            let row = usize::try_from(state - 1).ok().and_then(|place| next.get(place));
            for (symbol, &to) in (1..).zip(row.ok_or(malformed)?) {
                let is_last = layer + 1 == count;
                if to == 0 || is_last && !ends.contains(&to) {
                    continue;
                }
                reached.insert(to);
                let to = (layer + 1, if is_last { 0 } else { to });
                edges.push(Edge { from: (layer, state), symbol, to });
            }
        }
        here = reached;
    }
    // Backwards, edges into nodes from which no path leads on are removed.
    let mut useful = BTreeSet::from([(count, 0)]);
    let mut kept: Vec<Edge> = Vec::new();
    for edge in edges.into_iter().rev() {
        if useful.contains(&edge.to) {
            useful.insert(edge.from);
            kept.push(edge);
        }
    }
    kept.reverse();
    if kept.is_empty() { Err(Unspelled("a graph without a path")) } else { Ok(kept) }
}
