//! Caches the counts of components by key, in bounded memory.

use parallax_model::engine_api::SolutionCount;
use rustc_hash::FxHashMap;

use super::names::ComponentNames;

/// The count of a component, and the work that it took.
#[derive(Clone, Debug)]
pub(super) struct CachedCount {
    pub(super) count: SolutionCount,
    /// The nodes of its search, plus those that earlier entries saved it.
    pub(super) worth: u64,
    /// The steps of its search, with lookups.
    pub(super) effort: u64,
    /// The number of the problem in the certificate, and its names, if one is written.
    pub(super) problem: Option<Box<(u64, ComponentNames)>>,
}

impl CachedCount {
    fn heap_bytes(&self) -> usize {
        let own = self.problem.as_ref();
        self.count.heap_bytes()
            + own.map_or(0, |own| size_of::<(u64, ComponentNames)>() + own.1.heap_bytes())
    }
}

type Generation = FxHashMap<Box<[u8]>, CachedCount>;

/// Two generations of entries. When the younger one reaches half of the bound, the older one is
/// dropped and the younger takes its place; an entry found in the older one moves to the younger.
/// So the least recently used entries are dropped, and which these are depends only on the
/// questions.
#[derive(Debug)]
pub(super) struct ComponentCache {
    young: Generation,
    old: Generation,
    /// Approximate bytes of the younger generation.
    bytes: usize,
    /// The bound in bytes.
    pub(super) max_bytes: usize,
    pub(super) kept: u64,
    pub(super) dropped: u64,
}

/// Bytes of an entry besides its key: its share of the map, free slots included, and the
/// allocation.
const ENTRY_OVERHEAD_BYTES: usize =
    2 * (size_of::<Box<[u8]>>() + size_of::<CachedCount>() + 1) + 16;

impl ComponentCache {
    /// Creates an empty cache that may use this number of bytes.
    pub(super) fn new(max_bytes: usize) -> Self {
        let (young, old) = (Generation::default(), Generation::default());
        ComponentCache { young, old, bytes: 0, max_bytes, kept: 0, dropped: 0 }
    }

    pub(super) fn get(&mut self, key: &[u8]) -> Option<&CachedCount> {
        // Moving the entry counts as an insertion: it may push out the old generation, but never
        // itself unless it alone exceeds half of the bound.
        if let Some((key, entry)) = self.old.remove_entry(key) {
            self.insert_young(key, entry);
        }
        self.young.get(key)
    }

    /// Drops all entries.
    pub(super) fn clear(&mut self) {
        self.dropped += (self.young.len() + self.old.len()) as u64;
        // New maps, because `clear` on the old ones would keep their memory.
        (self.young, self.old) = (Generation::default(), Generation::default());
        self.bytes = 0;
    }

    /// Stores an entry, unless it alone exceeds half of the bound.
    pub(super) fn insert_entry(&mut self, key: Box<[u8]>, entry: CachedCount) {
        self.kept += 1;
        self.insert_young(key, entry);
    }

    fn insert_young(&mut self, key: Box<[u8]>, entry: CachedCount) {
        let bytes = ENTRY_OVERHEAD_BYTES + key.len() + entry.heap_bytes();
        // One swap drops many entries at once, so no list of uses is needed to find the oldest
        // ones.
        if self.bytes.saturating_add(bytes) > self.max_bytes / 2 {
            self.dropped += self.old.len() as u64;
            self.old = std::mem::take(&mut self.young);
            self.bytes = 0;
        }
        if bytes <= self.max_bytes / 2 {
            self.bytes += bytes;
            self.young.insert(key, entry);
        } else {
            self.dropped += 1;
        }
    }

    /// Returns the number of entries.
    #[cfg(test)]
    fn len(&self) -> usize {
        self.young.len() + self.old.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u32) -> Box<[u8]> {
        Box::new(number.to_le_bytes())
    }

    #[test]
    fn memory_is_bounded_and_what_is_used_stays() {
        let room = 64;
        let mut cache = ComponentCache::new(2 * room * (ENTRY_OVERHEAD_BYTES + 4));
        for number in 0..1000 {
            let entry =
                CachedCount { count: u64::from(number).into(), worth: 1, effort: 1, problem: None };
            cache.insert_entry(key(number), entry);
            assert!(cache.get(&key(0)).is_some_and(|entry| entry.count == 0), "{number}");
            assert!(cache.len() <= 2 * room);
        }
        assert!(cache.get(&key(999)).is_some() && cache.get(&key(500)).is_none());
        assert_eq!(cache.kept, 1000);
        assert!(cache.dropped >= 800);
        let mut none = ComponentCache::new(0);
        none.insert_entry(
            key(1),
            CachedCount { count: SolutionCount::one(), worth: 1, effort: 1, problem: None },
        );
        assert!(none.get(&key(1)).is_none());
    }
}
