//! Looks components up in the cache: by names, or by shape.
//!
//! A certificate of a count names the component that a count comes from. It is short if both have
//! the same variables and values, so components are looked up by names first, and then by shape.

use parallax_model::engine_api::SolutionCount;

use super::components::ComponentSearch;
use super::divide::CountComponent;
use super::key_budget::hash_key;
use super::names::ComponentNames;

/// Keys of components in progress may take this fraction of the cache: one in four bytes.
const IN_PROGRESS: usize = 4;

/// The keys of a component whose count is kept.
pub(super) struct ComponentKeys {
    pub(super) own: Box<[u8]>,
    /// The key by names in addition to one by shape, for a certificate.
    pub(super) by_names: Option<Box<[u8]>>,
    /// The number of the component in the certificate, and its names, if one is written.
    pub(super) problem: Option<Box<(u64, ComponentNames)>>,
}

impl ComponentKeys {
    /// Returns the bytes of the keys.
    pub(super) fn key_bytes(&self) -> usize {
        self.own.len() + self.by_names.as_ref().map_or(0, |own| own.len())
    }
}

/// A component looked up.
pub(super) enum LookedUp {
    Counted(SolutionCount),
    New(Option<Box<ComponentKeys>>),
}

impl ComponentSearch<'_> {
    /// Looks a component up by its keys.
    pub(super) fn look_up(&mut self, part: CountComponent) -> LookedUp {
        // The count of one variable takes no longer than its key.
        if self.links.component_variables(part).len() < 2 {
            return LookedUp::New(None);
        }
        let mut by_names: Option<Box<[u8]>> = None;
        if self.looks_up_names_first() && self.write_names(part) {
            if let Some(count) = self.find_hit(part) {
                return LookedUp::Counted(count);
            }
            by_names = Some(self.keys.bytes.as_slice().into());
        }
        if !self.write_key(part) {
            return LookedUp::New(None);
        }
        if let Some(count) = self.find_hit(part) {
            return LookedUp::Counted(count);
        }
        // If the key is by names anyway, one entry is enough.
        let by_names = by_names.filter(|_| self.by_shape);
        let own = self.keys.bytes.as_slice().into();
        let mut keyed = Box::new(ComponentKeys { own, by_names, problem: None });
        // Keys of open frames are not in the cache yet, and a deep search has many of them. Beyond
        // their share, components are counted without being kept.
        if self.in_progress + keyed.key_bytes() > self.cache.max_bytes / IN_PROGRESS {
            return LookedUp::New(None);
        }
        self.in_progress += keyed.key_bytes();
        keyed.problem = self.certify_problem(part);
        LookedUp::New(Some(keyed))
    }

    /// Looks up the last key. A hit is written to the certificate.
    fn find_hit(&mut self, part: CountComponent) -> Option<SolutionCount> {
        self.tally.lookups += 1;
        let entry = self.cache.get(&self.keys.bytes)?;
        self.tally.hits += 1;
        self.tally.saved = self.tally.saved.saturating_add(entry.worth);
        if self.by_shape {
            self.trial.add_hit(entry.effort);
        }
        let (count, there) = (entry.count.clone(), entry.problem.clone());
        self.certify_hit(part, there);
        Some(count)
    }

    /// Whether components are looked up by names before they are by shape: a certificate needs no
    /// renaming then.
    fn looks_up_names_first(&self) -> bool {
        self.certified.is_some() && self.trial.asks_for_shapes()
    }

    /// Writes the key of a component by names; returns whether it has one.
    fn write_names(&mut self, part: CountComponent) -> bool {
        self.by_shape = false;
        self.keys.write_key(part, self.links, self.model, &self.search.store)
    }

    /// Writes the key of a component; returns whether it has one.
    fn write_key(&mut self, part: CountComponent) -> bool {
        let store = &mut self.search.store;
        self.by_shape = false;
        if self.trial.asks_for_shapes() {
            let shapes = &mut self.shapes;
            let written = shapes.write_key(part, self.links, self.model, store);
            store.account_steps(shapes.key_steps());
            let names = &mut self.keys;
            let by_names = || {
                names.write_key(part, self.links, self.model, store).then(|| hash_key(&names.bytes))
            };
            if !self.trial.record_key(written, shapes.key_steps(), by_names) {
                // With a certificate, the entries by names are still of use.
                // From here on only keys by names are looked up, so the entries by shape would
                // never be found.
                if self.certified.is_none() {
                    self.cache.clear();
                }
            } else if written {
                // The caller looks up `keys.bytes`, whichever kind of key it is.
                std::mem::swap(&mut self.keys.bytes, &mut self.shapes.bytes);
                self.by_shape = true;
                return true;
            }
        }
        self.write_names(part)
    }
}
