//! The propagator of a relation between classes.

use parallax_model::{self as model, Domain, Model, VarId};

use super::class_filter::ClassFilterMethod;
use super::classes::ClassMasks;
use crate::propagators::flow::FlowFilter;
use crate::propagators::{
    ConstraintPropagator, DomainClaim, DomainStore, ExplanationPremises, PastDomains,
    PropagatorCost, ValueRemoval,
};
use crate::store::{PropagationConflict, TrailCell, set_bits};

/// Generalised arc consistency: works on the set of classes that each variable can still take
/// and removes the classes that the relation excludes, with all their values. All-different is
/// a matching of variables and classes (Régin 1994), or exhaustion for a small scope; a number
/// of equal classes is a flow for each class (Régin 1996); a table is scanned row by row.
#[derive(Clone)]
pub(in crate::propagators) struct DimensionPropagator {
    pub(super) scope: Vec<VarId>,
    pub(super) method: ClassFilterMethod,
    pub(super) masks: ClassMasks,
    /// The number of words of a set of classes.
    pub(super) words: usize,
    /// The classes that each variable could take after the last call, in half words.
    known: Vec<TrailCell>,
    pub(super) present: Vec<u64>,
    pub(super) allowed: Vec<u64>,
    /// Buffer: values to remove.
    gone: Vec<u64>,
    pub(super) filter: FlowFilter,
    /// All places of the scope.
    pub(super) places: Vec<u32>,
    changed: Vec<u32>,
}

impl DimensionPropagator {
    /// Returns `None` if the scope names a variable twice.
    pub(in crate::propagators) fn new(
        c: &model::DimensionRelation,
        model: &Model,
        store: &mut DomainStore,
    ) -> Option<Self> {
        if crate::propagators::has_repetitions(&c.scope) {
            return None;
        }
        let masks = ClassMasks::new(&c.scope, model.dimension(c.dimension), store);
        let words = masks.class_count().div_ceil(64);
        let count = c.scope.len();
        let method = ClassFilterMethod::new(c, words, store);
        Some(DimensionPropagator {
            known: (0..count * words * 2).map(|_| store.new_cell(0)).collect(),
            present: vec![0; count * words],
            allowed: vec![0; count * words],
            gone: vec![0; masks.values.word_count()],
            filter: FlowFilter::new(count, &vec![method.class_capacity(); masks.class_count()]),
            places: (0..count as u32).collect(),
            changed: Vec::new(),
            scope: c.scope.clone(),
            method,
            masks,
            words,
        })
    }

    /// Finds the classes that a variable can still take; returns whether they differ from those at
    /// the last call.
    fn find_classes(&mut self, place: usize, store: &mut DomainStore) -> bool {
        let own = place * self.words..(place + 1) * self.words;
        let (v, values) = (self.scope[place], &self.masks.values);
        let word = |w: usize| store.word_at(v, values.word_start(w));
        self.masks.collect_present(word, &mut self.present[own.clone()]);
        // A variable may lose values and keep all its classes; then the relation has nothing to do.
        let mut changed = false;
        for w in own {
            changed |= self.store_word(w, self.present[w], store);
        }
        changed
    }

    /// Stores a word of a set on the trail; returns whether it changed.
    fn store_word(&self, w: usize, word: u64, store: &mut DomainStore) -> bool {
        let (low, high) = (self.known[w * 2], self.known[w * 2 + 1]);
        // The trail's cells have 32 bits, so a word takes two.
        let before = u64::from(store.get(low)) | u64::from(store.get(high)) << 32;
        store.set_cell(low, word as u32);
        store.set_cell(high, (word >> 32) as u32);
        before != word
    }

    /// Reads the stored classes of the variables that did not change.
    fn recall_classes(&mut self, store: &DomainStore) {
        for (word, cells) in self.present.iter_mut().zip(self.known.chunks_exact(2)) {
            *word = u64::from(store.get(cells[0])) | u64::from(store.get(cells[1])) << 32;
        }
    }

