//! The changes of each variable, linked from the newest to the oldest.

use parallax_model::{Value, VarId};

use super::{DomainClaim, PastDomains};
use crate::decision::ValueTest;
use crate::store::{ChangeRequest, DomainStore, TrailEntry};

/// Marks the end of a chain.
pub(super) const NO_ENTRY: u32 = u32::MAX;

/// For each entry of the trail, the entry before it of the same variable. The store knows nothing
/// of it: [`read_trail`](ChangeChains::read_trail) reads new entries,
/// [`drop_entries`](ChangeChains::drop_entries) drops entries that are about to be undone. Indices
/// of the trail serve as times. A change of several words is several entries, which share the time
/// of the first.
#[derive(Clone, Debug, Default)]
pub struct ChangeChains {
    /// For each variable, its newest entry.
    newest: Vec<u32>,
    /// For each entry, the one before it of the same variable, and the first one of its change.
    links: Vec<ChangeLink>,
}

#[derive(Clone, Copy, Debug)]
struct ChangeLink {
    previous: u32,
    first: u32,
}

/// A change of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DomainChange {
    /// The index of its first entry on the trail.
    pub time: u32,
    /// The index of the entry that was found.
    pub entry: u32,
}

impl ChangeChains {
    /// Returns the chains of all changes on the trail.
    #[must_use]
    pub fn from_store(store: &DomainStore) -> Self {
        let mut chains = ChangeChains::default();
        chains.read_trail(store);
        chains
    }

    /// Reads the new entries of the trail.
    pub fn read_trail(&mut self, store: &DomainStore) {
        self.newest.resize(store.variable_count(), NO_ENTRY);
        for (place, entry) in store.trail.iter().enumerate().skip(self.links.len()) {
            let newest = &mut self.newest[entry.variable as usize];
            let previous = std::mem::replace(newest, place as u32);
            // The words of one change are adjacent on the trail and record the same old bounds.
            let continues = previous != NO_ENTRY
                && previous as usize + 1 == place
                && entry.continues_change(&store.trail[previous as usize]);
            let first = if continues { self.links[previous as usize].first } else { place as u32 };
            self.links.push(ChangeLink { previous, first });
        }
    }

    /// Drops the entries from index `to` on, which the store has not undone yet.
    pub fn drop_entries(&mut self, store: &DomainStore, to: usize) {
        while self.links.len() > to {
            let Some(link) = self.links.pop() else { return };
            // The pop has made the length the index of the dropped entry.
            let variable = store.trail[self.links.len()].variable;
            self.newest[variable as usize] = link.previous;
        }
    }

    /// Returns the number of entries read.
    #[must_use]
    pub fn len(&self) -> usize {
        self.links.len()
    }

