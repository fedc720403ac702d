//! An array of variables indexed by a variable, domain consistent.

use super::{Cost, Propagator, Pruned, Store};
use crate::model::{self, Value, VarId};
use crate::search::store::bits;

/// An index stays while its place and the result share a value; a value of
/// the result stays while a place that may be indexed has it; the indexed
/// place, once known, equals the result. A check is one place looked at.
pub(super) struct Element {
    index: VarId,
    array: Vec<VarId>,
    result: VarId,
    first: Value,
}

impl Element {
    pub(super) fn new(c: &model::Element) -> Self {
        Element { index: c.index, array: c.array.clone(), result: c.result, first: c.first }
    }

    /// The variable that a value of the index names.
    #[inline]
    fn named(&self, index: Value) -> VarId {
        self.array[(i64::from(index) - i64::from(self.first)) as usize]
    }

    /// Keeps the values of the index whose variable can equal the result.
    fn filter_index(&self, store: &mut Store) -> Pruned {
        for w in 0..store.words(self.index).len() {
            let from = store.base(self.index) + (w as Value) * 64;
            let word = store.words(self.index)[w];
            let mut kept = 0;
            for bit in bits(word) {
                store.count_checks(1);
                let named = self.named(from + bit as Value);
                kept |= u64::from(intersect(named, self.result, store)) << bit;
            }
            if kept != word {
                store.keep(self.index, w, kept)?;
            }
        }
        Ok(())
    }

    /// Keeps the values of the result that some variable named has.
    fn filter_result(&self, store: &mut Store) -> Pruned {
        for w in 0..store.words(self.result).len() {
            let from = store.base(self.result) + (w as Value) * 64;
            let named = store.values(self.index).map(|i| self.named(i));
            let union = named.fold(0, |union, v| union | store.word_at(v, from));
            store.keep(self.result, w, union)?;
        }
        Ok(())
    }
}

/// Whether two domains share a value.
fn intersect(a: VarId, b: VarId, store: &Store) -> bool {
    let words = store.words(a).iter().zip((store.base(a)..).step_by(64));
    words.into_iter().any(|(&word, from)| word & store.word_at(b, from) != 0)
}

/// Keeps in `v` the values that `other` has.
fn keep_common(v: VarId, other: VarId, store: &mut Store) -> Pruned {
    for w in 0..store.words(v).len() {
        let from = store.base(v) + (w as Value) * 64;
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

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn propagate(&mut self, store: &mut Store) -> Pruned {
        let first = i64::from(self.first);
        store.remove_below(self.index, first)?;
        store.remove_above(self.index, first + self.array.len() as i64 - 1)?;
        self.filter_index(store)?;
        self.filter_result(store)?;
        match store.fixed(self.index) {
            Some(only) => keep_common(self.named(only), self.result, store),
            None => Ok(()),
        }
    }
}
