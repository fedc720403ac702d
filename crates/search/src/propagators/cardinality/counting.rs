//! Global cardinality by counting.

use parallax_model::{self as model, Occurrence, VarId};

use crate::propagators::{Propagator, Pruned, Store};
use crate::store::Conflict;

/// For each listed value: once its upper bound of variables is fixed to it, removes it from the
/// others; once only its lower bound of variables can take it, fixes them to it. Weaker than flow
/// (Régin 1996). It is the plain implementation of [`Counts`](super::incremental::Counts), which
/// replaces it.
#[derive(Clone)]
pub(super) struct Counting {
    scope: Vec<VarId>,
    /// In the order of values.
    occurrences: Vec<Occurrence>,
    closed: bool,
}

impl Counting {
    pub(super) fn new(c: &model::GlobalCardinality) -> Self {
        let mut occurrences = c.occurrences.clone();
        occurrences.sort_unstable_by_key(|o| o.value);
        Counting { scope: c.scope.clone(), occurrences, closed: c.closed }
    }

    /// Removes values that are not listed.
    ///
    /// # Errors
    /// Returns a conflict if a variable has no listed value.
    pub(super) fn forbid_others(&self, store: &mut Store) -> Pruned {
        for &v in &self.scope {
            store.spend(store.size(v) as usize)?;
            let listed = |x| self.occurrences.binary_search_by_key(&x, |o| o.value).is_ok();
            let strange: Vec<_> = store.values(v).filter(|&x| !listed(x)).collect();
            for value in strange {
                store.remove(v, value)?;
            }
        }
        Ok(())
    }

    fn count(&self, o: Occurrence, store: &mut Store) -> Pruned {
        let (mut fixed, mut possible) = (0u32, 0u32);
        for &v in &self.scope {
            if store.contains(v, o.value) {
                possible += 1;
                fixed += u32::from(store.is_fixed(v));
            }
        }
        if fixed > o.max || possible < o.min {
            return Err(Conflict);
        }
        let (full, short) = (fixed == o.max, possible == o.min);
        if fixed == possible || !(full || short) {
            return Ok(());
        }
        for &v in &self.scope {
            if store.contains(v, o.value) && !store.is_fixed(v) {
                if full {
                    store.remove(v, o.value)?;
                } else {
                    store.fix(v, o.value)?;
                }
            }
        }
        Ok(())
    }
}

impl Propagator for Counting {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn propagate(&mut self, store: &mut Store) -> Pruned {
        if self.closed {
            self.forbid_others(store)?;
        }
        let occurrences = &self.occurrences;
        occurrences.iter().try_for_each(|&o| self.count(o, store))
    }
}
