//! One step of a plan: its unfixed variables, and the choice among them.

use std::sync::Arc;

use parallax_model::{VarId, VariableChoice};
use parallax_propagation::store::{DomainStore, TrailCell};

use crate::heuristics::ValueHeuristic;
use crate::heuristics::activity::VariableActivity;
use crate::heuristics::variable::{VariableChooser, value_regret};

/// The data of choices besides the domains.
pub(super) struct VariableScores<'a> {
    /// The weights of failed constraints.
    pub(super) chooser: &'a VariableChooser,
    /// The number of constraints on each variable.
    pub(super) degrees: &'a [u32],
    pub(super) activity: Option<&'a VariableActivity>,
}

/// A step with its unfixed variables in front. The trail restores their number.
#[derive(Clone)]
pub(super) struct OpenStep {
    /// The variables in the order of the list, each once.
    variables: Arc<[VarId]>,
    choice: VariableChoice,
    pub(super) value: ValueHeuristic,
    /// The indices of the variables in the list, unfixed ones first. Not for
    /// [`VariableChoice::InputOrder`].
    places: Vec<u32>,
    /// The number of unfixed variables; for [`VariableChoice::InputOrder`] the place before which
    /// all are fixed.
    mark: TrailCell,
}

impl OpenStep {
    pub(super) fn new(
        variables: Vec<VarId>,
        choice: VariableChoice,
        value: ValueHeuristic,
        store: &mut DomainStore,
    ) -> Self {
        let (count, mark) = match choice {
            VariableChoice::InputOrder => (0, 0),
            _ => (variables.len() as u32, variables.len() as u32),
        };
        let mark = store.new_cell(mark);
        let places = (0..count).collect();
        OpenStep { variables: variables.into(), choice, value, places, mark }
    }

    /// Whether it has no variables, fixed or not.
    pub(super) fn is_empty(&self) -> bool {
        self.variables.is_empty()
    }

    /// Restores the original order of the places. Only valid while no variable fixed by a search is
    /// open.
    pub(super) fn reset(&mut self) {
        for (own, place) in self.places.iter_mut().zip(0..) {
            *own = place;
        }
    }

    /// Returns the number of variables that a choice compares.
    pub(super) fn compared_variables(&self, store: &DomainStore) -> usize {
        match self.choice {
            VariableChoice::InputOrder => 0,
            _ => store.get(self.mark) as usize,
        }
    }

    /// Returns the next variable, or `None` when all are fixed. An unfixed variable that has
    /// `failed` comes first.
    pub(super) fn choose_variable(
        &mut self,
        scores: &VariableScores<'_>,
        failed: Option<VarId>,
        store: &mut DomainStore,
    ) -> Option<VarId> {
        if self.choice == VariableChoice::InputOrder {
            let first = self.first_open(store)?;
            // The variable of the last conflict comes first even here, as it does within every
            // step.
            let is_left = |v: &VarId| !store.is_fixed(*v) && self.variables.contains(v);
            return Some(failed.filter(is_left).unwrap_or(first));
        }
        self.drop_fixed(store);
        let store = &*store;
        let failed = failed.filter(|&v| !store.is_fixed(v) && self.variables.contains(&v));
        if failed.is_some() {
            return failed;
        }
        let size = |v| i64::from(store.domain_size(v));
        match self.choice {
            VariableChoice::InputOrder => None,
            VariableChoice::FirstFail => self.best_open(store, |v| -size(v)),
            VariableChoice::AntiFirstFail => self.best_open(store, size),
            VariableChoice::MostConstrained => {
                self.best_open(store, |v| (-size(v), scores.degrees[v.index()]))
            }
            VariableChoice::Occurrence => self.best_open(store, |v| scores.degrees[v.index()]),
            VariableChoice::MaxRegret => self.best_open(store, |v| value_regret(v, store)),
            VariableChoice::Smallest => self.best_open(store, |v| -i64::from(store.min(v))),
            VariableChoice::Largest => self.best_open(store, |v| store.max(v)),
            VariableChoice::DomWDeg => {
                self.best_open(store, |v| scores.chooser.variable_score(v, store).unwrap_or(0.0))
            }
            VariableChoice::Impact => {
                let activity =
                    |v| scores.activity.map_or(0.0, |activity| activity.variable_activity(v));
                self.best_open(store, |v| activity(v) / f64::from(store.domain_size(v)))
            }
        }
    }

    /// Returns the first unfixed variable of the list.
    fn first_open(&self, store: &mut DomainStore) -> Option<VarId> {
        // The list before the mark is fixed on the whole branch, so each branch walks through it
        // once.
        let mut place = store.get(self.mark) as usize;
        while self.variables.get(place).is_some_and(|&v| store.is_fixed(v)) {
            place += 1;
        }
        store.set_cell(self.mark, place as u32);
        self.variables.get(place).copied()
    }

    /// Moves variables that have become fixed after the unfixed ones.
    fn drop_fixed(&mut self, store: &mut DomainStore) {
        let mut open = store.get(self.mark) as usize;
        let mut i = 0;
        while i < open {
            if store.is_fixed(self.variables[self.places[i] as usize]) {
                open -= 1;
                self.places.swap(i, open);
            } else {
                i += 1;
            }
        }
        store.set_cell(self.mark, open as u32);
    }

    /// Returns the unfixed variable with the largest key, the first one of the list on a tie.
    fn best_open<K: PartialOrd>(
        &self,
        store: &DomainStore,
        key: impl Fn(VarId) -> K,
    ) -> Option<VarId> {
        let open = self.places.get(..store.get(self.mark) as usize).unwrap_or_default();
        let mut best: Option<(K, u32)> = None;
        for &place in open {
            let own = key(self.variables[place as usize]);
            // The index breaks ties: `drop_fixed` has shuffled the open part, and the choice must
            // not depend on that.
            let wins = best
                .as_ref()
                .is_none_or(|(key, first)| own > *key || own == *key && place < *first);
            if wins {
                best = Some((own, place));
            }
        }
        best.map(|(_, place)| self.variables[place as usize])
    }
}
