//! The valid tuples of a table as a sparse bit set, restored by the trail.

use std::sync::Arc;

use parallax_model::{self as model, Value, VarId};

use crate::propagators::PastDomains;
use crate::store::{DomainStore, PropagationConflict, TrailCell, TrailWords, set_bits};

/// A reversible sparse bit set of tuples (Demeulenaere, Hartert, Lecoutre, Perez, Perron, Régin
/// and Schaus 2016, section 3): a tuple is valid while each of its values remains. Each
/// variable and value has the set of its tuples.
#[derive(Clone)]
pub(super) struct SparseTupleSet {
    columns: Vec<TupleColumn>,
    /// The number of words in a set of tuples.
    len: usize,
    valid: TrailWords,
    /// Places of words of `valid`; the nonzero ones come first.
    order: Vec<u32>,
    /// The number of nonzero words.
    live: TrailCell,
    mask: Vec<u64>,
}

/// One variable of the scope.
#[derive(Clone)]
pub(super) struct TupleColumn {
    pub(super) variable: VarId,
    /// The set of tuples for each bit of the domain, `len` words each.
    sets: Arc<[u64]>,
    /// The words of the domain at the last call.
    seen: TrailWords,
}

impl SparseTupleSet {
    /// Collects the tuples of a table over different variables that lie within the domains, each
    /// once.
    pub(super) fn new(c: &model::Table, store: &mut DomainStore) -> Self {
        let within = |tuple: &&Vec<Value>| {
            tuple.iter().zip(&c.scope).all(|(&value, &v)| store.contains(v, value))
        };
        let mut tuples: Vec<&Vec<Value>> = c.tuples.iter().filter(within).collect();
        // Equal tuples would be counted twice by forbidden tables.
        tuples.sort_unstable();
        tuples.dedup();
        let len = tuples.len().div_ceil(64);
        let mut valid = vec![u64::MAX; len];
        // The bits beyond the last tuple must not count as valid.
        if let Some(last) = valid.last_mut().filter(|_| !tuples.len().is_multiple_of(64)) {
            *last = (1 << (tuples.len() % 64)) - 1;
        }
        let columns = c.scope.iter().enumerate();
        SparseTupleSet {
            columns: columns.map(|(i, &v)| TupleColumn::new(v, i, &tuples, len, store)).collect(),
            len,
            valid: store.new_words(&valid),
            order: (0..len as u32).collect(),
            live: store.new_cell(len as u32),
            mask: vec![0; len],
        }
    }

    pub(super) fn scope(&self) -> Vec<VarId> {
        self.columns.iter().map(|column| column.variable).collect()
    }

    /// Returns the number of variables.
    pub(super) fn arity(&self) -> usize {
        self.columns.len()
    }

    pub(super) fn column_variable(&self, column: usize) -> VarId {
        self.columns[column].variable
    }

    /// Whether no tuple is valid.
    pub(super) fn is_empty(&self, store: &DomainStore) -> bool {
        store.get(self.live) == 0
    }

    /// Returns the number of valid tuples.
    pub(super) fn valid_count(&self, store: &DomainStore) -> u64 {
        self.live_words(store).map(|(_, word)| u64::from(word.count_ones())).sum()
    }

    fn live_words<'a>(&'a self, store: &'a DomainStore) -> impl Iterator<Item = (usize, u64)> + 'a {
        let live = &self.order[..store.get(self.live) as usize];
        live.iter().map(|&w| (w as usize, store.own_word(self.valid, w as usize)))
    }

