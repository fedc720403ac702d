//! Element constraints: an array of variables indexed by a variable.

use parallax_model::{self as model, Value, VarId};

use super::{
    ConstraintPropagator, DomainClaim, DomainEvent, DomainStore, ExplanationPremises, PastDomains,
    PropagationConflict, PropagatorCost,
};
use crate::decision::ValueTest;
use crate::store::set_bits;

/// Domain consistency. An index stays while its entry and the result share a value; a value of the
/// result stays while some entry with a possible index has it; the indexed entry, once known,
/// equals the result. While index and result are unchanged, only changed entries are checked. For
/// each value of the result, the entry that had it last is checked first (a residue). One
/// constraint check is one entry read.
#[derive(Clone)]
pub(super) struct ElementPropagator {
    index: VarId,
    array: Vec<VarId>,
    result: VarId,
    first: Value,
    /// For each bit of the result, an entry that had it at the last call.
    residues: Vec<u32>,
    /// Buffer: watched places that changed.
    changed: Vec<u32>,
}

/// The index and the result are watched before the array.
const BEFORE_ARRAY: u32 = 2;

impl ElementPropagator {
    pub(super) fn new(c: &model::Element, store: &DomainStore) -> Self {
        ElementPropagator {
            index: c.index,
            array: c.array.clone(),
            result: c.result,
            first: c.first,
            residues: vec![0; store.domain_words(c.result).len() * 64],
            changed: Vec::new(),
        }
    }

    /// Returns the place that a value of the index refers to.
    #[inline]
    fn array_index(&self, index: Value) -> usize {
        // The first call removed the indices outside the array, so the difference is a place.
        (i64::from(index) - i64::from(self.first)) as usize
    }

    /// Returns the value of the index that refers to a place, if it remains.
    #[inline]
    fn index_value(&self, place: usize, store: &DomainStore) -> Option<Value> {
        let index = Value::try_from(i64::from(self.first) + place as i64).ok()?;
        store.contains(self.index, index).then_some(index)
    }

    /// Keeps the values of the index whose entry can equal the result.
    fn filter_index(&self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        for w in 0..store.domain_words(self.index).len() {
            let from = store.word_start(self.index, w);
            let word = store.domain_words(self.index)[w];
            let mut kept = 0;
            for bit in set_bits(word) {
                store.count_checks(1);
                let named = self.array[self.array_index(from + bit as Value)];
                store.spend_steps(store.domain_words(named).len())?;
                kept |= u64::from(domains_intersect(named, self.result, store)) << bit;
            }
            if kept != word {
                store.keep_bits(self.index, w, kept)?;
            }
        }
        Ok(())
    }

    /// Removes the indices of changed entries that no longer share a value with the result.
    fn filter_changed(&self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        for &watched in &self.changed {
            // Only called when all changes are beyond the index and the result.
            let place = (watched - BEFORE_ARRAY) as usize;
            if let Some(index) = self.index_value(place, store) {
                store.count_checks(1);
                if !domains_intersect(self.array[place], self.result, store) {
                    store.remove_value(self.index, index)?;
                }
            }
        }
        Ok(())
    }

    /// Keeps the values of the result that some entry with a possible index has.
    fn filter_result(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        for w in 0..store.domain_words(self.result).len() {
            let word = store.domain_words(self.result)[w];
            // `missing` collects the values of this word whose residue no longer supports them.
            let from = store.word_start(self.result, w);
            let mut missing = 0;
            for bit in set_bits(word) {
                // The residue is a hint from any earlier call, on any branch: it counts only if its
                // entry can still be chosen and still has the value.
                let place = self.residues[w * 64 + bit as usize] as usize;
                let named =
                    self.array.get(place).filter(|_| self.index_value(place, store).is_some());
                let has = named.is_some_and(|&v| store.contains(v, from + bit as Value));
                missing |= u64::from(!has) << bit;
            }
            if missing != 0 {
                store.spend_steps(store.domain_size(self.index) as usize)?;
                // Only the values that lost their residue cost a scan of the entries, one for all
                // of them together.
                let found = self.look_for(w, missing, from, store);
                store.keep_bits(self.result, w, word & !missing | found)?;
            }
        }
        Ok(())
    }

    /// Returns the values among `missing`, in a word of the result, that some entry has.
    fn look_for(&mut self, w: usize, missing: u64, from: Value, store: &DomainStore) -> u64 {
        let mut found = 0;
        for index in store.values(self.index) {
            let place = self.array_index(index);
            let supported = store.word_at(self.array[place], from) & missing & !found;
            for bit in set_bits(supported) {
                self.residues[w * 64 + bit as usize] = place as u32;
            }
            found |= supported;
            // Every missing value has found an entry; the remaining indices need no look.
            if found == missing {
                break;
            }
        }
        found
    }
}

/// Whether two domains share a value.
fn domains_intersect(a: VarId, b: VarId, store: &DomainStore) -> bool {
    let mut words = store.domain_words(a).iter().enumerate();
    words.any(|(w, &word)| word != 0 && word & store.word_at(b, store.word_start(a, w)) != 0)
}

/// Keeps in `v` the values that `other` has.
fn keep_common(v: VarId, other: VarId, store: &mut DomainStore) -> Result<(), PropagationConflict> {
    for w in 0..store.domain_words(v).len() {
        let from = store.word_start(v, w);
        store.keep_bits(v, w, store.word_at(other, from))?;
    }
    Ok(())
}

