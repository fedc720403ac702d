//! Decides whether keys by shape save more than they cost.

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashSet};

use super::ComponentKeyKind;

/// Compares, over the first components, the cost of keys by shape with the savings from components
/// that only a shape finds in the cache. Both are counted in steps, so that the decision is the
/// same on every machine.
#[derive(Debug)]
pub(super) struct ShapeKeyTrial {
    asks: bool,
    is_running: bool,
    /// The number of components so far.
    tried: u64,
    /// The number of keys by shape.
    pub(super) shapes: u64,
    /// Their cost, in steps.
    pub(super) cost: u64,
    saved: u64,
    next_cost_check: u64,
    /// Hashes of the keys by name. A collision only makes the decision less precise.
    seen: FxHashSet<u64>,
    /// Whether the last component was new by its names.
    is_new: bool,
}

/// The number of components after which costs are first compared; they are compared again whenever
/// it has doubled, up to `LAST_COMPARISON`.
const FIRST_COMPARISON: u64 = 1024;
const LAST_COMPARISON: u64 = 1 << 14;

/// The cost that triggers a comparison before that, and again whenever it has doubled: about 100
/// ms.
const EXPENSIVE_COST: u64 = 1 << 24;

impl ShapeKeyTrial {
    pub(super) fn new(keys: ComponentKeyKind) -> Self {
        ShapeKeyTrial {
            asks: keys != ComponentKeyKind::Names,
            is_running: keys == ComponentKeyKind::Auto,
            tried: 0,
            shapes: 0,
            cost: 0,
            saved: 0,
            next_cost_check: EXPENSIVE_COST,
            seen: FxHashSet::default(),
            is_new: false,
        }
    }

    pub(super) fn asks_for_shapes(&self) -> bool {
        self.asks
    }

    /// Adds a component: whether it has a key by shape, the cost of that key, and the hash of its
    /// key by names. Returns whether to continue with shapes.
    pub(super) fn record_key(
        &mut self,
        written: bool,
        steps: usize,
        names: impl FnOnce() -> Option<u64>,
    ) -> bool {
        self.tried += 1;
        self.shapes += u64::from(written);
        self.cost += steps as u64;
        if !self.is_running {
            return true;
        }
        // Only a component that its names would not have found counts as saved by its shape.
        self.is_new = names().is_none_or(|names| self.seen.insert(names));
        // Compared at doubling counts, or earlier if the keys of a few large components are
        // expensive.
        let is_dear = self.cost >= self.next_cost_check;
        if is_dear || self.tried >= FIRST_COMPARISON && self.tried.is_power_of_two() {
            self.next_cost_check =
                if is_dear { self.cost.saturating_mul(2) } else { self.next_cost_check };
            self.asks = self.cost <= self.saved;
            self.is_running = self.asks && self.tried < LAST_COMPARISON;
            if !self.is_running {
                // The decision is final, so the memory of the hashes is freed.
                self.seen = FxHashSet::default();
            }
        }
        self.asks
    }

    /// Adds a cache hit for the last component, whose count took `effort`.
    pub(super) fn add_hit(&mut self, effort: u64) {
        if self.is_running && self.is_new {
            self.saved = self.saved.saturating_add(effort);
        }
    }
}

/// Returns the hash of a key.
pub(super) fn hash_key(key: &[u8]) -> u64 {
    FxBuildHasher.hash_one(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(
        trial: &mut ShapeKeyTrial,
        number: u64,
        name: impl Fn(u64) -> u64,
        effort: u64,
    ) -> bool {
        (0..number).all(|i| {
            let goes_on = trial.record_key(true, 10, || Some(name(i)));
            trial.add_hit(effort);
            goes_on
        })
    }

    #[test]
    fn shapes_that_save_nothing_are_dropped() {
        let mut same = ShapeKeyTrial::new(ComponentKeyKind::Auto);
        assert!(!tried(&mut same, FIRST_COMPARISON, |i| i % 10, 100), "names find them too");
        assert!(!same.asks_for_shapes());
        assert!(
            !tried(&mut ShapeKeyTrial::new(ComponentKeyKind::Auto), FIRST_COMPARISON, |i| i, 1),
            "they cost more"
        );
        assert!(
            tried(&mut ShapeKeyTrial::new(ComponentKeyKind::Shapes), 2 * LAST_COMPARISON, |i| i, 1),
            "they are wanted"
        );
    }

    #[test]
    fn large_components_are_not_tried_long() {
        let mut trial = ShapeKeyTrial::new(ComponentKeyKind::Auto);
        let cost = EXPENSIVE_COST as usize / 3;
        let goes_on =
            (0..FIRST_COMPARISON).take_while(|&i| trial.record_key(true, cost, || Some(i))).count();
        assert_eq!(goes_on, 3);
    }

    #[test]
    fn shapes_that_save_more_than_they_take_stay() {
        let mut trial = ShapeKeyTrial::new(ComponentKeyKind::Auto);
        assert!(tried(&mut trial, LAST_COMPARISON, |i| i, 100));
        assert!(!trial.is_running && trial.seen.is_empty());
        assert!(tried(&mut trial, LAST_COMPARISON, |_| 1, 0));
    }
}