    /// Returns the valid tuples of the value at a place of the domain's bits, word by word, each
    /// with the word's place.
    pub(super) fn valid_words<'a>(
        &'a self,
        column: usize,
        place: usize,
        store: &'a DomainStore,
    ) -> impl Iterator<Item = (usize, u64)> + 'a {
        let set = self.columns[column].value_tuples(place, self.len);
        self.live_words(store).map(move |(w, word)| (w, word & set[w]))
    }

    /// Returns the set of all tuples.
    pub(super) fn all_tuples(&self) -> Vec<u64> {
        let mut all = vec![0; self.len];
        if let Some(column) = self.columns.first() {
            // Each tuple has a value in the first column, so the sets of that column unite to all
            // tuples.
            for set in column.sets.chunks_exact(self.len.max(1)) {
                all.iter_mut().zip(set).for_each(|(all, own)| *all |= own);
            }
        }
        all
    }

    /// Returns the tuples of a value, if the variable may have had it.
    pub(super) fn set_at(
        &self,
        column: usize,
        value: Value,
        past: &PastDomains<'_>,
    ) -> Option<&[u64]> {
        let column = &self.columns[column];
        let place = past.bit_index(column.variable, value)?;
        Some(column.value_tuples(place, self.len))
    }

    /// Returns the tuples of a value.
    pub(super) fn set_of(&self, column: usize, value: Value, past: &PastDomains<'_>) -> Vec<u64> {
        let set = self.set_at(column, value, past);
        set.map_or_else(|| vec![0; self.len], <[u64]>::to_vec)
    }

    /// Whether the value at a place of the domain's bits has a valid tuple in one word of
    /// tuples.
    #[inline]
    pub(super) fn has_tuple(
        &self,
        column: usize,
        place: usize,
        word: usize,
        store: &DomainStore,
    ) -> bool {
        let set = self.columns[column].value_tuples(place, self.len);
        // A table without tuples has no word, not even for the initial residue 0.
        word < self.len && store.own_word(self.valid, word) & set[word] != 0
    }

    /// Drops the tuples with values removed since the last call.
    ///
    /// # Errors
    /// Returns a conflict if a limit is reached.
    pub(super) fn drop_tuples(
        &mut self,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        for column in 0..self.columns.len() {
            if self.columns[column].has_changed(store) {
                self.update_column(column, store)?;
            }
        }
        Ok(())
    }

    /// Keeps the tuples whose value the variable still has: computed from the removed values, or
    /// from the remaining ones if these are fewer.
    fn update_column(
        &mut self,
        column: usize,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        let live = store.get(self.live) as usize;
        let column = &self.columns[column];
        let (gone, left) = column.value_balance(store);
        // The cheaper direction reads one set of tuples for each value of the smaller side.
        store.spend_steps(live * gone.min(left) as usize)?;
        store.count_checks(live * gone.min(left) as usize);
        // Only the live words are cleared and read: words without a valid tuple stay empty until an
        // undo.
        for &w in &self.order[..live] {
            self.mask[w as usize] = 0;
        }
        let by_gone = gone < left;
        for w in 0..column.seen.len() {
            let now = store.domain_words(column.variable)[w];
            // A tuple has one value of this variable, so removing the tuples of the lost values and
            // keeping those of the remaining ones is the same.
            let chosen = if by_gone { store.own_word(column.seen, w) & !now } else { now };
            for bit in set_bits(chosen) {
                let set = column.value_tuples(w * 64 + bit as usize, self.len);
                for &w in &self.order[..live] {
                    self.mask[w as usize] |= set[w as usize];
                }
            }
            store.set_own_word(column.seen, w, now);
        }
        self.intersect_mask(by_gone, store);
        Ok(())
    }

    /// Keeps the tuples in the mask, or those outside it.
    fn intersect_mask(&mut self, outside: bool, store: &mut DomainStore) {
        let mut live = store.get(self.live) as usize;
        // Backwards: the word that is swapped in from the end has been processed already.
        for i in (0..live).rev() {
            let w = self.order[i] as usize;
            let mask = if outside { !self.mask[w] } else { self.mask[w] };
            let word = store.own_word(self.valid, w) & mask;
            store.set_own_word(self.valid, w, word);
            if word == 0 {
                live -= 1;
                self.order.swap(i, live);
            }
        }
        store.set_cell(self.live, live as u32);
    }

    /// Stores the current domain for the next call, after values without a tuple have been removed.
    pub(super) fn store_domain(&self, column: usize, store: &mut DomainStore) {
        let column = &self.columns[column];
        for w in 0..column.seen.len() {
            store.set_own_word(column.seen, w, store.domain_words(column.variable)[w]);
        }
    }
}

impl TupleColumn {
    fn new(
        v: VarId,
        place: usize,
        tuples: &[&Vec<Value>],
        len: usize,
        store: &mut DomainStore,
    ) -> Self {
        // Immutable after this, so clones of the search share the sets.
        let mut sets = vec![0; store.domain_words(v).len() * 64 * len];
        for (number, tuple) in tuples.iter().enumerate() {
            let bit = store.bit_index(v, tuple[place]).expect("a value of the domain");
            sets[bit * len + number / 64] |= 1 << (number % 64);
        }
        let words = store.domain_words(v).to_vec();
        TupleColumn { variable: v, sets: sets.into(), seen: store.new_words(&words) }
    }

    #[inline]
    fn value_tuples(&self, place: usize, len: usize) -> &[u64] {
        &self.sets[place * len..][..len]
    }

    fn has_changed(&self, store: &DomainStore) -> bool {
        let words = store.domain_words(self.variable);
        (0..self.seen.len()).any(|w| store.own_word(self.seen, w) != words[w])
    }

    /// Returns the number of values removed since the last call, and the number that remain.
    fn value_balance(&self, store: &DomainStore) -> (u32, u32) {
        let words = store.domain_words(self.variable).iter().enumerate();
        let gone = words.map(|(w, &now)| (store.own_word(self.seen, w) & !now).count_ones()).sum();
        (gone, store.domain_size(self.variable))
    }
}
