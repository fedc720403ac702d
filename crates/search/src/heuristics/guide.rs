//! The guide: it keeps the scores by which variables are chosen.

use std::ops::Range;

use parallax_model::ask::Task;
use parallax_model::{Constraint, Model, Value, VarId};
use parallax_propagation::Decision;
use parallax_propagation::propagators::Propagator;
use parallax_propagation::store::Store;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::candidates::Candidates;
use super::plan::{Part, Plan};
use super::times;
use super::tournament::Tournament;
use super::value::ValueHeuristic;
use super::variable::Chooser;
use crate::restarts::Schedule;
use crate::settings::Settings;

/// Returns the booleans that order or switch others: conditions of constraints on variables with
/// more values, in ascending order. Once they are fixed, bounds propagation does the rest; in the
/// opposite order, the search tries every value of the others before it tries the orders that
/// exclude it.
fn switches(model: &Model) -> Vec<VarId> {
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

/// The best variable of a group, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Best {
    /// All variables are fixed.
    None,
    Is(VarId),
    /// Some are open, and all of them must be compared.
    OneOf,
}

/// Chooses variables and values, and learns from the search.
#[derive(Clone)]
pub(crate) struct Guide {
    /// The [switches], which come first if the task ends with one solution; the shown variables;
    /// the hidden ones, which are branched on last.
    pub(super) open: [Candidates; 3],
    /// Keeps the best of each group, if the group is large and the heuristic has scores that
    /// seldom change.
    pub(super) best: [Option<Tournament>; 3],
    /// The first group to take variables from.
    pub(super) first: usize,
    /// The last value to which each variable was fixed, if the value heuristic needs it.
    pub(super) saved: Vec<Option<Value>>,
    pub(super) chooser: Chooser,
    /// The search plan of the model, if it is followed.
    pub(super) plan: Option<Box<Plan>>,
    pub(super) values: ValueHeuristic,
    /// For each variable, whether it is a time whose least value comes first; empty if none is.
    pub(super) times: Vec<bool>,
    pub(super) last_conflict: bool,
    /// The variable whose assignment failed last.
    pub(super) failed: Option<VarId>,
    pub(super) seed: u64,
    pub(super) rng: ChaCha8Rng,
}

