//! Conjunction and disjunction of diagrams.

use parallax_model::engine_api::Control;
use rustc_hash::FxHashMap;

use super::DiagramError;
use super::arena::{DiagramArena, DiagramNode, FALSE_NODE, TRUE_NODE};

/// A connective.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DiagramConnective {
    And,
    Or,
}

impl DiagramConnective {
    /// Returns the result if the two roots alone decide it.
    fn at_once(self, a: DiagramNode, b: DiagramNode) -> Option<DiagramNode> {
        // `zero` decides the result, `one` leaves the other operand.
        let (zero, one) = match self {
            DiagramConnective::And => (FALSE_NODE, TRUE_NODE),
            DiagramConnective::Or => (TRUE_NODE, FALSE_NODE),
        };
        match (a, b) {
            _ if a == b => Some(a),
            _ if a == zero || b == zero => Some(zero),
            _ if a == one => Some(b),
            _ if b == one => Some(a),
            _ => None,
        }
    }
}

/// Pairs of nodes between two checks of the clock.
const PAIRS_BETWEEN_POLLS: usize = 1024;

/// A pair of nodes whose children are being combined.
struct ApplyFrame {
    pair: (DiagramNode, DiagramNode),
    level: u32,
    next: usize,
}

/// Combines two diagrams (Bryant 1986), without recursion, and visits at most `max_pairs` pairs of
/// nodes.
///
/// # Errors
/// [`DiagramError::Nodes`] beyond `max_pairs` or the arena's limit, and
/// [`DiagramError::Stopped`].
pub(super) fn combine_diagrams(
    arena: &mut DiagramArena,
    op: DiagramConnective,
    a: DiagramNode,
    b: DiagramNode,
    max_pairs: usize,
    control: &Control,
) -> Result<DiagramNode, DiagramError> {
    if let Some(known) = op.at_once(a, b) {
        return Ok(known);
    }
    // Both connectives are symmetric, so (a, b) and (b, a) are one pair.
    let ordered = |a: DiagramNode, b: DiagramNode| if a <= b { (a, b) } else { (b, a) };
    let frame = |arena: &DiagramArena, pair: (DiagramNode, DiagramNode)| {
        let level = arena.level(pair.0).min(arena.level(pair.1));
        ApplyFrame { pair, level, next: 0 }
    };
    // Each pair is combined once: without this memory, shared nodes would be visited once for each
    // path.
    let mut known: FxHashMap<(DiagramNode, DiagramNode), DiagramNode> = FxHashMap::default();
    // The results of the pairs whose parents are open; the last ones belong to the top frame.
    let mut done: Vec<DiagramNode> = Vec::new();
    let mut open = vec![frame(arena, ordered(a, b))];
    let mut visited = 1;
    while let Some(top) = open.last_mut() {
        let ((a, b), level, place) = (top.pair, top.level, top.next);
        let width = arena.width(level);
        if place == width {
            // All children of the pair are combined, and are the last `width` results.
            let node = arena.make_node(level, &done[done.len() - width..])?;
            done.truncate(done.len() - width);
            done.push(node);
            known.insert((a, b), node);
            open.pop();
            continue;
        }
        top.next += 1;
        let pair = ordered(arena.child_at(a, level, place), arena.child_at(b, level, place));
        if let Some(node) = op.at_once(pair.0, pair.1).or_else(|| known.get(&pair).copied()) {
            done.push(node);
            continue;
        }
        visited += 1;
        if visited > max_pairs {
            return Err(DiagramError::Nodes(max_pairs as u64));
        }
        if visited.is_multiple_of(PAIRS_BETWEEN_POLLS) {
            control.check_stop()?;
        }
        open.push(frame(arena, pair));
    }
    Ok(done[0])
}
