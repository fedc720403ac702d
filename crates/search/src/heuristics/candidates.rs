//! Candidates for branching, with the unfixed ones in front.

use parallax_model::VarId;
use parallax_propagation::store::{DomainStore, TrailCell};

/// A list of variables; fixed ones move after the first `open` ones. The trail restores that
/// count.
#[derive(Clone)]
pub(super) struct BranchCandidates {
    list: Vec<VarId>,
    open: TrailCell,
    /// Sorted, for lookup.
    all: Vec<VarId>,
}

impl BranchCandidates {
    /// Takes these variables, in ascending order, as candidates.
    pub(super) fn new(list: Vec<VarId>, store: &mut DomainStore) -> Self {
        let open = store.new_cell(list.len() as u32);
        BranchCandidates { all: list.clone(), list, open }
    }

    /// Restores the original order, so that no choice depends on earlier questions. Only valid
    /// while no variable fixed by a search is open.
    pub(super) fn reset(&mut self) {
        self.list.clone_from(&self.all);
    }

    /// Moves variables that have become fixed after the open ones.
    #[inline]
    pub(super) fn drop_fixed(&mut self, store: &mut DomainStore) {
        // The swaps also reorder the open part, so all choices but random ones break ties by index.
        let mut open = store.get(self.open) as usize;
        let mut i = 0;
        while i < open {
            if store.is_fixed(self.list[i]) {
                open -= 1;
                self.list.swap(i, open);
            } else {
                i += 1;
            }
        }
        store.set_cell(self.open, open as u32);
    }

    /// Returns the unfixed variables, in no particular order, after
    /// [`drop_fixed`](BranchCandidates::drop_fixed).
    #[inline]
    pub(super) fn open_variables(&self, store: &DomainStore) -> &[VarId] {
        &self.list[..store.get(self.open) as usize]
    }

    /// Returns all candidates, in ascending order.
    pub(super) fn all_variables(&self) -> &[VarId] {
        &self.all
    }

    pub(super) fn is_empty(&self, store: &DomainStore) -> bool {
        store.get(self.open) == 0
    }

    pub(super) fn contains_variable(&self, v: VarId) -> bool {
        self.all.binary_search(&v).is_ok()
    }
}
