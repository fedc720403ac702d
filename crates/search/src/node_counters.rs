//! Counters of the running question.

use parallax_propagation::store::DomainStore;

/// The effort of one question.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NodeCounters {
    /// Commits, left (`x = v`) and right (`x != v`): every node of the tree but the root.
    pub(super) enumerations: u64,
    /// Commits whose whole subtree failed.
    pub(super) backtracks: u64,
    /// Nodes at which a variable was chosen.
    pub(super) nodes: u64,
    /// Children of d-way nodes, tried or not: the domain sizes of the chosen variables.
    pub(super) children: u64,
    /// Values tried on a variable.
    pub(super) assignments: u64,
    /// Propagator calls.
    pub(super) propagations: u64,
    /// The maximum number of simultaneous decisions.
    pub(super) depth: u64,
    pub(super) restarts: u64,
    /// Conflicts of a search that learns.
    pub(super) conflicts: u64,
    /// Nogoods learned from them.
    pub(super) learned: u64,
    pub(super) prunings_before: u64,
    pub(super) checks_before: u64,
}

impl NodeCounters {
    /// Returns counters that start at zero now: the store never resets its own counts.
    pub(super) fn from_store(store: &DomainStore) -> Self {
        NodeCounters {
            prunings_before: store.prunings(),
            checks_before: store.checks(),
            ..NodeCounters::default()
        }
    }
}
