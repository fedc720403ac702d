//! Chooses the propagator of a circuit.

use parallax_model::{self as model, AllDifferent, Value, VarId};

use super::chains;
use super::reach;
use crate::levels::Level;
use crate::propagators::{Propagator, all_different};
use crate::store::{Conflict, Store};

/// Appends the propagators of a circuit. Different successors and chains check it.
pub(in crate::propagators::global) fn make(
    c: &model::Circuit,
    level: Level,
    store: &mut Store,
    made: &mut Vec<Box<dyn Propagator>>,
) {
    if c.successors.is_empty() {
        return;
    }
    let different = AllDifferent { scope: c.successors.clone() };
    all_different::make(&different, Level::Arc, store, made);
    made.push(Box::new(chains::Chains::new(c, store)));
    if level > Level::Arc && c.successors.len() <= reach::MOST_NODES {
        made.push(Box::new(reach::Reach::new(c)));
    }
}

/// The successors of nodes, by place.
#[derive(Clone)]
pub(super) struct Nodes {
    pub(super) successors: Vec<VarId>,
    /// The number of the first node.
    pub(super) first: Value,
}

impl Nodes {
    pub(super) fn new(c: &model::Circuit) -> Self {
        Nodes { successors: c.successors.clone(), first: c.first }
    }

    pub(super) fn len(&self) -> usize {
        self.successors.len()
    }

    /// Returns the number of a node; `None` if no domain can have it.
    pub(super) fn name(&self, node: usize) -> Option<Value> {
        Value::try_from(i64::from(self.first) + node as i64).ok()
    }

    /// Returns the node with a number.
    pub(super) fn place(&self, value: Value) -> Option<usize> {
        let place = i64::from(value) - i64::from(self.first);
        usize::try_from(place).ok().filter(|&place| place < self.len())
    }

    /// Whether a node may go to another, or to itself.
    pub(super) fn may_go(&self, from: usize, to: usize, store: &Store) -> bool {
        self.name(to).is_some_and(|name| store.contains(self.successors[from], name))
    }

    /// Fixes the successor of a node.
    ///
    /// # Errors
    /// Returns a conflict if the domain does not have it.
    pub(super) fn go(&self, from: usize, to: usize, store: &mut Store) -> Result<(), Conflict> {
        match self.name(to) {
            Some(name) => store.fix(self.successors[from], name),
            None => Err(crate::store::Conflict),
        }
    }

    /// Removes an arc.
    ///
    /// # Errors
    /// Returns a conflict if it is the last of its node.
    pub(super) fn forbid(&self, from: usize, to: usize, store: &mut Store) -> Result<(), Conflict> {
        match self.name(to) {
            Some(name) => store.remove(self.successors[from], name),
            None => Ok(()),
        }
    }
}