impl ConstraintPropagator for ElementPropagator {
    fn scope(&self) -> Vec<VarId> {
        let mut scope = vec![self.index, self.result];
        scope.extend(&self.array);
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    fn watched_events(&self) -> Vec<(VarId, DomainEvent)> {
        let all = [self.index, self.result].into_iter().chain(self.array.iter().copied());
        all.map(|v| (v, DomainEvent::Domain)).collect()
    }

    fn wants_changes(&self) -> bool {
        true
    }

    fn call_cost(&self) -> PropagatorCost {
        PropagatorCost::High
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let known = store.take_changes(&mut self.changed);
        // While index and result are unchanged, an entry without a change still shares a value with
        // the result.
        if known && self.changed.iter().all(|&watched| watched >= BEFORE_ARRAY) {
            self.filter_changed(store)?;
        } else {
            let first = i64::from(self.first);
            store.remove_below(self.index, first)?;
            store.remove_above(self.index, first + self.array.len() as i64 - 1)?;
            self.filter_index(store)?;
        }
        self.filter_result(store)?;
        // Only a known index links a single entry to the result in both directions.
        match store.fixed_value(self.index) {
            Some(only) => keep_common(self.array[self.array_index(only)], self.result, store),
            None => Ok(()),
        }
    }

    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        if claim.variable == self.result && self.explain_result_bound(claim, past, into) {
            return;
        }
        for value in into.left_to_refute(claim, past) {
            let v = claim.variable;
            // A variable may be index, result and entry at once, so each role is tried.
            let explained = (v == self.index && self.explain_index(value, past, into))
                || (v == self.result && self.explain_result(value, past, into))
                || self.explain_entry(v, value, past, into);
            if !explained {
                return into.add_scope(&self.scope(), past);
            }
        }
    }
}

impl ElementPropagator {
    /// Returns the variable that a value of the index refers to.
    fn array_entry(&self, index: Value) -> Option<VarId> {
        let place = i64::from(index) - i64::from(self.first);
        usize::try_from(place).ok().and_then(|place| self.array.get(place)).copied()
    }

    /// Explains why an index is excluded: its entry and the result share no value. One bound of
    /// each shows it, or one of them has lost each value of the root.
    fn explain_index(
        &self,
        index: Value,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        let Some(entry) = self.array_entry(index) else { return true };
        let ((low, high), (result_low, result_high)) =
            (past.wide_bounds(entry), past.wide_bounds(self.result));
        // Disjoint bounds: the premises leave no room between them and are as weak as possible on
        // the entry's side.
        if high < result_low {
            into.at_most(entry, result_low - 1);
            into.at_least(self.result, result_low);
            return true;
        }
        if result_high < low {
            into.at_least(entry, low);
            into.at_most(self.result, low - 1);
            return true;
        }
        let results = into.root_values(self.result);
        // Otherwise each common value of the root must be gone from one side.
        let common =
            into.root_values(entry).into_iter().filter(|x| results.binary_search(x).is_ok());
        let common: Vec<Value> = common.collect();
        if common.iter().any(|&x| past.contains(entry, x) && past.contains(self.result, x)) {
            return false;
        }
        let (own, other): (Vec<Value>, Vec<Value>) =
            common.into_iter().partition(|&x| !past.contains(entry, x));
        into.add_lost_values(entry, &own, past);
        into.add_lost_values(self.result, &other, past);
        true
    }

    /// Explains why a value of the result is excluded: each index is lost, or its entry has lost
    /// the value.
    fn explain_result(
        &self,
        value: Value,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        let mut lost = Vec::new();
        let mut entries = Vec::new();
        for index in into.root_values(self.index) {
            match self.array_entry(index) {
                None => {}
                Some(entry) if !past.contains(entry, value) => entries.push(entry),
                Some(_) if !past.contains(self.index, index) => lost.push(index),
                Some(_) => return false,
            }
        }
        into.add_lost_values(self.index, &lost, past);
        entries.into_iter().for_each(|entry| into.add_disequality(entry, value));
        true
    }

    /// Explains a bound of the result by the same bound of all entries that remain.
    fn explain_result_bound(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        if !matches!(claim.test, ValueTest::AtMost | ValueTest::Above) {
            return false;
        }
        let mut lost = Vec::new();
        let mut entries = Vec::new();
        for index in into.root_values(self.index) {
            let Some(entry) = self.array_entry(index) else { continue };
            let own = DomainClaim { variable: entry, ..claim };
            // If the result is its own entry, its bound would be a premise of itself.
            match (entry != self.result && past.claim_holds(own), past.contains(self.index, index))
            {
                (true, _) => entries.push(own),
                (false, false) => lost.push(index),
                (false, true) => return false,
            }
        }
        into.add_lost_values(self.index, &lost, past);
        entries.into_iter().for_each(|own| into.add_claim(own));
        true
    }

    /// Explains why the entry at the only index lost a value: the result has lost it.
    fn explain_entry(
        &self,
        v: VarId,
        value: Value,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        // Entries lose values only once the index is fixed.
        let Some(index) = past.fixed_value(self.index) else { return false };
        if self.array_entry(index) != Some(v) || past.contains(self.result, value) {
            return false;
        }
        into.add_equality(self.index, index);
        into.add_disequality(self.result, value);
        true
    }
}
