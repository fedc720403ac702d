//! The graph of possible arcs: its reachable nodes and components.

use parallax_model::{self as model, VarId};

use super::CircuitNodes;
use super::arcs::{CircuitArcs, has_member, set_members};
use super::components::CircuitComponents;
use crate::propagators::{ConstraintPropagator, DomainStore, PropagatorCost};
use crate::store::PropagationConflict;

/// A node that only one other can precede follows that one. Nodes that must move reach each other
/// (Caseau and Laburthe 1997), others that are not on such paths stay. If it is decided for every
/// node whether it stays, the cycle without one node, a root, passes the strongly connected
/// components of the rest one after the other: arcs that skip a component are removed, and the only
/// arc to the next one is fixed (after
/// Francis and Stuckey 2014, "Explaining circuit propagation", there by depth-first trees).
#[derive(Clone)]
pub(super) struct CircuitReachPropagator {
    nodes: CircuitNodes,
    arcs: CircuitArcs,
    components: CircuitComponents,
    /// Nodes found from the first that must move, forwards and backwards.
    found: [Vec<u64>; 2],
    stack: Vec<u32>,
    /// For each component, the number of arcs to the next one, and the last such arc.
    bridges: Vec<(u32, (u32, u32))>,
}

/// Maximum number of nodes for which rows of bits are kept: 16 MB. Larger circuits do without them.
pub(super) const MAX_NODES: usize = 1 << 13;

/// Maximum number of roots whose components a call examines.
const MAX_ROOTS: usize = 4;

impl CircuitReachPropagator {
    pub(super) fn new(c: &model::Circuit) -> Self {
        let nodes = CircuitNodes::new(c);
        let count = nodes.len();
        let words = || vec![0; count.div_ceil(64)];
        CircuitReachPropagator {
            arcs: CircuitArcs::new(count),
            components: CircuitComponents::new(count),
            found: [words(), words()],
            stack: Vec::with_capacity(count),
            bridges: Vec::with_capacity(count),
            nodes,
        }
    }

    /// Gives each node that has only one possible predecessor to it.
    fn follow_singles(&self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        for node in 0..self.nodes.len() {
            let mut before = set_members(self.arcs.predecessor_words(node));
            let from = match (before.next(), before.next(), self.arcs.may_stay[node]) {
                (None, _, false) => return Err(PropagationConflict),
                // Without a predecessor the node is not on the cycle; with a single one and no way
                // to stay, that arc is on it.
                (None, _, true) => node,
                (Some(only), None, false) => only,
                _ => continue,
            };
            self.nodes.fix_arc(from, node, store)?;
        }
        Ok(())
    }

    /// Finds the nodes on paths from and to a node.
    fn explore_paths(&mut self, start: usize) {
        for (side, found) in self.found.iter_mut().enumerate() {
            found.fill(0);
            found[start / 64] |= 1 << (start % 64);
            self.stack.clear();
            self.stack.push(start as u32);
            while let Some(node) = self.stack.pop() {
                let node = node as usize;
                let row = if side == 0 {
                    self.arcs.successor_words(node)
                } else {
                    self.arcs.predecessor_words(node)
                };
                // Takes 64 neighbours at a time; each node is pushed once, so a search costs at
                // most one pass over the rows.
                for (w, &word) in row.iter().enumerate() {
                    let fresh = word & !found[w];
                    found[w] |= fresh;
                    let new = crate::store::set_bits(fresh).map(|bit| w as u32 * 64 + bit);
                    self.stack.extend(new);
                }
            }
        }
    }

    /// Keeps nodes in place that no cycle with the nodes that must move can visit.
    fn connect_nodes(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let count = self.nodes.len();
        let Some(start) = (0..count).find(|&node| self.arcs.must_move(node)) else {
            return Ok(());
        };
        self.explore_paths(start);
        let [ahead, behind] = &self.found;
        let mut lost =
            (0..count).filter(|&node| !has_member(ahead, node) || !has_member(behind, node));
        // A node on the cycle reaches `start` and is reached from it. One that must move and does
        // not is a conflict, since it cannot stay.
        lost.try_for_each(|node| self.nodes.fix_arc(node, node, store))
    }

    /// Removes the arcs that skip a component of the graph without `root`.
    fn pass_in_order(
        &mut self,
        root: usize,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        let CircuitReachPropagator { nodes, arcs, components, bridges, .. } = self;
        // Without the root the cycle is a path. It cannot return to a component that it left, so it
        // takes the components in the one order that arcs allow.
        components.find_components(arcs, root);
        let count = components.count;
        bridges.clear();
        bridges.resize(count as usize, (0, (0, 0)));
        for from in (0..nodes.len()).filter(|&node| !arcs.stays[node]) {
            // The root comes before the first component, and after the last.
            let position = if from == root { count } else { components.of[from] };
            for to in set_members(arcs.successor_words(from)).filter(|&node| !arcs.stays[node]) {
                match (to == root, components.of[to]) {
                    (true, _) if position == 0 => {}
                    (false, there) if there == position => {}
                    (false, there) if there + 1 == position => {
                        // `there` is below `position`, which is at most the number of components.
                        let bridge = &mut bridges[there as usize];
                        *bridge = (bridge.0 + 1, (from as u32, to as u32));
                    }
                    _ => nodes.remove_arc(from, to, store)?,
                }
            }
        }
        for &(arc_count, (from, to)) in bridges.iter() {
            match arc_count {
                0 => return Err(PropagationConflict),
                1 => nodes.fix_arc(from as usize, to as usize, store)?,
                _ => {}
            }
        }
        Ok(())
    }
}

impl ConstraintPropagator for CircuitReachPropagator {
    fn scope(&self) -> Vec<VarId> {
        let mut scope = self.nodes.successors.clone();
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    fn call_cost(&self) -> PropagatorCost {
        PropagatorCost::Highest
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        // A snapshot: arcs that the steps below remove are gone from it at the next call.
        self.arcs.read_domains(&self.nodes, store)?;
        self.follow_singles(store)?;
        self.connect_nodes(store)?;
        let count = self.nodes.len();
        let is_open = |node: usize| self.arcs.may_stay[node] && !self.arcs.stays[node];
        // A node that may still drop out could remove a whole component from the path.
        if (0..count).any(is_open) {
            return Ok(());
        }
        // Each root cuts the cycle elsewhere and may prune other arcs; a few spread ones keep the
        // cost bounded.
        let step = count.div_ceil(MAX_ROOTS).max(1);
        for root in (0..count).step_by(step) {
            if self.arcs.must_move(root) {
                store.spend_steps(count * count.div_ceil(64))?;
                self.pass_in_order(root, store)?;
            }
        }
        Ok(())
    }
}
