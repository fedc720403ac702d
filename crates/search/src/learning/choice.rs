//! Choices of a learning search: activity of variables divided by domain size, saved values.

use parallax_model::{Value, VarId};
use parallax_propagation::SearchDecision;
use parallax_propagation::store::DomainStore;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// Growth of the weight of a conflict: the inverse of a decay of 0.99.
const CONFLICT_WEIGHT_GROWTH: f64 = 1.0 / 0.99;

/// Activities are scaled down above this.
const MAX_ACTIVITY: f64 = 1e100;

/// Activities of variables, and the value each had last.
#[derive(Clone, Debug)]
pub(super) struct ActivityHeuristic {
    /// The variables to decide, group by group.
    groups: Vec<Vec<VarId>>,
    activity: Vec<f64>,
    weight: f64,
    saved: Vec<Option<Value>>,
    /// For each variable, whether its greatest value comes first.
    greatest: Vec<bool>,
}

impl ActivityHeuristic {
    /// Decides the variables of each group before the next group. Variables in `greatest`
    /// take their greatest value first. A seed other than 0 changes the order of variables that are
    /// equally good.
    pub(super) fn new(
        mut groups: Vec<Vec<VarId>>,
        greatest: &[VarId],
        variables: usize,
        seed: u64,
    ) -> Self {
        if seed > 0 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            groups.iter_mut().for_each(|group| group.shuffle(&mut rng));
        }
        let mut is_greatest = vec![false; variables];
        for &v in greatest {
            is_greatest[v.index()] = true;
        }
        ActivityHeuristic {
            groups,
            activity: vec![0.0; variables],
            weight: 1.0,
            saved: vec![None; variables],
            greatest: is_greatest,
        }
    }

    /// Notes that a variable took part in a conflict.
    #[inline]
    pub(super) fn bump_activity(&mut self, v: VarId) {
        let activity = &mut self.activity[v.index()];
        *activity += self.weight;
        if *activity > MAX_ACTIVITY {
            // All activities and the weight shrink by one factor, which keeps their order and the
            // size of the next bump relative to them.
            self.activity.iter_mut().for_each(|activity| *activity /= MAX_ACTIVITY);
            self.weight /= MAX_ACTIVITY;
        }
    }

    /// Makes later conflicts weigh more.
    pub(super) fn decay_activities(&mut self) {
        self.weight *= CONFLICT_WEIGHT_GROWTH;
    }

    /// Saves the values of the variables that changed since a length of the trail.
    pub(super) fn save_values(&mut self, store: &DomainStore, from: usize) {
        for entry in store.trail().get(from..).unwrap_or_default() {
            let v = entry.variable();
            if let Some(value) = store.fixed_value(v) {
                self.saved[v.index()] = Some(value);
            }
        }
    }

    /// Returns the next decision; `None` if all variables are fixed.
    pub(super) fn next(&self, store: &DomainStore) -> Option<SearchDecision> {
        let v = self.groups.iter().find_map(|group| self.best_variable(group, store))?;
        // A saved value keeps the search near the assignment that it left, so a jump or a restart
        // loses little of what was solved.
        let saved = self.saved[v.index()].filter(|&value| store.contains(v, value));
        let first = if self.greatest[v.index()] { store.max(v) } else { store.min(v) };
        Some(SearchDecision::for_value(v, saved.unwrap_or(first)))
    }

    /// Returns the open variable with the largest quotient of activity and domain size; ties go to
    /// the smaller domain, then to the first.
    fn best_variable(&self, group: &[VarId], store: &DomainStore) -> Option<VarId> {
        let mut best: Option<(f64, u32, VarId)> = None;
        for &v in group {
            // A linear scan instead of a heap: domain sizes, and so the scores, change with every
            // propagation.
            let size = store.domain_size(v);
            if size == 1 {
                continue;
            }
            let score = self.activity[v.index()] / f64::from(size);
            let better =
                best.is_none_or(|(most, least, _)| score > most || (score == most && size < least));
            if better {
                best = Some((score, size, v));
            }
        }
        best.map(|(_, _, v)| v)
    }

    /// Returns the number of variables that a choice compares.
    pub(super) fn compared_variables(&self) -> usize {
        self.groups.iter().map(Vec::len).sum()
    }
}
