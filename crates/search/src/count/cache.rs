//! Caches the counts of components by key, in bounded memory.

use parallax_model::ask::Count;
use rustc_hash::FxHashMap;

use super::names::Names;

/// The count of a component, and the work behind it.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) count: Count,
    /// The nodes of its search, plus those that earlier entries saved it.
    pub(super) worth: u64,
    /// The steps of its search, with lookups.
    pub(super) effort: u64,
    /// The number of the problem in the certificate, and its names, if one is written.
    pub(super) problem: Option<Box<(u64, Names)>>,
}

impl Entry {
    fn heap_bytes(&self) -> usize {
        let own = self.problem.as_ref();
        self.count.heap_bytes()
            + own.map_or(0, |own| size_of::<(u64, Names)>() + own.1.heap_bytes())
    }
}

type Generation = FxHashMap<Box<[u8]>, Entry>;

/// Two generations of entries. When the younger one reaches half of the bound, the older one is
/// dropped and the younger takes its place; an entry found in the older one moves to the younger.
/// So the least recently used entries are dropped, and which these are depends only on the
/// questions.
#[derive(Debug)]
pub(super) struct Cache {
    young: Generation,
    old: Generation,
    /// Approximate bytes of the younger generation.
    bytes: usize,
    /// The bound in bytes.
    pub(super) most: usize,
    pub(super) kept: u64,
    pub(super) dropped: u64,
}

/// Bytes of an entry besides its key: its share of the map, free places included, and the
/// allocation.
const OVERHEAD: usize = 2 * (size_of::<Box<[u8]>>() + size_of::<Entry>() + 1) + 16;

impl Cache {
    /// Creates an empty cache that may use this number of bytes.
    pub(super) fn new(most: usize) -> Self {
        let (young, old) = (Generation::default(), Generation::default());
        Cache { young, old, bytes: 0, most, kept: 0, dropped: 0 }
    }

    pub(super) fn get(&mut self, key: &[u8]) -> Option<&Entry> {
        if let Some((key, entry)) = self.old.remove_entry(key) {
            self.put(key, entry);
        }
        self.young.get(key)
    }

    /// Drops all entries.
    pub(super) fn clear(&mut self) {
        self.dropped += (self.young.len() + self.old.len()) as u64;
        (self.young, self.old) = (Generation::default(), Generation::default());
        self.bytes = 0;
    }

    /// Stores an entry, unless it alone exceeds half of the bound.
    pub(super) fn insert(&mut self, key: Box<[u8]>, entry: Entry) {
        self.kept += 1;
        self.put(key, entry);
    }

    fn put(&mut self, key: Box<[u8]>, entry: Entry) {
        let bytes = OVERHEAD + key.len() + entry.heap_bytes();
        if self.bytes.saturating_add(bytes) > self.most / 2 {
            self.dropped += self.old.len() as u64;
            self.old = std::mem::take(&mut self.young);
            self.bytes = 0;
        }
        if bytes <= self.most / 2 {
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
        let mut cache = Cache::new(2 * room * (OVERHEAD + 4));
        for number in 0..1000 {
            let entry =
                Entry { count: u64::from(number).into(), worth: 1, effort: 1, problem: None };
            cache.insert(key(number), entry);
            assert!(cache.get(&key(0)).is_some_and(|entry| entry.count == 0), "{number}");
            assert!(cache.len() <= 2 * room);
        }
        assert!(cache.get(&key(999)).is_some() && cache.get(&key(500)).is_none());
        assert_eq!(cache.kept, 1000);
        assert!(cache.dropped >= 800);
        let mut none = Cache::new(0);
        none.insert(key(1), Entry { count: Count::one(), worth: 1, effort: 1, problem: None });
        assert!(none.get(&key(1)).is_none());
    }
}
