//! The guide: it keeps the scores by which variables are chosen.

use std::ops::Range;

use parallax_model::engine_api::Task;
use parallax_model::{Constraint, Model, Value, VarId};
use parallax_propagation::SearchDecision;
use parallax_propagation::propagators::ConstraintPropagator;
use parallax_propagation::store::DomainStore;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::candidates::BranchCandidates;
use super::plan::{PlanSegment, PlanState};
use super::times;
use super::tournament::TournamentTree;
use super::value::ValueHeuristic;
use super::variable::VariableChooser;
use crate::restarts::RestartSchedule;
use crate::settings::SearchSettings;

/// Returns the booleans that order or switch others: conditions of constraints on variables with
/// more values, in ascending order. Once they are fixed, bounds propagation does the rest; in the
/// opposite order, the search tries every value of the others before it tries the orders that
/// exclude it.
fn find_switches(model: &Model) -> Vec<VarId> {
    let is_boolean = |v: VarId| model.domain(v).iter().all(|value| (0..=1).contains(&value));
    let mut all: Vec<VarId> = Vec::new();
    for posted in model.constraints() {
        if let Constraint::Implies(c) = &posted.constraint
            && is_boolean(c.condition)
            && c.then.scope().iter().any(|&v| !is_boolean(v))
        {
            all.push(c.condition);
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// The best variable of a group, if it is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BestCandidate {
    /// All variables are fixed.
    None,
    Is(VarId),
    /// Some are open, and all of them must be compared.
    OneOf,
}

/// Chooses variables and values, and learns from the search.
#[derive(Clone)]
pub(crate) struct BranchingGuide {
    /// The switches, which come first if the task ends with one solution; the shown variables;
    /// the hidden ones, which are branched on last.
    pub(super) open: [BranchCandidates; 3],
    /// Keeps the best of each group, if the group is large and the heuristic has scores that
    /// seldom change.
    pub(super) best: [Option<TournamentTree>; 3],
    /// The first group to take variables from.
    pub(super) first: usize,
    /// The last value to which each variable was fixed, if the value heuristic needs it.
    pub(super) saved: Vec<Option<Value>>,
    pub(super) chooser: VariableChooser,
    /// The search plan of the model, if it is followed.
    pub(super) plan: Option<Box<PlanState>>,
    pub(super) values: ValueHeuristic,
    /// For each variable, whether it is a time whose smallest value comes first; empty if none is.
    pub(super) times: Vec<bool>,
    pub(super) last_conflict: bool,
    /// The variable whose assignment failed last.
    pub(super) failed: Option<VarId>,
    pub(super) seed: u64,
    pub(super) rng: ChaCha8Rng,
}

impl BranchingGuide {
    pub(crate) fn new(
        model: &Model,
        settings: &SearchSettings,
        seed: u64,
        propagators: &[Box<dyn ConstraintPropagator>],
        store: &mut DomainStore,
    ) -> Self {
        let group = |shown| {
            let all = 0..model.variables().len();
            let chosen = all.filter(|&i| model.variables()[i].shown == shown);
            chosen.map(VarId::new).collect()
        };
        // Switches are also among the shown or hidden variables: the groups are tried in order, so
        // it does no harm.
        let open = [find_switches(model), group(true), group(false)];
        let open = open.map(|group| BranchCandidates::new(group, store));
        let chooser = VariableChooser::new(settings.variables, model, propagators);
        // A tournament needs scores that change only with domains and failures, of which it is
        // notified.
        let scored = chooser.has_scores();
        let best = [0, 1, 2].map(|i: usize| {
            let made = || {
                TournamentTree::from_candidates(open[i].all_variables(), model.variables().len())
            };
            scored.then(made).flatten()
        });
        BranchingGuide {
            open,
            best,
            first: 1,
            saved: vec![
                None;
                if settings.values.saves_values() { model.variables().len() } else { 0 }
            ],
            chooser,
            plan: settings.plan_of(model).map(|plan| Box::new(PlanState::new(plan, model, store))),
            values: settings.values,
            times: if settings.leaves_heuristics_open() {
                times::find_times(model)
            } else {
                Vec::new()
            },
            last_conflict: false,
            failed: None,
            seed,
            rng: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// Forgets everything learned, so that each question starts alike. With `last_conflict`, the
    /// variable whose assignment failed last comes first. With `one`, any solution will do, and
    /// the switches come first.
    pub(crate) fn reset(&mut self, last_conflict: bool, one: bool) {
        self.last_conflict = last_conflict;
        // For several solutions the group of switches is skipped: a hidden switch decided early
        // would repeat shown values.
        self.first = usize::from(!one);
        self.saved.fill(None);
        self.rng = ChaCha8Rng::seed_from_u64(self.seed);
        self.failed = None;
        self.chooser.reset();
        self.plan.iter_mut().for_each(|plan| plan.reset(one));
        self.open.iter_mut().for_each(BranchCandidates::reset);
        self.best.iter_mut().flatten().for_each(TournamentTree::reset);
    }

    /// Begins a part of a question with a copy of another guide's state, without its last conflict.
    pub(crate) fn take_state_of(&mut self, other: &BranchingGuide) {
        self.clone_from(other);
        self.failed = None;
        // A copied tournament refers to the trail of the other search.
        self.best.iter_mut().flatten().for_each(TournamentTree::reset);
    }

    /// Returns whether the variable of the last conflict comes first, and the restart schedule.
    pub(crate) fn restart_strategy(
        &self,
        settings: &SearchSettings,
        task: Task,
    ) -> (bool, RestartSchedule) {
        if let Some(plan) = &self.plan {
            return plan.restart_strategy(settings, task);
        }
        let (last_conflict, restarts) = settings.restart_strategy(task);
        (last_conflict, restarts.into())
    }

    /// Returns all variables in the groups of a learning search: switches are decided first.
    pub(crate) fn variable_groups(&self) -> Vec<Vec<VarId>> {
        let [switches, shown, hidden] = &self.open;
        let others = shown.all_variables().iter().chain(hidden.all_variables());
        let others = others.copied().filter(|&v| !switches.contains_variable(v));
        vec![switches.all_variables().to_vec(), others.collect()]
    }

    /// Returns the seed.
    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the shown variables.
    pub(crate) fn shown_variables(&self) -> Vec<VarId> {
        self.open[1].all_variables().to_vec()
    }

    /// Returns the weights learned from failures, if weights add up.
    pub(crate) fn learned_weights(&self) -> Option<&[f64]> {
        self.chooser.learned_weights()
    }

    /// Adds the change of another search's weights from `before` to `after`.
    pub(crate) fn add_weights(&mut self, before: &[f64], after: &[f64]) {
        self.chooser.add_weights(before, after);
    }

    /// Returns the next variable and whether it counts as shown; `None` when all are fixed.
    pub(crate) fn choose_variable(&mut self, store: &mut DomainStore) -> Option<(VarId, bool)> {
        // Taken out, because the plan chooses with the help of other fields of the guide.
        let Some(mut plan) = self.plan.take() else {
            return self.choose_in(self.first..self.open.len(), store);
        };
        let parts = plan.plan_segments(self.first);
        let next = |part: PlanSegment| {
            let planned = plan.choose_variable(&part, &self.chooser, self.failed, store);
            let planned = planned.map(|v| (v, part.shown));
            planned.or_else(|| self.choose_in(part.groups, store))
        };
        let chosen = { parts }.find_map(next);
        self.plan = Some(plan);
        chosen
    }

    /// Returns the next variable of these groups, by the heuristics.
    fn choose_in(
        &mut self,
        groups: Range<usize>,
        store: &mut DomainStore,
    ) -> Option<(VarId, bool)> {
        for i in groups {
            let best = self.best_of(i, store);
            // The variable of the last conflict comes first in its group and in those after it.
            let is_last = i + 1 == self.open.len();
            if let Some(failed) = self.failed.filter(|&v| !store.is_fixed(v))
                && self.open[i].contains_variable(failed)
            {
                return Some((failed, !is_last));
            }
            let v = match best {
                BestCandidate::None => None,
                BestCandidate::Is(v) => Some(v),
                BestCandidate::OneOf => self.chooser.choose_variable(
                    self.open[i].open_variables(store),
                    store,
                    &mut self.rng,
                ),
            };
            if let Some(v) = v {
                return Some((v, !is_last));
            }
        }
        None
    }

    /// Returns the best of a group, if it is known without comparing all of them.
    fn best_of(&mut self, i: usize, store: &mut DomainStore) -> BestCandidate {
        let Some(tournament) = &mut self.best[i] else {
            self.open[i].drop_fixed(store);
            return if self.open[i].is_empty(store) {
                BestCandidate::None
            } else {
                BestCandidate::OneOf
            };
        };
        let chooser = &self.chooser;
        let score = |v| chooser.variable_score(v, store).unwrap_or(0.0);
        tournament.best_candidate(store, score).map_or(BestCandidate::None, BestCandidate::Is)
    }

    /// Notes the changes that the innermost level is about to undo.
    #[inline]
    pub(crate) fn note_undo(&mut self, store: &DomainStore) {
        let down_to = store.level_start();
        if !self.saved.is_empty() {
            for entry in store.trail().get(down_to..).unwrap_or_default() {
                let variable = entry.variable().index();
                if let Some(value) = store.fixed_value(VarId::new(variable)) {
                    self.saved[variable] = Some(value);
                }
            }
        }
        self.best[self.first..]
            .iter_mut()
            .flatten()
            .for_each(|best| best.note_undo(down_to, store));
    }

    /// Makes every later choice compare all candidates.
    #[cfg(test)]
    pub(crate) fn look_at_all(&mut self) {
        self.best = [None, None, None];
    }

    /// Returns the maximum number of variables that the next choice compares.
    pub(crate) fn most_compared(&self, store: &DomainStore) -> usize {
        if let Some(compared) = self.plan.as_ref().and_then(|plan| plan.compared_variables(store)) {
            return compared;
        }
        let all = self.open.iter().zip(&self.best).skip(self.first);
        // A tournament replays only the matches of changed variables, which are not charged here.
        let all = all.filter(|(_, best)| best.is_none());
        all.map(|(candidates, _)| candidates.open_variables(store).len()).sum()
    }

    /// Returns the first decision on a variable; its opposite is the second. With `single`, it
    /// assigns a value.
    #[inline]
    pub(crate) fn first_decision(
        &mut self,
        v: VarId,
        store: &DomainStore,
        single: bool,
    ) -> SearchDecision {
        let rng = &mut self.rng;
        let planned =
            self.plan.as_ref().and_then(|plan| plan.planned_decision(v, store, single, rng));
        planned.unwrap_or_else(|| self.heuristic_decision(v, store, single))
    }

    /// Returns the first decision on a variable, by the heuristics.
    #[inline]
    fn heuristic_decision(
        &mut self,
        v: VarId,
        store: &DomainStore,
        single: bool,
    ) -> SearchDecision {
        if let Some(saved) = self.saved_value(v, store) {
            return SearchDecision::for_value(v, saved);
        }
        if self.is_time(v) {
            return SearchDecision::for_value(v, store.min(v));
        }
        self.values.first_decision(v, store, single, &mut self.rng)
    }

    /// Appends all values of a variable in reverse order: the first one to try is last.
    pub(crate) fn all_values(&mut self, v: VarId, store: &DomainStore, into: &mut Vec<Value>) {
        let start = into.len();
        let plan = self.plan.as_deref();
        if !plan.is_some_and(|plan| plan.order_values(v, store, &mut self.rng, into)) {
            let values = if self.is_time(v) { ValueHeuristic::Smallest } else { self.values };
            values.order_values(v, store, &mut self.rng, into);
        }
        let planned = plan.and_then(|plan| plan.first_value(v, store));
        if let Some(saved) = planned.or_else(|| self.saved_value(v, store)) {
            let place = into[start..].iter().position(|&value| value == saved);
            // The value moves to the end, where it is tried first; the order of the others stays.
            into[start + place.unwrap_or_default()..].rotate_left(1);
        }
    }

    /// Whether the least value of a variable comes first.
    pub(super) fn is_time(&self, v: VarId) -> bool {
        self.times.get(v.index()).copied().unwrap_or(false)
    }

    /// Returns the last value to which a variable was fixed, if it is still in the domain.
    fn saved_value(&self, v: VarId, store: &DomainStore) -> Option<Value> {
        let saved = self.saved.get(v.index()).copied().flatten();
        saved.filter(|&value| store.contains(v, value))
    }

    /// Prepares for a commit, before it happens.
    #[inline]
    pub(crate) fn note_commit(&mut self, store: &DomainStore) {
        self.chooser.note_commit(store);
        if let Some(plan) = &mut self.plan {
            plan.note_commit(store);
        }
    }

    /// Learns from the end of propagation; `assigned` is the variable of the last commit, if that
    /// was an assignment.
    #[inline]
    pub(crate) fn note_propagation(
        &mut self,
        assigned: Option<VarId>,
        consistent: bool,
        store: &DomainStore,
    ) {
        self.chooser.note_propagation(store);
        if let Some(plan) = &mut self.plan {
            plan.note_propagation(store);
        }
        if self.last_conflict
            && let Some(v) = assigned
        {
            // The variable stays first until an assignment to it succeeds (last-conflict
            // reasoning).
            if !consistent {
                self.failed = Some(v);
            } else if self.failed == Some(v) {
                self.failed = None;
            }
        }
    }

    /// Returns the score of an unfixed variable: variables with larger scores are decided earlier.
    /// `None` if the heuristic has no scores.
    #[inline]
    pub(crate) fn variable_score(&self, v: VarId, store: &DomainStore) -> Option<f64> {
        self.chooser.variable_score(v, store)
    }

    /// Sets whether the variable of the last conflict comes first.
    pub(crate) fn follow_conflicts(&mut self, follow: bool) {
        self.last_conflict = follow;
    }

    /// Learns from the conflict of a propagator.
    #[inline]
    pub(crate) fn note_conflict(&mut self, propagator: usize) {
        let touched = self.chooser.note_conflict(propagator);
        for best in self.best.iter_mut().flatten() {
            // Only weights of the failed constraint's variables change, so only their matches are
            // replayed.
            touched.iter().for_each(|&v| best.mark_stale(v));
        }
    }

    /// Adapts to a restart of the search.
    pub(crate) fn note_restart(&mut self) {
        self.failed = None;
        self.chooser.note_restart();
        self.best.iter_mut().flatten().for_each(TournamentTree::reset);
    }
}
