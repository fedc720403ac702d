//! Looks components up in the cache: by names, or by shape.
//!
//! A certificate of a count names the component that a count comes from. It is short if both have the
//! same variables and values, so components are looked up by names first, and then by shape.

use parallax_model::ask::Count;

use super::components::Walk;
use super::divide::Component;
use super::key_budget::hash;
use super::names::Names;

/// Keys of components in progress may take this fraction of the cache: one in four bytes.
const IN_PROGRESS: usize = 4;

/// The keys of a component whose count is kept.
pub(super) struct Keyed {
    pub(super) own: Box<[u8]>,
    /// The key by names beside one by shape, for a certificate.
    pub(super) by_names: Option<Box<[u8]>>,
    /// The number of the component in the certificate, and its names, if one is written.
    pub(super) problem: Option<Box<(u64, Names)>>,
}

impl Keyed {
    /// Returns the bytes of the keys.
    pub(super) fn bytes(&self) -> usize {
        self.own.len() + self.by_names.as_ref().map_or(0, |own| own.len())
    }
}

/// A component looked up.
pub(super) enum LookedUp {
    Counted(Count),
    New(Option<Box<Keyed>>),
}

impl Walk<'_> {
    /// Looks a component up by its keys.
    pub(super) fn look_up(&mut self, part: Component) -> LookedUp {
        if self.links.variables(part).len() < 2 {
            return LookedUp::New(None);
        }
        let mut by_names: Option<Box<[u8]>> = None;
        if self.looks_up_names_first() && self.write_names(part) {
            if let Some(count) = self.hit(part) {
                return LookedUp::Counted(count);
            }
            by_names = Some(self.keys.bytes.as_slice().into());
        }
        if !self.write_key(part) {
            return LookedUp::New(None);
        }
        if let Some(count) = self.hit(part) {
            return LookedUp::Counted(count);
        }
        let by_names = by_names.filter(|_| self.by_shape);
        let own = self.keys.bytes.as_slice().into();
        let mut keyed = Box::new(Keyed { own, by_names, problem: None });
        if self.in_progress + keyed.bytes() > self.cache.most / IN_PROGRESS {
            return LookedUp::New(None);
        }
        self.in_progress += keyed.bytes();
        keyed.problem = self.certify_problem(part);
        LookedUp::New(Some(keyed))
    }

    /// Looks up the last key. A hit is written to the certificate.
    fn hit(&mut self, part: Component) -> Option<Count> {
        self.tally.lookups += 1;
        let entry = self.cache.get(&self.keys.bytes)?;
        self.tally.hits += 1;
        self.tally.saved = self.tally.saved.saturating_add(entry.worth);
        if self.by_shape {
            self.trial.found(entry.effort);
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
    fn write_names(&mut self, part: Component) -> bool {
        self.by_shape = false;
        self.keys.write(part, self.links, self.model, &self.search.store)
    }

    /// Writes the key of a component; returns whether it has one.
    fn write_key(&mut self, part: Component) -> bool {
        let store = &mut self.search.store;
        self.by_shape = false;
        if self.trial.asks_for_shapes() {
            let shapes = &mut self.shapes;
            let written = shapes.write(part, self.links, self.model, store);
            store.account(shapes.steps());
            let names = &mut self.keys;
            let by_names =
                || names.write(part, self.links, self.model, store).then(|| hash(&names.bytes));
            if !self.trial.goes_on(written, shapes.steps(), by_names) {
                // With a certificate, the entries by names are still of use.
                if self.certified.is_none() {
                    self.cache.clear();
                }
            } else if written {
                std::mem::swap(&mut self.keys.bytes, &mut self.shapes.bytes);
                self.by_shape = true;
                return true;
            }
        }
        self.write_names(part)
    }
}
