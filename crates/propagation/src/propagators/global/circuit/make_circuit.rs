//! Chooses the propagator of a circuit.

use parallax_model::{self as model, AllDifferent, Value, VarId};

use super::chains;
use super::reachability;
use crate::levels::ConsistencyLevel;
use crate::propagators::{ConstraintPropagator, all_different};
use crate::store::{DomainStore, PropagationConflict};

/// Appends the propagators of a circuit. Different successors and chains check it.
pub(in crate::propagators::global) fn post_circuit(
    c: &model::Circuit,
    level: ConsistencyLevel,
    store: &mut DomainStore,
    made: &mut Vec<Box<dyn ConstraintPropagator>>,
) {
    if c.successors.is_empty() {
        return;
    }
    // The chains only need fixed successors to differ, so the cheapest level suffices.
    let different = AllDifferent { scope: c.successors.clone() };
    all_different::post_all_different(&different, ConsistencyLevel::Arc, store, made);
    made.push(Box::new(chains::CircuitChainPropagator::new(c, store)));
    if level > ConsistencyLevel::Arc && c.successors.len() <= reachability::MAX_NODES {
        made.push(Box::new(reachability::CircuitReachPropagator::new(c)));
    }
}

/// The successor variables, by node.
#[derive(Clone)]
pub(super) struct CircuitNodes {
    pub(super) successors: Vec<VarId>,
    /// The number of the first node.
    pub(super) first: Value,
}

impl CircuitNodes {
    pub(super) fn new(c: &model::Circuit) -> Self {
        CircuitNodes { successors: c.successors.clone(), first: c.first }
    }

    pub(super) fn len(&self) -> usize {
        self.successors.len()
    }

    /// Returns the number of a node; `None` if no domain can have it.
    pub(super) fn node_value(&self, node: usize) -> Option<Value> {
        Value::try_from(i64::from(self.first) + node as i64).ok()
    }

    /// Returns the node with a number.
    pub(super) fn node_index(&self, value: Value) -> Option<usize> {
        let place = i64::from(value) - i64::from(self.first);
        usize::try_from(place).ok().filter(|&place| place < self.len())
    }

    /// Whether a node may go to another, or to itself.
    pub(super) fn may_go(&self, from: usize, to: usize, store: &DomainStore) -> bool {
        self.node_value(to).is_some_and(|name| store.contains(self.successors[from], name))
    }

    /// Fixes the successor of a node.
    ///
    /// # Errors
    /// Returns a conflict if the domain does not have it.
    pub(super) fn fix_arc(
        &self,
        from: usize,
        to: usize,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        match self.node_value(to) {
            Some(name) => store.fix_value(self.successors[from], name),
            // A node whose number exceeds 32 bits is in no domain.
            None => Err(crate::store::PropagationConflict),
        }
    }

    /// Removes an arc.
    ///
    /// # Errors
    /// Returns a conflict if it is the last of its node.
    pub(super) fn remove_arc(
        &self,
        from: usize,
        to: usize,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        match self.node_value(to) {
            Some(name) => store.remove_value(self.successors[from], name),
            None => Ok(()),
        }
    }
}
