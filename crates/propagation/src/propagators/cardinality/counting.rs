//! Global cardinality by counting.

use parallax_model::{self as model, Occurrence, Value, VarId};

use crate::propagators::{Claim, Past, Premises, Propagator, Store};
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
    pub(super) fn forbid_others(&self, store: &mut Store) -> Result<(), Conflict> {
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

    fn count(&self, o: Occurrence, store: &mut Store) -> Result<(), Conflict> {
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

impl Counting {
    /// Explains a claim: a value is not listed, others have it as often as they may, or too few
    /// others can take a value that this variable must then take.
    pub(super) fn explain(&self, claim: Claim, past: &Past<'_>, into: &mut Premises<'_>) {
        let own = claim.variable;
        let gives = |o: &&Occurrence| {
            claim.holds(o.value)
                && o.min > 0
                && self.unable(own, o.value, past).count() + o.min as usize >= self.scope.len()
        };
        if let Some(o) = self.occurrences.iter().find(gives) {
            let needed = self.scope.len().saturating_sub(o.min as usize);
            let unable: Vec<VarId> = self.unable(own, o.value, past).take(needed).collect();
            return unable.into_iter().for_each(|v| into.not(v, o.value));
        }
        for value in into.left_to_refute(claim, past) {
            match self.occurrences.binary_search_by_key(&value, |o| o.value) {
                Err(_) if self.closed => {}
                Ok(place) if self.is_full(own, place, past) => {
                    let most = self.occurrences[place].max as usize;
                    let taken: Vec<VarId> = self.taken(own, value, past).take(most).collect();
                    taken.into_iter().for_each(|v| into.is(v, value));
                }
                _ => return into.scope(&self.scope, past),
            }
        }
    }

    /// Explains why a value is taken too often, or cannot be taken often enough.
    pub(super) fn explain_conflict(&self, past: &Past<'_>, into: &mut Premises<'_>) {
        for o in &self.occurrences {
            let all = || self.scope.iter().copied();
            let taken = all().filter(|&v| past.is_fixed_to(v, o.value));
            let taken: Vec<VarId> = taken.take((o.max as usize).saturating_add(1)).collect();
            if taken.len() as u64 > u64::from(o.max) {
                return taken.into_iter().for_each(|v| into.is(v, o.value));
            }
            let Some(needed) = (self.scope.len() + 1).checked_sub(o.min as usize) else { return };
            let unable = all().filter(|&v| !past.contains(v, o.value));
            let unable: Vec<VarId> = unable.take(needed).collect();
            if unable.len() == needed {
                return unable.into_iter().for_each(|v| into.not(v, o.value));
            }
        }
        into.scope(&self.scope, past);
    }

    /// Whether as many places of other variables as may have a value do.
    fn is_full(&self, own: VarId, place: usize, past: &Past<'_>) -> bool {
        let o = self.occurrences[place];
        self.taken(own, o.value, past).count() as u64 >= u64::from(o.max)
    }

    /// Returns the places of other variables that are fixed to a value.
    fn taken<'a>(
        &'a self,
        own: VarId,
        value: Value,
        past: &'a Past<'_>,
    ) -> impl Iterator<Item = VarId> + 'a {
        let others = self.scope.iter().copied().filter(move |&v| v != own);
        others.filter(move |&v| past.is_fixed_to(v, value))
    }

    /// Returns the places of other variables that have lost a value.
    fn unable<'a>(
        &'a self,
        own: VarId,
        value: Value,
        past: &'a Past<'_>,
    ) -> impl Iterator<Item = VarId> + 'a {
        let others = self.scope.iter().copied().filter(move |&v| v != own);
        others.filter(move |&v| !past.contains(v, value))
    }
}

impl Propagator for Counting {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn propagate(&mut self, store: &mut Store) -> Result<(), Conflict> {
        if self.closed {
            self.forbid_others(store)?;
        }
        let occurrences = &self.occurrences;
        occurrences.iter().try_for_each(|&o| self.count(o, store))
    }
}
