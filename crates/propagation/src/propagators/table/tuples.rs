//! The valid tuples of a table as a sparse bit set, restored by the trail.

use std::sync::Arc;

use parallax_model::{self as model, Value, VarId};

use crate::propagators::Past;
use crate::store::{Cell, Conflict, Store, Words, bits};

/// A reversible sparse bit set of tuples (Demeulenaere, Hartert, Lecoutre, Perez, Perron, Régin
/// and Schaus 2016, section 3): a tuple is valid while each of its values remains. Each
/// variable and value has the set of its tuples.
#[derive(Clone)]
pub(super) struct Tuples {
    columns: Vec<Column>,
    /// The number of words in a set of tuples.
    len: usize,
    valid: Words,
    /// Places of words of `valid`; the nonzero ones come first.
    order: Vec<u32>,
    /// The number of nonzero words.
    live: Cell,
    mask: Vec<u64>,
}

/// One variable of the scope.
#[derive(Clone)]
pub(super) struct Column {
    pub(super) variable: VarId,
    /// The set of tuples for each bit of the domain, `len` words each.
    sets: Arc<[u64]>,
    /// The words of the domain at the last call.
    seen: Words,
}

impl Tuples {
    /// Collects the tuples of a table over different variables that lie within the domains, each
    /// once.
    pub(super) fn new(c: &model::Table, store: &mut Store) -> Self {
        let within = |tuple: &&Vec<Value>| {
            tuple.iter().zip(&c.scope).all(|(&value, &v)| store.contains(v, value))
        };
        let mut tuples: Vec<&Vec<Value>> = c.tuples.iter().filter(within).collect();
        tuples.sort_unstable();
        tuples.dedup();
        let len = tuples.len().div_ceil(64);
        let mut valid = vec![u64::MAX; len];
        if let Some(last) = valid.last_mut().filter(|_| !tuples.len().is_multiple_of(64)) {
            *last = (1 << (tuples.len() % 64)) - 1;
        }
        let columns = c.scope.iter().enumerate();
        Tuples {
            columns: columns.map(|(i, &v)| Column::new(v, i, &tuples, len, store)).collect(),
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

    pub(super) fn variable(&self, column: usize) -> VarId {
        self.columns[column].variable
    }

    /// Whether no tuple is valid.
    pub(super) fn is_empty(&self, store: &Store) -> bool {
        store.get(self.live) == 0
    }

    /// Returns the number of valid tuples.
    pub(super) fn count(&self, store: &Store) -> u64 {
        self.live_words(store).map(|(_, word)| u64::from(word.count_ones())).sum()
    }

    fn live_words<'a>(&'a self, store: &'a Store) -> impl Iterator<Item = (usize, u64)> + 'a {
        let live = &self.order[..store.get(self.live) as usize];
        live.iter().map(|&w| (w as usize, store.own_word(self.valid, w as usize)))
    }

    /// Returns the valid tuples of the value at a place of the domain's bits, word by word, each
    /// with the word's place.
    pub(super) fn of<'a>(
        &'a self,
        column: usize,
        place: usize,
        store: &'a Store,
    ) -> impl Iterator<Item = (usize, u64)> + 'a {
        let set = self.columns[column].set(place, self.len);
        self.live_words(store).map(move |(w, word)| (w, word & set[w]))
    }

    /// Returns the set of all tuples.
    pub(super) fn all(&self) -> Vec<u64> {
        let mut all = vec![0; self.len];
        if let Some(column) = self.columns.first() {
            for set in column.sets.chunks_exact(self.len.max(1)) {
                all.iter_mut().zip(set).for_each(|(all, own)| *all |= own);
            }
        }
        all
    }

    /// Returns the tuples of a value, if the variable may have had it.
    pub(super) fn set_at(&self, column: usize, value: Value, past: &Past<'_>) -> Option<&[u64]> {
        let column = &self.columns[column];
        let place = past.place(column.variable, value)?;
        Some(column.set(place, self.len))
    }

