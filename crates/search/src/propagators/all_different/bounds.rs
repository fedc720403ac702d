//! All-different on bounds.

use parallax_model::{self as model, Domain, Value, VarId};

use super::hall::Sweep;
use crate::propagators::{Cost, Event, Past, Propagator, Pruned, Removal, Store};

/// Bounds(Z) consistency by Hall intervals (López-Ortiz, Quimper, Tromp and van Beek 2003): if an
/// interval has as many values as variables with domains inside it, no bound of another variable
/// lies in it.
#[derive(Clone)]
pub(super) struct Bounds {
    scope: Vec<VarId>,
    upwards: Sweep,
    downwards: Sweep,
}

impl Bounds {
    /// Builds the propagator of a scope without repetitions.
    pub(super) fn new(c: &model::AllDifferent) -> Self {
        let sweep = || Sweep::new(c.scope.len());
        Bounds { scope: c.scope.clone(), upwards: sweep(), downwards: sweep() }
    }

    /// Returns the variables other than `v` whose domains lie in a Hall interval that contains
    /// `value`: the interval with the least start, and the shortest one with that start.
    fn hall_set(&self, v: VarId, value: Value, past: &Past<'_>) -> Option<Vec<VarId>> {
        let others = self.scope.iter().filter(|&&other| other != v);
        let bounds = others.filter_map(|&other| Some((past.bounds(other)?, other)));
        // Sorted by greatest value.
        let mut ranges: Vec<((Value, Value), VarId)> = bounds.collect();
        ranges.sort_unstable_by_key(|entry| entry.0.1);
        let mut starts: Vec<Value> = ranges.iter().map(|entry| entry.0.0).collect();
        starts.retain(|&start| start <= value);
        starts.sort_unstable();
        starts.dedup();
        starts.into_iter().find_map(|start| {
            let mut inside = Vec::new();
            for &((min, max), other) in ranges.iter().filter(|entry| entry.0.0 >= start) {
                debug_assert!(min <= max, "bounds of a domain");
                inside.push(other);
                let length = i64::from(max) - i64::from(start) + 1;
                if max >= value && inside.len() as i64 >= length {
                    return Some(inside);
                }
            }
            None
        })
    }
}

impl Propagator for Bounds {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn watched(&self) -> Vec<(VarId, Event)> {
        self.scope.iter().map(|&v| (v, Event::Bounds)).collect()
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn propagate(&mut self, store: &mut Store) -> Pruned {
        let Bounds { scope, upwards, downwards } = self;
        store.spend(scope.len() * 16)?;
        upwards.read(scope.iter().map(|&v| (store.min(v).into(), store.max(v).into())));
        upwards.run(|place, bound| store.remove_below(scope[place], bound))?;
        // The mirror image: every value is negated.
        downwards.read(scope.iter().map(|&v| (-i64::from(store.max(v)), -i64::from(store.min(v)))));
        downwards.run(|place, bound| store.remove_above(scope[place], -bound))
    }

    fn explain(&self, removal: Removal, past: &Past<'_>) -> Vec<(VarId, Domain)> {
        let hall_set = self.hall_set(removal.variable, removal.value, past);
        let because = hall_set.unwrap_or_else(|| self.scope.clone());
        because.into_iter().map(|v| (v, past.domain(v))).collect()
    }
}
