//! Variables to branch on.

use crate::model::VarId;
use crate::search::store::{Cell, Store};

/// Variables; those that are fixed move behind `open`, a count that is undone
/// with the trail.
pub(super) struct Candidates {
    list: Vec<VarId>,
    open: Cell,
    /// Sorted, to look a variable up.
    all: Vec<VarId>,
}

impl Candidates {
    /// These variables, in ascending order.
    pub(super) fn new(list: Vec<VarId>, store: &mut Store) -> Self {
        let open = store.new_cell(list.len() as u32);
        Candidates { all: list.clone(), list, open }
    }

    /// The order of the beginning, so that no choice depends on earlier
    /// questions. Only when nothing is open that a search has fixed.
    pub(super) fn reset(&mut self) {
        self.list.clone_from(&self.all);
    }

    /// Moves variables that are fixed by now out of the way.
    #[inline]
    pub(super) fn drop_fixed(&mut self, store: &mut Store) {
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
        store.set(self.open, open as u32);
    }

    /// The unfixed variables, in no particular order, after
    /// [`drop_fixed`](Candidates::drop_fixed).
    #[inline]
    pub(super) fn open(&self, store: &Store) -> &[VarId] {
        &self.list[..store.get(self.open) as usize]
    }

    /// All, in ascending order.
    pub(super) fn all(&self) -> &[VarId] {
        &self.all
    }

    pub(super) fn is_empty(&self, store: &Store) -> bool {
        store.get(self.open) == 0
    }

    pub(super) fn holds(&self, v: VarId) -> bool {
        self.all.binary_search(&v).is_ok()
    }
}
