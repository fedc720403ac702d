//! Global cardinality by counting.

use parallax_model::{self as model, Value, ValueOccurrence, VarId};

use crate::propagators::{
    ConstraintPropagator, DomainClaim, DomainStore, ExplanationPremises, PastDomains,
};
use crate::store::PropagationConflict;

/// For each listed value: once its upper bound of variables is fixed to it, removes it from the
/// others; once only its lower bound of variables can take it, fixes them to it. Weaker than flow
/// (Régin 1996). It is the plain implementation of
/// [`CardinalityPropagator`](super::incremental::CardinalityPropagator), which replaces it.
#[derive(Clone)]
pub(super) struct PlainCardinalityPropagator {
    scope: Vec<VarId>,
    /// In the order of values.
    occurrences: Vec<ValueOccurrence>,
    closed: bool,
}

impl PlainCardinalityPropagator {
    pub(super) fn new(c: &model::GlobalCardinality) -> Self {
        let mut occurrences = c.occurrences.clone();
        occurrences.sort_unstable_by_key(|o| o.value);
        PlainCardinalityPropagator { scope: c.scope.clone(), occurrences, closed: c.closed }
    }

    /// Removes values that are not listed.
    ///
    /// # Errors
    /// Returns a conflict if a variable has no listed value.
    pub(super) fn forbid_others(&self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        for &v in &self.scope {
            store.spend_steps(store.domain_size(v) as usize)?;
            let listed = |x| self.occurrences.binary_search_by_key(&x, |o| o.value).is_ok();
            let strange: Vec<_> = store.values(v).filter(|&x| !listed(x)).collect();
            for value in strange {
                store.remove_value(v, value)?;
            }
        }
        Ok(())
    }

    fn enforce_count(
        &self,
        o: ValueOccurrence,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        let (mut fixed, mut possible) = (0u32, 0u32);
        for &v in &self.scope {
            if store.contains(v, o.value) {
                possible += 1;
                fixed += u32::from(store.is_fixed(v));
            }
        }
        if fixed > o.max || possible < o.min {
            return Err(PropagationConflict);
        }
        let (full, short) = (fixed == o.max, possible == o.min);
        // Without open variables that have the value, or without a tight bound, nothing follows.
        if fixed == possible || !(full || short) {
            return Ok(());
        }
        for &v in &self.scope {
            if store.contains(v, o.value) && !store.is_fixed(v) {
                if full {
                    store.remove_value(v, o.value)?;
                } else {
                    store.fix_value(v, o.value)?;
                }
            }
        }
        Ok(())
    }
}

impl PlainCardinalityPropagator {
    /// Explains a claim: a value is not listed, others have it as often as they may, or too few
    /// others can take a value that this variable must then take.
    pub(super) fn explain_claim(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        let own = claim.variable;
        // First case: enough others have lost the value that the minimum needs this variable.
        let gives = |o: &&ValueOccurrence| {
            claim.admits_value(o.value)
                && o.min > 0
                && self.unable_others(own, o.value, past).count() + o.min as usize
                    >= self.scope.len()
        };
        if let Some(o) = self.occurrences.iter().find(gives) {
            // With `len - min` others unable, at most `min` variables remain, and all of them take
            // the value.
            let needed = self.scope.len().saturating_sub(o.min as usize);
            let unable: Vec<VarId> = self.unable_others(own, o.value, past).take(needed).collect();
            return unable.into_iter().for_each(|v| into.add_disequality(v, o.value));
        }
        // Second case: each excluded value is unlisted, or taken as often as allowed.
        for value in into.left_to_refute(claim, past) {
            match self.occurrences.binary_search_by_key(&value, |o| o.value) {
                // A closed list excludes the value without any premise.
                Err(_) if self.closed => {}
                Ok(place) if self.is_full(own, place, past) => {
                    let max_count = self.occurrences[place].max as usize;
                    let taken: Vec<VarId> =
                        self.fixed_others(own, value, past).take(max_count).collect();
                    taken.into_iter().for_each(|v| into.add_equality(v, value));
                }
                _ => return into.add_scope(&self.scope, past),
            }
        }
    }

    /// Explains why a value is taken too often, or cannot be taken often enough.
    pub(super) fn explain_conflict(
        &self,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        for o in &self.occurrences {
            let all = || self.scope.iter().copied();
            let taken = all().filter(|&v| past.is_fixed_to(v, o.value));
            let taken: Vec<VarId> = taken.take((o.max as usize).saturating_add(1)).collect();
            if taken.len() as u64 > u64::from(o.max) {
                return taken.into_iter().for_each(|v| into.add_equality(v, o.value));
            }
            // If the minimum exceeds the length of the scope by more than one, no premise is needed
            // at all.
            let Some(needed) = (self.scope.len() + 1).checked_sub(o.min as usize) else { return };
            let unable = all().filter(|&v| !past.contains(v, o.value));
            let unable: Vec<VarId> = unable.take(needed).collect();
            if unable.len() == needed {
                return unable.into_iter().for_each(|v| into.add_disequality(v, o.value));
            }
        }
        into.add_scope(&self.scope, past);
    }

    /// Whether as many other variables are fixed to a value as may take it.
    fn is_full(&self, own: VarId, place: usize, past: &PastDomains<'_>) -> bool {
        let o = self.occurrences[place];
        self.fixed_others(own, o.value, past).count() as u64 >= u64::from(o.max)
    }

    /// Returns the places of other variables that are fixed to a value.
    fn fixed_others<'a>(
        &'a self,
        own: VarId,
        value: Value,
        past: &'a PastDomains<'_>,
    ) -> impl Iterator<Item = VarId> + 'a {
        let others = self.scope.iter().copied().filter(move |&v| v != own);
        others.filter(move |&v| past.is_fixed_to(v, value))
    }

    /// Returns the places of other variables that have lost a value.
    fn unable_others<'a>(
        &'a self,
        own: VarId,
        value: Value,
        past: &'a PastDomains<'_>,
    ) -> impl Iterator<Item = VarId> + 'a {
        let others = self.scope.iter().copied().filter(move |&v| v != own);
        others.filter(move |&v| !past.contains(v, value))
    }
}

impl ConstraintPropagator for PlainCardinalityPropagator {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        if self.closed {
            self.forbid_others(store)?;
        }
        let occurrences = &self.occurrences;
        occurrences.iter().try_for_each(|&o| self.enforce_count(o, store))
    }
}