impl Guide {
    pub(crate) fn new(
        model: &Model,
        settings: &Settings,
        seed: u64,
        propagators: &[Box<dyn Propagator>],
        store: &mut Store,
    ) -> Self {
        let group = |shown| {
            let all = 0..model.variables().len();
            let chosen = all.filter(|&i| model.variables()[i].shown == shown);
            chosen.map(VarId::new).collect()
        };
        let open = [switches(model), group(true), group(false)];
        let open = open.map(|group| Candidates::new(group, store));
        let chooser = Chooser::new(settings.variables, model, propagators);
        let scored = chooser.has_scores();
        let best = [0, 1, 2].map(|i: usize| {
            let made = || Tournament::of(open[i].all(), model.variables().len());
            scored.then(made).flatten()
        });
        Guide {
            open,
            best,
            first: 1,
            saved: vec![None; if settings.values.saves() { model.variables().len() } else { 0 }],
            chooser,
            plan: settings.plan_of(model).map(|plan| Box::new(Plan::new(plan, model, store))),
            values: settings.values,
            times: if settings.leaves_heuristics_open() { times::times(model) } else { Vec::new() },
            last_conflict: false,
            failed: None,
            seed,
            rng: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// Forgets everything learned, so that each question starts alike. With `last_conflict`, the
    /// variable whose assignment failed last comes first. With `one`, any solution will do, and
    /// [switches] come first.
    pub(crate) fn reset(&mut self, last_conflict: bool, one: bool) {
        self.last_conflict = last_conflict;
        self.first = usize::from(!one);
        self.saved.fill(None);
        self.rng = ChaCha8Rng::seed_from_u64(self.seed);
        self.failed = None;
        self.chooser.reset();
        self.plan.iter_mut().for_each(|plan| plan.reset(one));
        self.open.iter_mut().for_each(Candidates::reset);
        self.best.iter_mut().flatten().for_each(Tournament::reset);
    }

    /// Begins a part of a question with a copy of another guide's state, without its last conflict.
    pub(crate) fn take_state_of(&mut self, other: &Guide) {
        self.clone_from(other);
        self.failed = None;
        self.best.iter_mut().flatten().for_each(Tournament::reset);
    }

    /// Returns whether the variable of the last conflict comes first, and the restart schedule.
    pub(crate) fn strategy(&self, settings: &Settings, task: Task) -> (bool, Schedule) {
        if let Some(plan) = &self.plan {
            return plan.strategy(settings, task);
        }
        let (last_conflict, restarts) = settings.strategy(task);
        (last_conflict, restarts.into())
    }

    /// Returns all variables in the groups of a learning search: [switches] are decided first.
    pub(crate) fn groups(&self) -> Vec<Vec<VarId>> {
        let [switches, shown, hidden] = &self.open;
        let others = shown.all().iter().chain(hidden.all());
        let others = others.copied().filter(|&v| !switches.holds(v));
        vec![switches.all().to_vec(), others.collect()]
    }

    /// Returns the seed.
    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the shown variables.
    pub(crate) fn shown(&self) -> Vec<VarId> {
        self.open[1].all().to_vec()
    }

    /// Returns the weights learned from failures, if weights add up.
    pub(crate) fn learned(&self) -> Option<&[f64]> {
        self.chooser.learned()
    }

    /// Adds the change of another search's weights from `before` to `after`.
    pub(crate) fn learn(&mut self, before: &[f64], after: &[f64]) {
        self.chooser.learn(before, after);
    }

    /// Returns the next variable and whether it counts as shown; `None` when all are fixed.
    pub(crate) fn choose(&mut self, store: &mut Store) -> Option<(VarId, bool)> {
        let Some(mut plan) = self.plan.take() else {
            return self.choose_in(self.first..self.open.len(), store);
        };
        let parts = plan.parts(self.first);
        let next = |part: Part| {
            let planned = plan.choose(&part, &self.chooser, self.failed, store);
            let planned = planned.map(|v| (v, part.shown));
            planned.or_else(|| self.choose_in(part.groups, store))
        };
        let chosen = { parts }.find_map(next);
        self.plan = Some(plan);
        chosen
    }

    /// Returns the next variable of these groups, by the heuristics.
    fn choose_in(&mut self, groups: Range<usize>, store: &mut Store) -> Option<(VarId, bool)> {
        for i in groups {
            let best = self.best_of(i, store);
            // The variable of the last conflict comes first in its group and in those after it.
            let is_last = i + 1 == self.open.len();
            if let Some(failed) = self.failed.filter(|&v| !store.is_fixed(v))
                && self.open[i].holds(failed)
            {
                return Some((failed, !is_last));
            }
            let v = match best {
                Best::None => None,
                Best::Is(v) => Some(v),
                Best::OneOf => self.chooser.choose(self.open[i].open(store), store, &mut self.rng),
            };
            if let Some(v) = v {
                return Some((v, !is_last));
            }
        }
        None
    }

    /// Returns the best of a group, if it is known without comparing all of them.
    fn best_of(&mut self, i: usize, store: &mut Store) -> Best {
        let Some(tournament) = &mut self.best[i] else {
            self.open[i].drop_fixed(store);
            return if self.open[i].is_empty(store) { Best::None } else { Best::OneOf };
        };
        let chooser = &self.chooser;
        let score = |v| chooser.score(v, store).unwrap_or(0.0);
        tournament.best(store, score).map_or(Best::None, Best::Is)
    }

    /// Notes the changes that the innermost level is about to undo.
    #[inline]
    pub(crate) fn undoes(&mut self, store: &Store) {
        let down_to = store.level_start();
        if !self.saved.is_empty() {
            for entry in store.trail().get(down_to..).unwrap_or_default() {
                let variable = entry.variable().index();
                if let Some(value) = store.fixed(VarId::new(variable)) {
                    self.saved[variable] = Some(value);
                }
            }
        }
        self.best[self.first..].iter_mut().flatten().for_each(|best| best.undoes(down_to, store));
    }

    /// Makes every later choice compare all candidates.
    #[cfg(test)]
    pub(crate) fn look_at_all(&mut self) {
        self.best = [None, None, None];
    }

    /// Returns the maximum number of variables that the next choice compares.
    pub(crate) fn most_compared(&self, store: &Store) -> usize {
        if let Some(compared) = self.plan.as_ref().and_then(|plan| plan.compared(store)) {
            return compared;
        }
        let all = self.open.iter().zip(&self.best).skip(self.first);
        let all = all.filter(|(_, best)| best.is_none());
        all.map(|(candidates, _)| candidates.open(store).len()).sum()
    }

    /// Returns the first decision on a variable; its opposite is the second. With `single`, it
    /// assigns a value.
    #[inline]
    pub(crate) fn decision(&mut self, v: VarId, store: &Store, single: bool) -> Decision {
        let rng = &mut self.rng;
        let planned = self.plan.as_ref().and_then(|plan| plan.decision(v, store, single, rng));
        planned.unwrap_or_else(|| self.unplanned(v, store, single))
    }

    /// Returns the first decision on a variable, by the heuristics.
    #[inline]
    fn unplanned(&mut self, v: VarId, store: &Store, single: bool) -> Decision {
        if let Some(saved) = self.saved_value(v, store) {
            return Decision::is(v, saved);
        }
        if self.is_time(v) {
            return Decision::is(v, store.min(v));
        }
        self.values.decided(v, store, single, &mut self.rng)
    }

    /// Appends all values of a variable in reverse order: the first one to try is last.
    pub(crate) fn all_values(&mut self, v: VarId, store: &Store, into: &mut Vec<Value>) {
        let start = into.len();
        let plan = self.plan.as_deref();
        if !plan.is_some_and(|plan| plan.order(v, store, &mut self.rng, into)) {
            let values = if self.is_time(v) { ValueHeuristic::Smallest } else { self.values };
            values.order(v, store, &mut self.rng, into);
        }
        let planned = plan.and_then(|plan| plan.first_value(v, store));
        if let Some(saved) = planned.or_else(|| self.saved_value(v, store)) {
            let place = into[start..].iter().position(|&value| value == saved);
            into[start + place.unwrap_or_default()..].rotate_left(1);
        }
    }

    /// Whether the least value of a variable comes first.
    pub(super) fn is_time(&self, v: VarId) -> bool {
        self.times.get(v.index()).copied().unwrap_or(false)
    }

    /// Returns the last value to which a variable was fixed, if it is still in the domain.
    fn saved_value(&self, v: VarId, store: &Store) -> Option<Value> {
        let saved = self.saved.get(v.index()).copied().flatten();
        saved.filter(|&value| store.contains(v, value))
    }

    /// Prepares for a commit, before it happens.
    #[inline]
    pub(crate) fn commits(&mut self, store: &Store) {
        self.chooser.commits(store);
        if let Some(plan) = &mut self.plan {
            plan.commits(store);
        }
    }

    /// Learns from the end of propagation; `assigned` is the variable of the last commit, if that
    /// was an assignment.
    #[inline]
    pub(crate) fn propagated(&mut self, assigned: Option<VarId>, consistent: bool, store: &Store) {
        self.chooser.propagated(store);
        if let Some(plan) = &mut self.plan {
            plan.propagated(store);
        }
        if self.last_conflict
            && let Some(v) = assigned
        {
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
    pub(crate) fn score(&self, v: VarId, store: &Store) -> Option<f64> {
        self.chooser.score(v, store)
    }

    /// Sets whether the variable of the last conflict comes first.
    pub(crate) fn follow_conflicts(&mut self, follow: bool) {
        self.last_conflict = follow;
    }

    /// Learns from the conflict of a propagator.
    #[inline]
    pub(crate) fn conflict(&mut self, propagator: usize) {
        let touched = self.chooser.conflict(propagator);
        for best in self.best.iter_mut().flatten() {
            touched.iter().for_each(|&v| best.touch(v));
        }
    }

    /// Adapts to a restart of the search.
    pub(crate) fn restarted(&mut self) {
        self.failed = None;
        self.chooser.restarted();
        self.best.iter_mut().flatten().for_each(Tournament::reset);
    }
}
