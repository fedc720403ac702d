//! Global cardinality by incremental counts.

use parallax_model::{self as model, Value, ValueOccurrence, VarId};

use super::counting::PlainCardinalityPropagator;
use crate::propagators::{
    ConstraintPropagator, DomainClaim, DomainStore, ExplanationPremises, PastDomains,
};
use crate::store::{PropagationConflict, TrailCell, TrailWords, set_bits};

/// The propagation of [`PlainCardinalityPropagator`], with counts for each listed value that the
/// trail restores: a call processes only changes.
#[derive(Clone)]
pub(super) struct CardinalityPropagator {
    scope: Vec<VarId>,
    /// In the order of values.
    occurrences: Vec<ValueOccurrence>,
    closed: bool,
    /// For each listed value, the number of variables that can take it, and of those fixed to it.
    possible: Vec<TrailCell>,
    fixed: Vec<TrailCell>,
    /// The domain of each variable at the last call.
    seen: Vec<TrailWords>,
    plain: PlainCardinalityPropagator,
    /// Changed places of the scope, and listed values whose counts changed.
    changed: Vec<u32>,
    counted: Vec<u32>,
}

impl CardinalityPropagator {
    pub(super) fn new(c: &model::GlobalCardinality, store: &mut DomainStore) -> Self {
        let mut occurrences = c.occurrences.clone();
        occurrences.sort_unstable_by_key(|o| o.value);
        let seen = c.scope.iter().map(|&v| {
            let words = store.domain_words(v).to_vec();
            store.new_words(&words)
        });
        CardinalityPropagator {
            scope: c.scope.clone(),
            closed: c.closed,
            seen: seen.collect(),
            // The first call counts from the domains; nothing reads the cells before it.
            possible: occurrences.iter().map(|_| store.new_cell(0)).collect(),
            fixed: occurrences.iter().map(|_| store.new_cell(0)).collect(),
            occurrences,
            plain: PlainCardinalityPropagator::new(c),
            changed: Vec::new(),
            counted: Vec::new(),
        }
    }

    /// Returns the place of a value in the list.
    #[inline]
    fn listed_index(&self, value: Value) -> Option<usize> {
        // Lists rarely have gaps.
        let first = self.occurrences.first()?.value;
        // Without gaps, the distance from the first value is the index.
        let guess = i64::from(value) - i64::from(first);
        let is = |place: &usize| self.occurrences.get(*place).is_some_and(|o| o.value == value);
        usize::try_from(guess)
            .ok()
            .filter(is)
            .or_else(|| self.occurrences.binary_search_by_key(&value, |o| o.value).ok())
    }

    /// Computes all counts from the domains.
    fn recount_values(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let (mut possible, mut fixed) =
            (vec![0; self.occurrences.len()], vec![0; self.occurrences.len()]);
        for (place, &v) in self.scope.iter().enumerate() {
            store.spend_steps(store.domain_size(v) as usize)?;
            for value in store.values(v) {
                if let Some(listed) = self.listed_index(value) {
                    possible[listed] += 1;
                    fixed[listed] += u32::from(store.is_fixed(v));
                }
            }
            // The state of this moment is what the next call compares with.
            for w in 0..self.seen[place].len() {
                store.set_own_word(self.seen[place], w, store.domain_words(v)[w]);
            }
        }
        for (listed, counts) in possible.into_iter().zip(fixed).enumerate() {
            store.set_cell(self.possible[listed], counts.0);
            store.set_cell(self.fixed[listed], counts.1);
        }
        Ok(())
    }

    /// Subtracts the values that a variable lost since the last call from the counts.
    fn subtract_lost(
        &mut self,
        place: usize,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        // Comparing with the words of the last call gives exactly the values lost since then,
        // whichever propagator removed them; the trail restores words and counts together.
        let (v, seen) = (self.scope[place], self.seen[place]);
        store.spend_steps(seen.len())?;
        let mut lost = false;
        for w in 0..seen.len() {
            let (before, now) = (store.own_word(seen, w), store.domain_words(v)[w]);
            if before == now {
                continue;
            }
            lost = true;
            store.set_own_word(seen, w, now);
            let start = store.word_start(v, w);
            for bit in set_bits(before & !now) {
                if let Some(listed) = self.listed_index(start + bit as Value) {
                    let cell = self.possible[listed];
                    // Positive: this variable was counted for the value, and its bit leaves `seen`
                    // only once.
                    store.set_cell(cell, store.get(cell) - 1);
                    self.counted.push(listed as u32);
                }
            }
        }
        // A variable that lost values and is fixed has just become so; it is counted here once.
        let value = store.fixed_value(v).filter(|_| lost);
        if let Some(listed) = value.and_then(|value| self.listed_index(value)) {
            let cell = self.fixed[listed];
            store.set_cell(cell, store.get(cell) + 1);
            self.counted.push(listed as u32);
        }
        Ok(())
    }

    /// Enforces the bounds of one value.
    fn enforce_bounds(
        &self,
        listed: usize,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        let o = self.occurrences[listed];
        let (possible, fixed) = (store.get(self.possible[listed]), store.get(self.fixed[listed]));
        if fixed > o.max || possible < o.min {
            return Err(PropagationConflict);
        }
        let (full, short) = (fixed == o.max, possible == o.min);
        if fixed == possible || !(full || short) {
            return Ok(());
        }
        store.spend_steps(self.scope.len())?;
        for &v in &self.scope {
            if store.contains(v, o.value) && !store.is_fixed(v) {
                if full { store.remove_value(v, o.value)? } else { store.fix_value(v, o.value)? }
            }
        }
        Ok(())
    }

    /// Reaches the fixpoint when the changes are unknown.
    fn sweep_scope(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        loop {
            let before = store.prunings;
            if self.closed {
                self.plain.forbid_others(store)?;
            }
            self.recount_values(store)?;
            // Each removal changes counts, so counting and enforcing alternate until no bound acts.
            (0..self.occurrences.len())
                .try_for_each(|listed| self.enforce_bounds(listed, store))?;
            if store.prunings == before {
                return Ok(());
            }
        }
    }

    /// Processes changes until none remain.
    fn follow_changes(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        while !self.changed.is_empty() {
            self.counted.clear();
            for i in 0..self.changed.len() {
                self.subtract_lost(self.changed[i] as usize, store)?;
            }
            // All counts are final for this round before any bound is enforced on them.
            for i in 0..self.counted.len() {
                self.enforce_bounds(self.counted[i] as usize, store)?;
            }
            self.changed.clear();
            if store.has_changes() {
                store.take_changes(&mut self.changed);
            }
        }
        Ok(())
    }
}

impl ConstraintPropagator for CardinalityPropagator {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn wants_changes(&self) -> bool {
        true
    }

    fn is_idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        if store.take_changes(&mut self.changed) {
            self.follow_changes(store)
        } else {
            self.sweep_scope(store)
        }
    }

    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        self.plain.explain_claim(claim, past, into);
    }

    fn explain_failure(&self, past: &PastDomains<'_>, into: &mut ExplanationPremises<'_>) {
        self.plain.explain_conflict(past, into);
    }
}