    /// Finds the classes of all variables; returns whether the changes are known, and whether the
    /// present classes may have changed.
    fn look_at_changes(&mut self, store: &mut DomainStore) -> (bool, bool) {
        // The buffer leaves `self` while `find_classes` borrows it mutably.
        let mut changed = std::mem::take(&mut self.changed);
        let known = store.take_changes(&mut changed);
        let mut moved = !known;
        if known {
            // `present` may stem from another branch; the cells hold the classes of this one.
            self.recall_classes(store);
            // `|=` evaluates its right side always, so every changed place is read.
            changed.iter().for_each(|&place| moved |= self.find_classes(place as usize, store));
        } else {
            (0..self.scope.len()).for_each(|place| _ = self.find_classes(place, store));
        }
        self.changed = changed;
        (known, moved)
    }

    /// Removes the values of classes that are present but not allowed.
    pub(super) fn prune_classes(
        &mut self,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        for i in 0..self.scope.len() {
            let mut any = false;
            for w in 0..self.words {
                let place = i * self.words + w;
                let kept = self.present[place] & self.allowed[place];
                for bit in set_bits(self.present[place] & !kept) {
                    any = true;
                    for &(w, mask) in self.masks.class_words(w * 64 + bit as usize) {
                        self.gone[w as usize] |= mask;
                    }
                }
                // The stored classes are those after pruning, so the removals below are no news at
                // the next call.
                self.store_word(place, kept, store);
            }
            if any {
                self.remove_gone(i, store)?;
            }
        }
        Ok(())
    }

    /// Removes the values in `gone` from a variable, and clears `gone`.
    fn remove_gone(
        &mut self,
        place: usize,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        let (v, values) = (self.scope[place], &self.masks.values);
        let removed = values
            .variable_words(place)
            .try_for_each(|w| values.remove_values(v, w, self.gone[w], store));
        // Also after a conflict: the buffer must be empty at the next call.
        self.gone.fill(0);
        removed
    }

    /// Removes the values without a class.
    fn prune_unclassed(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        for (i, &v) in self.scope.iter().enumerate() {
            for w in self.masks.values.variable_words(i) {
                let strange = !self.masks.classed_values(w);
                self.masks.values.remove_values(v, w, strange, store)?;
            }
        }
        Ok(())
    }
}

impl ConstraintPropagator for DimensionPropagator {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn wants_changes(&self) -> bool {
        true
    }

    fn call_cost(&self) -> PropagatorCost {
        match self.method {
            ClassFilterMethod::Sides { .. } => PropagatorCost::Linear,
            ClassFilterMethod::EqualCount(_) | ClassFilterMethod::Rows(_) => PropagatorCost::High,
        }
    }

    fn is_idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let (known, moved) = self.look_at_changes(store);
        if !moved {
            return Ok(());
        }
        // Values without a class never come back within a branch, so one pass at the root suffices.
        if !known {
            self.prune_unclassed(store)?;
        }
        let possible = self.find_allowed(store)?;
        let empty = |set: &[u64]| set.iter().all(|&word| word == 0);
        if !possible
            // A dimension without classes allows no value at all.
            || self.words == 0 && !self.scope.is_empty()
            || self.words > 0 && self.allowed.chunks_exact(self.words).any(empty)
        {
            return Err(PropagationConflict);
        }
        self.prune_classes(store)
    }

    fn explain_removal(
        &self,
        removal: ValueRemoval,
        past: &PastDomains<'_>,
    ) -> Vec<(VarId, Domain)> {
        self.explain_class(removal, past)
    }

    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        for value in into.left_to_refute(claim, past) {
            let removal = ValueRemoval { variable: claim.variable, value };
            let because: Vec<VarId> =
                self.explain_class(removal, past).into_iter().map(|own| own.0).collect();
            self.explain_classes(&because, past, into);
        }
    }

    fn explain_failure(&self, past: &PastDomains<'_>, into: &mut ExplanationPremises<'_>) {
        self.explain_classes(&self.scope, past, into);
    }
}
