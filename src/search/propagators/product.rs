//! Products by bounds.

use super::{Event, Propagator, Pruned, Store};
use crate::model::{self, Value, VarId};
use crate::search::store::Conflict;

/// `left * right = result` by intervals: the result lies within the products
/// of the factors' bounds, and a factor's bound moves while no value within
/// the other factor's bounds reaches the result's.
pub(super) struct Product {
    left: VarId,
    right: VarId,
    result: VarId,
}

impl Product {
    pub(super) fn new(c: &model::Product) -> Self {
        Product { left: c.left, right: c.right, result: c.result }
    }

    /// Whether `factor * y` can meet the result's bounds for some `y` within
    /// `other`'s.
    fn meets(&self, factor: i64, other: VarId, store: &Store) -> bool {
        let ends = [factor * i64::from(store.min(other)), factor * i64::from(store.max(other))];
        let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        low <= store.max(self.result).into() && high >= store.min(self.result).into()
    }

    fn shave(&self, v: VarId, other: VarId, store: &mut Store) -> Pruned {
        let meets = |value: &Value| self.meets(i64::from(*value), other, store);
        let Some(least) = store.values(v).find(meets) else {
            return Err(Conflict);
        };
        let greatest = store.values(v).filter(meets).last().unwrap_or(least);
        store.remove_below(v, least.into())?;
        store.remove_above(v, greatest.into())
    }
}

impl Propagator for Product {
    fn scope(&self) -> Vec<VarId> {
        let mut scope = vec![self.left, self.right, self.result];
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    fn watched(&self) -> Vec<(VarId, Event)> {
        self.scope().into_iter().map(|v| (v, Event::Bounds)).collect()
    }

    fn propagate(&mut self, store: &mut Store) -> Pruned {
        let ends = |v: VarId| [i64::from(store.min(v)), i64::from(store.max(v))];
        let ([a, b], [c, d]) = (ends(self.left), ends(self.right));
        let products = [a * c, a * d, b * c, b * d];
        let (low, high) =
            products.iter().fold((i64::MAX, i64::MIN), |(a, b), &p| (a.min(p), b.max(p)));
        store.remove_below(self.result, low)?;
        store.remove_above(self.result, high)?;
        self.shave(self.left, self.right, store)?;
        self.shave(self.right, self.left, store)
    }
}
