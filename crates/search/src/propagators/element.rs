//! Element constraints: an array of variables indexed by a variable.

use parallax_model::{self as model, Value, VarId};

use super::{Cost, Event, Propagator, Pruned, Store};
use crate::store::bits;

/// Domain consistency. An index stays while its entry and the result share a value; a value of the
/// result stays while some entry with a possible index has it; the indexed entry, once known,
/// equals the result. While index and result are unchanged, only changed entries are checked. For
/// each value of the result, the entry that had it last is checked first (a residue). One
/// constraint check is one entry read.
#[derive(Clone)]
pub(super) struct Element {
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

impl Element {
    pub(super) fn new(c: &model::Element, store: &Store) -> Self {
        Element {
            index: c.index,
            array: c.array.clone(),
            result: c.result,
            first: c.first,
            residues: vec![0; store.description(c.result).len() * 64],
            changed: Vec::new(),
        }
    }

    /// Returns the place that a value of the index refers to.
    #[inline]
    fn place(&self, index: Value) -> usize {
        (i64::from(index) - i64::from(self.first)) as usize
    }

    /// Returns the value of the index that refers to a place, if it remains.
    #[inline]
    fn naming(&self, place: usize, store: &Store) -> Option<Value> {
        let index = Value::try_from(i64::from(self.first) + place as i64).ok()?;
        store.contains(self.index, index).then_some(index)
    }

    /// Keeps the values of the index whose entry can equal the result.
    fn filter_index(&self, store: &mut Store) -> Pruned {
        for w in 0..store.description(self.index).len() {
            let from = store.start(self.index, w);
            let word = store.description(self.index)[w];
            let mut kept = 0;
            for bit in bits(word) {
                store.count_checks(1);
                let named = self.array[self.place(from + bit as Value)];
                store.spend(store.description(named).len())?;
                kept |= u64::from(intersect(named, self.result, store)) << bit;
            }
            if kept != word {
                store.keep(self.index, w, kept)?;
            }
        }
        Ok(())
    }

    /// Removes the indices of changed entries that no longer share a value with the result.
    fn filter_changed(&self, store: &mut Store) -> Pruned {
        for &watched in &self.changed {
            let place = (watched - BEFORE_ARRAY) as usize;
            if let Some(index) = self.naming(place, store) {
                store.count_checks(1);
                if !intersect(self.array[place], self.result, store) {
                    store.remove(self.index, index)?;
                }
            }
        }
        Ok(())
    }

    /// Keeps the values of the result that some entry with a possible index has.
    fn filter_result(&mut self, store: &mut Store) -> Pruned {
        for w in 0..store.description(self.result).len() {
            let word = store.description(self.result)[w];
            let from = store.start(self.result, w);
            let mut missing = 0;
            for bit in bits(word) {
                let place = self.residues[w * 64 + bit as usize] as usize;
                let named = self.array.get(place).filter(|_| self.naming(place, store).is_some());
                let has = named.is_some_and(|&v| store.contains(v, from + bit as Value));
                missing |= u64::from(!has) << bit;
            }
            if missing != 0 {
                store.spend(store.size(self.index) as usize)?;
                let found = self.look_for(w, missing, from, store);
                store.keep(self.result, w, word & !missing | found)?;
            }
        }
        Ok(())
    }

    /// Returns the values among `missing`, in a word of the result, that some entry has.
    fn look_for(&mut self, w: usize, missing: u64, from: Value, store: &Store) -> u64 {
        let mut found = 0;
        for index in store.values(self.index) {
            let place = self.place(index);
            let here = store.word_at(self.array[place], from) & missing & !found;
            for bit in bits(here) {
                self.residues[w * 64 + bit as usize] = place as u32;
            }
            found |= here;
            if found == missing {
                break;
            }
        }
        found
    }
}

/// Whether two domains share a value.
fn intersect(a: VarId, b: VarId, store: &Store) -> bool {
    let mut words = store.description(a).iter().enumerate();
    words.any(|(w, &word)| word != 0 && word & store.word_at(b, store.start(a, w)) != 0)
}

/// Keeps in `v` the values that `other` has.
fn keep_common(v: VarId, other: VarId, store: &mut Store) -> Pruned {
    for w in 0..store.description(v).len() {
        let from = store.start(v, w);
        store.keep(v, w, store.word_at(other, from))?;
    }
    Ok(())
}

impl Propagator for Element {
    fn scope(&self) -> Vec<VarId> {
        let mut scope = vec![self.index, self.result];
        scope.extend(&self.array);
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    fn watched(&self) -> Vec<(VarId, Event)> {
        let all = [self.index, self.result].into_iter().chain(self.array.iter().copied());
        all.map(|v| (v, Event::Domain)).collect()
    }

    fn wants_changes(&self) -> bool {
        true
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn propagate(&mut self, store: &mut Store) -> Pruned {
        let known = store.take_changes(&mut self.changed);
        if known && self.changed.iter().all(|&watched| watched >= BEFORE_ARRAY) {
            self.filter_changed(store)?;
        } else {
            let first = i64::from(self.first);
            store.remove_below(self.index, first)?;
            store.remove_above(self.index, first + self.array.len() as i64 - 1)?;
            self.filter_index(store)?;
        }
        self.filter_result(store)?;
        match store.fixed(self.index) {
            Some(only) => keep_common(self.array[self.place(only)], self.result, store),
            None => Ok(()),
        }
    }
}
