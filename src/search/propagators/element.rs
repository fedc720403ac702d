//! An array of variables indexed by a variable, domain consistent.

use super::{Cost, Propagator, Pruned, Store};
use crate::model::{self, Value, VarId};

/// An index stays while its place and the result share a value; a value of
/// the result stays while a place that may be indexed has it; the indexed
/// place, once known, equals the result.
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

    /// The places that the index may still name.
    fn places(&self, store: &Store) -> Vec<usize> {
        let first = i64::from(self.first);
        store.values(self.index).map(|i| (i64::from(i) - first) as usize).collect()
    }
}

/// Whether two domains share a value.
fn intersect(a: VarId, b: VarId, store: &Store) -> bool {
    let words = store.words(a).iter().zip((store.base(a)..).step_by(64));
    words.into_iter().any(|(&word, from)| word & store.word_at(b, from) != 0)
}

/// Keeps in `v` the values that some of `others` has.
fn keep_union(v: VarId, others: &[VarId], store: &mut Store) -> Pruned {
    for w in 0..store.words(v).len() {
        let from = store.base(v) + (w as Value) * 64;
        let union = others.iter().fold(0, |union, &o| union | store.word_at(o, from));
        store.keep(v, w, union)?;
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
        for place in self.places(store) {
            if !intersect(self.array[place], self.result, store) {
                store.remove(self.index, (first + place as i64) as Value)?;
            }
        }
        let named: Vec<VarId> = self.places(store).into_iter().map(|i| self.array[i]).collect();
        keep_union(self.result, &named, store)?;
        match named.as_slice() {
            [only] => keep_union(*only, &[self.result], store),
            _ => Ok(()),
        }
    }
}