    /// Whether no entry was read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    /// Returns the trail indices of a variable's entries, newest first.
    #[inline]
    pub fn of_variable(&self, v: VarId) -> impl Iterator<Item = u32> + '_ {
        let mut next = self.newest.get(v.index()).copied().unwrap_or(NO_ENTRY);
        std::iter::from_fn(move || {
            (next != NO_ENTRY).then(|| {
                let index = next;
                next = self.links[index as usize].previous;
                index
            })
        })
    }

    /// Returns the time of the change that an entry belongs to.
    #[inline]
    #[must_use]
    pub fn change_time(&self, entry: u32) -> u32 {
        self.links[entry as usize].first
    }

    /// Returns the change that made a claim true, which must hold now. `None` if it always held.
    #[inline]
    #[must_use]
    pub fn find_change(&self, store: &DomainStore, claim: DomainClaim) -> Option<DomainChange> {
        let DomainClaim { variable, test, value } = claim;
        let bit = store.bit_index(variable, value);
        // Claims never become false again on a branch, so the newest entry before which the claim
        // was false made it true. A removed value is gone once, so its entry is the one whose old
        // word has the bit.
        let made = |entry: &TrailEntry| match test {
            ValueTest::Is => entry.previous_size() > 1,
            ValueTest::Not => bit.is_some_and(|bit| entry.removes_from(bit)),
            ValueTest::AtMost => entry.previous_bounds().1 > value,
            ValueTest::Above => entry.previous_bounds().0 <= value,
        };
        let entry = self.of_variable(variable).find(|&place| made(&store.trail[place as usize]))?;
        Some(DomainChange { time: self.change_time(entry), entry })
    }

    /// Returns the domains just before the change at a time.
    #[inline]
    #[must_use]
    pub fn domains_before<'a>(&'a self, store: &'a DomainStore, time: u32) -> PastDomains<'a> {
        PastDomains { store, chains: self, time }
    }

    /// Returns the current domains.
    #[inline]
    #[must_use]
    pub fn current_domains<'a>(&'a self, store: &'a DomainStore) -> PastDomains<'a> {
        PastDomains { store, chains: self, time: self.links.len() as u32 }
    }

    /// Returns the claim that the change at a time requested: the strongest one, so that the
    /// propagator can explain every weaker claim as well. For removed values, the claim that
    /// `value` is gone.
    #[inline]
    #[must_use]
    pub fn requested_claim(
        &self,
        store: &DomainStore,
        change: DomainChange,
        value: Value,
    ) -> DomainClaim {
        let variable = VarId::new(store.trail[change.time as usize].variable as usize);
        let claim = |test, value| DomainClaim { variable, test, value };
        match store.trail[change.time as usize].change_request() {
            ChangeRequest::Values => claim(ValueTest::Not, value),
            ChangeRequest::Fix => {
                claim(ValueTest::Is, self.bounds_after(store, variable, change.time).0)
            }
            // The claim `v > x` for the greatest removed `x` covers the whole change: no value lies
            // between `x` and the new minimum. A request for an upper bound is the mirror image.
            ChangeRequest::Below => {
                claim(ValueTest::Above, self.greatest_removed(store, variable, change))
            }
            ChangeRequest::Above => {
                claim(ValueTest::AtMost, self.least_removed(store, variable, change) - 1)
            }
        }
    }

    /// Returns the bounds of a variable after the change at a time.
    #[inline]
    #[must_use]
    pub fn bounds_after(&self, store: &DomainStore, v: VarId, time: u32) -> (Value, Value) {
        let later = self.of_variable(v).take_while(|&place| self.change_time(place) > time);
        let first = later.last();
        // The oldest later entry records the bounds that this change left.
        first.map_or_else(
            || (store.min(v), store.max(v)),
            |p| store.trail[p as usize].previous_bounds(),
        )
    }

    /// Returns the entries of the change at a time.
    #[inline]
    fn change_entries(&self, v: VarId, time: u32) -> impl Iterator<Item = u32> + '_ {
        let own = self.of_variable(v).skip_while(move |&place| self.change_time(place) > time);
        own.take_while(move |&place| self.change_time(place) == time)
    }

    fn greatest_removed(&self, store: &DomainStore, v: VarId, change: DomainChange) -> Value {
        let (min, _) = self.bounds_after(store, v, change.time);
        // Everything below the new minimum is gone, and this change removed the last of it, so the
        // old words of its entries show the greatest removed value.
        let last = |place: u32| {
            let entry = &store.trail[place as usize];
            store.removed_values(entry, 0).filter(|&value| value < min).last()
        };
        self.change_entries(v, change.time).filter_map(last).max().unwrap_or(min)
    }

    fn least_removed(&self, store: &DomainStore, v: VarId, change: DomainChange) -> Value {
        let (_, max) = self.bounds_after(store, v, change.time);
        // The mirror image of `greatest_removed`.
        let first = |place: u32| {
            let entry = &store.trail[place as usize];
            store.removed_values(entry, 0).find(|&value| value > max)
        };
        self.change_entries(v, change.time).filter_map(first).min().unwrap_or(max)
    }
}
