//! Variables in groups that share no values.

use std::ops::Range;

use crate::search::store::{Cell, Store};

/// The components found so far, as a partition of the variables that only
/// gets finer until it is undone (Gent, Miguel and Nightingale 2008): a group
/// is a run in a list, and only where groups start is on the trail. Since the
/// members of a group stay together when it is split, the list itself need
/// not be.
pub(super) struct Groups {
    order: Vec<u32>,
    /// For each place of the list, whether a group starts there.
    starts: Vec<Cell>,
}

impl Groups {
    /// All in one group.
    pub(super) fn new(variables: usize, store: &mut Store) -> Self {
        Groups {
            order: (0..variables as u32).collect(),
            starts: (0..variables).map(|place| store.new_cell(u32::from(place == 0))).collect(),
        }
    }

    /// The group that starts at a place; empty behind the last.
    pub(super) fn at(&self, start: usize, store: &Store) -> Range<usize> {
        let inner = |cell: &&Cell| store.get(**cell) == 0;
        let more = self.starts.iter().skip(start + 1).take_while(inner).count();
        start..(start + 1 + more).min(self.order.len())
    }

    /// The members of a group.
    pub(super) fn members(&self, group: Range<usize>) -> &[u32] {
        &self.order[group]
    }

    /// Splits a group: its members in their new order, and where the parts
    /// end.
    pub(super) fn split(
        &mut self,
        group: Range<usize>,
        order: &[u32],
        ends: &[u32],
        store: &mut Store,
    ) {
        self.order[group.clone()].copy_from_slice(order);
        for &end in &ends[..ends.len() - 1] {
            store.set(self.starts[group.start + end as usize], 1);
        }
    }
}
