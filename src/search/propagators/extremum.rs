//! Minimum and maximum by bounds.

use super::{Event, Propagator, Pruned, Store};
use crate::model::{self, VarId};
use crate::search::store::Conflict;

/// No variable passes the result; the result stays within what the variables
/// reach; the last variable that can reach it does. Written for the maximum;
/// the minimum is its mirror.
pub(super) struct Extremum {
    result: VarId,
    scope: Vec<VarId>,
    max: bool,
}

impl Extremum {
    pub(super) fn new(c: &model::Extremum) -> Self {
        Extremum { result: c.result, scope: c.scope.clone(), max: c.max }
    }

    /// The least value of a variable, or of its mirror image.
    fn low(&self, v: VarId, store: &Store) -> i64 {
        if self.max { store.min(v).into() } else { -i64::from(store.max(v)) }
    }

    fn high(&self, v: VarId, store: &Store) -> i64 {
        if self.max { store.max(v).into() } else { -i64::from(store.min(v)) }
    }

    fn raise(&self, v: VarId, bound: i64, store: &mut Store) -> Pruned {
        if self.max { store.remove_below(v, bound) } else { store.remove_above(v, -bound) }
    }

    fn lower(&self, v: VarId, bound: i64, store: &mut Store) -> Pruned {
        if self.max { store.remove_above(v, bound) } else { store.remove_below(v, -bound) }
    }
}

impl Propagator for Extremum {
    fn scope(&self) -> Vec<VarId> {
        let mut scope = self.scope.clone();
        scope.push(self.result);
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    fn watched(&self) -> Vec<(VarId, Event)> {
        self.scope().into_iter().map(|v| (v, Event::Bounds)).collect()
    }

    fn propagate(&mut self, store: &mut Store) -> Pruned {
        let top = self.high(self.result, store);
        for &v in &self.scope {
            self.lower(v, top, store)?;
        }
        let reach = self.scope.iter().map(|&v| self.high(v, store)).max();
        let floor = self.scope.iter().map(|&v| self.low(v, store)).max();
        let (Some(reach), Some(floor)) = (reach, floor) else {
            return Err(Conflict);
        };
        self.lower(self.result, reach, store)?;
        self.raise(self.result, floor, store)?;
        let least = self.low(self.result, store);
        let mut able = self.scope.iter().filter(|&&v| self.high(v, store) >= least);
        match (able.next(), able.next()) {
            (None, _) => Err(Conflict),
            (Some(&only), None) => self.raise(only, least, store),
            _ => Ok(()),
        }
    }
}