    /// Returns the tuples of a value.
    pub(super) fn set_of(&self, column: usize, value: Value, past: &Past<'_>) -> Vec<u64> {
        let set = self.set_at(column, value, past);
        set.map_or_else(|| vec![0; self.len], <[u64]>::to_vec)
    }

    /// Whether the value at a place of the domain's bits has a valid tuple in one word of
    /// tuples.
    #[inline]
    pub(super) fn has(&self, column: usize, place: usize, word: usize, store: &Store) -> bool {
        let set = self.columns[column].set(place, self.len);
        word < self.len && store.own_word(self.valid, word) & set[word] != 0
    }

    /// Drops the tuples with values removed since the last call; returns whether any domain
    /// changed.
    ///
    /// # Errors
    /// Returns a conflict if a limit is reached.
    pub(super) fn update(&mut self, store: &mut Store) -> Result<bool, Conflict> {
        let mut any = false;
        for column in 0..self.columns.len() {
            if self.columns[column].changed(store) {
                self.update_column(column, store)?;
                any = true;
            }
        }
        Ok(any)
    }

    /// Keeps the tuples whose value the variable still has: computed from the removed values, or
    /// from the remaining ones if these are fewer.
    fn update_column(&mut self, column: usize, store: &mut Store) -> Result<(), Conflict> {
        let live = store.get(self.live) as usize;
        let column = &self.columns[column];
        let (gone, left) = column.balance(store);
        store.spend(live * gone.min(left) as usize)?;
        store.count_checks(live * gone.min(left) as usize);
        for &w in &self.order[..live] {
            self.mask[w as usize] = 0;
        }
        let by_gone = gone < left;
        for w in 0..column.seen.len() {
            let now = store.description(column.variable)[w];
            let chosen = if by_gone { store.own_word(column.seen, w) & !now } else { now };
            for bit in bits(chosen) {
                let set = column.set(w * 64 + bit as usize, self.len);
                for &w in &self.order[..live] {
                    self.mask[w as usize] |= set[w as usize];
                }
            }
            store.set_own_word(column.seen, w, now);
        }
        self.intersect(by_gone, store);
        Ok(())
    }

    /// Keeps the tuples in the mask, or those outside it.
    fn intersect(&mut self, outside: bool, store: &mut Store) {
        let mut live = store.get(self.live) as usize;
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
        store.set(self.live, live as u32);
    }

    /// Stores the current domain for the next call, after values without a tuple have been removed.
    pub(super) fn seen(&self, column: usize, store: &mut Store) {
        let column = &self.columns[column];
        for w in 0..column.seen.len() {
            store.set_own_word(column.seen, w, store.description(column.variable)[w]);
        }
    }
}

impl Column {
    fn new(v: VarId, place: usize, tuples: &[&Vec<Value>], len: usize, store: &mut Store) -> Self {
        let mut sets = vec![0; store.description(v).len() * 64 * len];
        for (number, tuple) in tuples.iter().enumerate() {
            let bit = store.place(v, tuple[place]).expect("a value of the domain");
            sets[bit * len + number / 64] |= 1 << (number % 64);
        }
        let words = store.description(v).to_vec();
        Column { variable: v, sets: sets.into(), seen: store.new_words(&words) }
    }

    #[inline]
    fn set(&self, place: usize, len: usize) -> &[u64] {
        &self.sets[place * len..][..len]
    }

    fn changed(&self, store: &Store) -> bool {
        let words = store.description(self.variable);
        (0..self.seen.len()).any(|w| store.own_word(self.seen, w) != words[w])
    }

    /// Returns the number of values removed since the last call, and the number that remain.
    fn balance(&self, store: &Store) -> (u32, u32) {
        let words = store.description(self.variable).iter().enumerate();
        let gone = words.map(|(w, &now)| (store.own_word(self.seen, w) & !now).count_ones()).sum();
        (gone, store.size(self.variable))
    }
}
