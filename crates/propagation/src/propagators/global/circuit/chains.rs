//! Prevents cycles that leave out a node that must move.

use parallax_model::{self as model, Domain, VarId};

use super::CircuitNodes;
use crate::propagators::{
    ConstraintPropagator, DomainClaim, DomainEvent, DomainStore, ExplanationPremises, PastDomains,
    ValueRemoval,
};
use crate::store::PropagationConflict;

/// Known successors form chains. The end of a chain does not go to its start while a node that must
/// move is elsewhere (Caseau and Laburthe 1997); outside a cycle, all other nodes are their own
/// successors. With different successors, this checks the circuit.
#[derive(Clone)]
pub(super) struct CircuitChainPropagator {
    nodes: CircuitNodes,
    may_be_empty: bool,
    /// Whether all nodes move from the beginning: then only known successors matter.
    all_move: bool,
    /// For each node, the known successor, or [`UNKNOWN_SUCCESSOR`].
    next: Vec<u32>,
    /// For each node, whether it is a known successor of another, whether it must move, and
    /// whether a chain or cycle with it was found.
    entered: Vec<bool>,
    must: Vec<bool>,
    seen: Vec<bool>,
}

/// In `CircuitChainPropagator::next`: not known.
const UNKNOWN_SUCCESSOR: u32 = u32::MAX;

/// The numbers of nodes that must move and that stay.
struct NodeCensus {
    must: usize,
    stay: usize,
}

impl CircuitChainPropagator {
    pub(super) fn new(c: &model::Circuit, store: &DomainStore) -> Self {
        let nodes = CircuitNodes::new(c);
        let count = nodes.len();
        CircuitChainPropagator {
            all_move: (0..count).all(|node| !nodes.may_go(node, node, store)),
            nodes,
            may_be_empty: c.may_be_empty,
            next: vec![UNKNOWN_SUCCESSOR; count],
            entered: vec![false; count],
            must: vec![false; count],
            seen: vec![false; count],
        }
    }

    /// Removes values that are not nodes.
    fn bound_successors(&self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let first = i64::from(self.nodes.first);
        self.nodes.successors.iter().try_for_each(|&v| {
            store.remove_below(v, first)?;
            store.remove_above(v, first + self.nodes.len() as i64 - 1)
        })
    }

    /// Reads the known successors.
    fn read_successors(&mut self, store: &DomainStore) -> Result<NodeCensus, PropagationConflict> {
        self.entered.fill(false);
        self.seen.fill(false);
        let mut census = NodeCensus { must: 0, stay: 0 };
        for node in 0..self.nodes.len() {
            self.must[node] = !self.nodes.may_go(node, node, store);
            census.must += usize::from(self.must[node]);
            self.next[node] = UNKNOWN_SUCCESSOR;
            let Some(value) = store.fixed_value(self.nodes.successors[node]) else {
                continue;
            };
            let to = self.nodes.node_index(value).ok_or(PropagationConflict)?;
            self.next[node] = to as u32;
            // A loop does not enter the node: it is neither a chain nor a cycle.
            if to == node {
                census.stay += 1;
            } else if std::mem::replace(&mut self.entered[to], true) {
                return Err(PropagationConflict);
            }
        }
        Ok(census)
    }

    /// Follows the chain of a node that is not a known successor; returns its end, and the number
    /// of nodes on it that must move.
    fn follow_chain(&mut self, start: usize) -> Result<(usize, usize), PropagationConflict> {
        // Each node is entered at most once and `start` by none, so the walk cannot come back to a
        // node that it has left.
        let (mut end, mut inside) = (start, 0);
        loop {
            self.seen[end] = true;
            inside += usize::from(self.must[end]);
            match self.next[end] {
                UNKNOWN_SUCCESSOR => return Ok((end, inside)),
                // Two nodes go to this one.
                next if next as usize == end => return Err(PropagationConflict),
                next => end = next as usize,
            }
        }
    }

    /// Keeps the ends of chains from returning to their starts.
    fn keep_open(
        &mut self,
        census: &NodeCensus,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        for start in 0..self.nodes.len() {
            let to = self.next[start];
            if self.entered[start] || to == UNKNOWN_SUCCESSOR || to as usize == start {
                continue;
            }
            let (end, inside) = self.follow_chain(start)?;
            // A node that must move is outside the chain, so closing the chain would leave it out.
            if inside < census.must {
                self.nodes.remove_arc(end, start, store)?;
            }
        }
        Ok(())
    }

    /// Keeps all nodes that are not on a cycle of known successors where they are, if there is a
    /// cycle.
    fn keep_away(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let count = self.nodes.len();
        let closed = |node: &usize| {
            let to = self.next[*node];
            !self.seen[*node] && to != UNKNOWN_SUCCESSOR && to as usize != *node
        };
        // All chains are marked by now. A known successor without a mark belongs to a cycle.
        let Some(start) = (0..count).find(closed) else {
            return Ok(());
        };
        self.seen.fill(false);
        let mut node = start;
        while !std::mem::replace(&mut self.seen[node], true) {
            node = self.next[node] as usize;
        }
        let mut others = (0..count).filter(|&node| !self.seen[node]);
        // A node that must move fails here, which is the conflict.
        others.try_for_each(|node| self.nodes.fix_arc(node, node, store))
    }

    /// Keeps at least two nodes that move, unless there may be none.
    fn move_some(
        &self,
        census: &NodeCensus,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        if self.may_be_empty {
            return Ok(());
        }
        // A cycle has at least two nodes: a single mover would have to be its own successor.
        match self.nodes.len() - census.stay {
            0 | 1 => Err(PropagationConflict),
            2 => {
                let mut movers =
                    (0..self.nodes.len()).filter(|&node| self.next[node] != node as u32);
                movers.try_for_each(|node| self.nodes.remove_arc(node, node, store))
            }
            _ => Ok(()),
        }
    }

