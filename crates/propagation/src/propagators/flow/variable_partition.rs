//! Groups of variables that share no values.

use std::ops::Range;

use crate::store::{DomainStore, TrailCell};

/// The components found so far, as a partition of the variables that only gets finer until it
/// is undone (Gent, Miguel and Nightingale 2008). A group is a run in a list, and only the
/// group starts are on the trail. A split keeps the members of a group together, so the list
/// itself need not be restored.
#[derive(Clone)]
pub(super) struct VariablePartition {
    order: Vec<u32>,
    /// For each place of the list, whether a group starts there.
    starts: Vec<TrailCell>,
}

impl VariablePartition {
    /// Starts with all variables in one group.
    pub(super) fn new(variables: usize, store: &mut DomainStore) -> Self {
        VariablePartition {
            order: (0..variables as u32).collect(),
            starts: (0..variables).map(|place| store.new_cell(u32::from(place == 0))).collect(),
        }
    }

    /// Returns the group that starts at a place; empty after the last.
    pub(super) fn group_at(&self, start: usize, store: &DomainStore) -> Range<usize> {
        let inner = |cell: &&TrailCell| store.get(**cell) == 0;
        let more = self.starts.iter().skip(start + 1).take_while(inner).count();
        start..(start + 1 + more).min(self.order.len())
    }

    /// Returns the members of a group.
    pub(super) fn group_members(&self, group: Range<usize>) -> &[u32] {
        &self.order[group]
    }

    /// Splits a group, given its members in their new order and the ends of the parts.
    pub(super) fn split_group(
        &mut self,
        group: Range<usize>,
        order: &[u32],
        ends: &[u32],
        store: &mut DomainStore,
    ) {
        self.order[group.clone()].copy_from_slice(order);
        // The last end is the end of the group itself, where the next group starts already.
        for &end in &ends[..ends.len() - 1] {
            store.set_cell(self.starts[group.start + end as usize], 1);
        }
    }
}
