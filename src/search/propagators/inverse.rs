//! Two arrays that are inverse to each other, domain consistent on each pair.

use super::{Cost, Propagator, Pruned, Store};
use crate::model::{self, Value, VarId};
use crate::search::store::bits;

/// `left[i]` keeps `j` exactly while `right[j]` keeps `i`.
pub(super) struct Inverse {
    left: Vec<VarId>,
    right: Vec<VarId>,
    first_left: Value,
    first_right: Value,
}

impl Inverse {
    pub(super) fn new(c: &model::Inverse) -> Self {
        Inverse {
            left: c.left.clone(),
            right: c.right.clone(),
            first_left: c.first_left,
            first_right: c.first_right,
        }
    }
}

/// Keeps in each `from[i]` the places `j` of `to` whose variable can name `i`.
fn keep_answered(
    from: &[VarId],
    first_from: Value,
    to: &[VarId],
    first_to: Value,
    store: &mut Store,
) -> Pruned {
    for (i, &v) in from.iter().enumerate() {
        store.remove_below(v, first_to.into())?;
        store.remove_above(v, i64::from(first_to) + to.len() as i64 - 1)?;
        let name = first_from + i as Value;
        for w in 0..store.words(v).len() {
            let start = store.base(v) + (w as Value) * 64;
            let mut kept = 0;
            for bit in bits(store.words(v)[w]) {
                let place = (start + bit as Value - first_to) as usize;
                if store.contains(to[place], name) {
                    kept |= 1 << bit;
                }
            }
            store.keep(v, w, kept)?;
        }
    }
    Ok(())
}

impl Propagator for Inverse {
    fn scope(&self) -> Vec<VarId> {
        let mut scope = [self.left.as_slice(), &self.right].concat();
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn propagate(&mut self, store: &mut Store) -> Pruned {
        keep_answered(&self.left, self.first_left, &self.right, self.first_right, store)?;
        keep_answered(&self.right, self.first_right, &self.left, self.first_left, store)
    }
}