    /// Returns the chain that an arc would close, and a node outside it that must move.
    fn chain_reasons(&self, removal: ValueRemoval, past: &PastDomains<'_>) -> Option<Vec<VarId>> {
        let mut because = Vec::new();
        let mut on_chain = vec![false; self.nodes.len()];
        let mut node = self.nodes.node_index(removal.value)?;
        if self.nodes.successors[node] == removal.variable {
            return None;
        }
        // Follows the chain from the target of the lost arc; if it leads to the arc's source, the
        // arc would have closed it.
        while self.nodes.successors[node] != removal.variable {
            let v = self.nodes.successors[node];
            // A repeated node means a cycle that does not pass the source.
            if std::mem::replace(&mut on_chain[node], true) {
                return None;
            }
            because.push(v);
            node = self.nodes.node_index(past.fixed_value(v)?)?;
        }
        on_chain[node] = true;
        let outside = (0..self.nodes.len()).find(|&node| {
            let v = self.nodes.successors[node];
            let mut values = past.values(v);
            !on_chain[node] && !values.any(|value| self.nodes.node_index(value) == Some(node))
        });
        because.push(self.nodes.successors[outside?]);
        Some(because)
    }
}

impl CircuitChainPropagator {
    /// Returns the known successor of a node at that time.
    fn next_of(&self, node: usize, past: &PastDomains<'_>) -> Option<usize> {
        past.fixed_value(self.nodes.successors[node]).and_then(|value| self.nodes.node_index(value))
    }

    fn add_arc(&self, node: usize, to: usize, into: &mut ExplanationPremises<'_>) {
        if let Some(name) = self.nodes.node_value(to) {
            into.add_equality(self.nodes.successors[node], name);
        }
    }

    /// Explains a lost arc by the chain that it would close, and a node outside it that must move.
    fn explain_arc(
        &self,
        from: VarId,
        to: usize,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        let mut on_chain = vec![false; self.nodes.len()];
        let mut chain = Vec::new();
        let mut node = to;
        if self.nodes.successors[to] == from {
            return false;
        }
        while self.nodes.successors[node] != from {
            let Some(next) = self.next_of(node, past) else { return false };
            // A repeated node means a cycle that does not pass the source.
            if std::mem::replace(&mut on_chain[node], true) {
                return false;
            }
            chain.push((node, next));
            node = next;
        }
        on_chain[node] = true;
        let moves = |node: &usize| {
            let stays = self.nodes.node_value(*node);
            let v = self.nodes.successors[*node];
            !on_chain[*node] && v != from && stays.is_none_or(|own| !past.contains(v, own))
        };
        let Some(outside) = (0..self.nodes.len()).find(moves) else { return false };
        chain.into_iter().for_each(|(node, next)| self.add_arc(node, next, into));
        if let Some(own) = self.nodes.node_value(outside) {
            into.add_disequality(self.nodes.successors[outside], own);
        }
        true
    }

    /// Explains why a node stays: a cycle of known successors without it.
    fn explain_cycle(
        &self,
        from: VarId,
        to: usize,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        if self.nodes.successors[to] == from {
            return false;
        }
        let mut seen = vec![false; self.nodes.len()];
        for start in 0..self.nodes.len() {
            let mut cycle = Vec::new();
            let mut node = start;
            // Marks survive from one start to the next, so all walks together are linear.
            while !std::mem::replace(&mut seen[node], true) {
                match self.next_of(node, past) {
                    // A loop does not count as a cycle here, and the explained variable must not be
                    // part of its own reason.
                    Some(next) if next != node && self.nodes.successors[node] != from => {
                        cycle.push((node, next));
                        node = next;
                    }
                    _ => break,
                }
            }
            // The walk may enter its cycle after a tail, which is no part of the reason.
            let Some(place) = cycle.iter().position(|&(own, _)| own == node) else { continue };
            if cycle.last().is_some_and(|&(_, next)| next == node) {
                cycle[place..].iter().for_each(|&(node, next)| self.add_arc(node, next, into));
                return true;
            }
        }
        false
    }
}

impl ConstraintPropagator for CircuitChainPropagator {
    fn scope(&self) -> Vec<VarId> {
        let mut scope = self.nodes.successors.clone();
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    fn watched_events(&self) -> Vec<(VarId, DomainEvent)> {
        let event = if self.all_move { DomainEvent::Fixed } else { DomainEvent::Domain };
        self.nodes.successors.iter().map(|&v| (v, event)).collect()
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        store.spend_steps(4 * self.nodes.len())?;
        // Comes first, so that every fixed successor is a node.
        self.bound_successors(store)?;
        let census = self.read_successors(store)?;
        self.move_some(&census, store)?;
        self.keep_open(&census, store)?;
        self.keep_away(store)
    }

    fn explain_removal(
        &self,
        removal: ValueRemoval,
        past: &PastDomains<'_>,
    ) -> Vec<(VarId, Domain)> {
        if self.nodes.node_index(removal.value).is_none() {
            return Vec::new();
        }
        let because = self.chain_reasons(removal, past).unwrap_or_else(|| self.scope());
        because.into_iter().map(|v| (v, past.domain(v))).collect()
    }

    /// Adds nothing for values that are not nodes; otherwise names the chain that an arc would
    /// close, or the cycle that misses a node.
    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        for value in into.left_to_refute(claim, past) {
            let Some(to) = self.nodes.node_index(value) else { continue };
            let explained = self.explain_arc(claim.variable, to, past, into)
                || self.explain_cycle(claim.variable, to, past, into);
            if !explained {
                return into.add_scope(&self.scope(), past);
            }
        }
    }
}
