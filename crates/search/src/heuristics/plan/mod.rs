//! Follows the search plan of a model: its steps one after the other, then the default heuristics.
//!
//! For one solution, or the best, the steps come as they are. For several solutions, all shown
//! variables come before all hidden ones, each in the order of the steps, so that no assignment of
//! the shown variables is found twice.

mod step;
#[cfg(test)]
mod tests;
mod values;

use parallax_model::ask::Task;
use parallax_model::{
    Model, PlannedRestarts, SearchPlan, SearchStep, Value, ValueChoice, VarId, VariableChoice,
};
use rand::Rng;

use super::activity::Activity;
use super::variable::{Chooser, degrees};
use crate::decision::Decision;
use crate::restarts::Schedule;
use crate::settings::{Settings, wants_one};
use crate::store::{Cell, Store};
use step::{OpenStep, Scores};

/// Steps in order.
#[derive(Clone)]
struct Steps {
    steps: Vec<OpenStep>,
    /// The first step that may have unfixed variables.
    first: Cell,
}

/// The steps before a range of the groups of candidates.
pub(super) struct Part {
    /// The place of the steps in [`Plan::steps`].
    steps: usize,
    /// The groups of candidates that follow.
    pub(super) groups: std::ops::Range<usize>,
    /// Whether its variables count as shown.
    pub(super) shown: bool,
}

/// A search plan and its state.
#[derive(Clone)]
pub(super) struct Plan {
    /// All steps; those of the shown variables and those of the hidden ones, if there are hidden
    /// ones.
    steps: Vec<Steps>,
    restarts: Option<PlannedRestarts>,
    /// For each variable, the value to try first; empty if no variable has one.
    first_values: Vec<Option<Value>>,
    degrees: Vec<u32>,
    activity: Option<Activity>,
    /// Whether one solution is enough.
    one: bool,
    /// The choice of the value for the last chosen variable, if a step chose it.
    value: Option<ValueChoice>,
}

impl Plan {
    pub(super) fn new(plan: &SearchPlan, model: &Model, store: &mut Store) -> Self {
        let variables = model.variables();
        let is_hidden = |v: &VarId| !variables[v.index()].shown;
        let has_hidden = plan.steps.iter().flat_map(|step| &step.variables).any(is_hidden);
        let mut made = |keep: &dyn Fn(&VarId) -> bool| {
            let mut seen = vec![false; variables.len()];
            let steps = plan.steps.iter().map(|step| {
                let new = |v: &&VarId| keep(v) && !std::mem::replace(&mut seen[v.index()], true);
                let own = step.variables.iter().filter(new).copied().collect();
                OpenStep::new(own, step.variable, step.value, store)
            });
            let steps = steps.collect();
            Steps { steps, first: store.new_cell(0) }
        };
        let mut steps = vec![made(&|_| true)];
        if has_hidden {
            steps.push(made(&|v| !is_hidden(v)));
            steps.push(made(&is_hidden));
        }
        let mut first_values = Vec::new();
        if !plan.first_values.is_empty() {
            first_values.resize(variables.len(), None);
            for &(v, value) in &plan.first_values {
                first_values[v.index()] = Some(value);
            }
        }
        let chooses = |choices: &[VariableChoice]| {
            plan.steps.iter().any(|step: &SearchStep| choices.contains(&step.variable))
        };
        let by_degree = chooses(&[VariableChoice::Occurrence, VariableChoice::MostConstrained]);
        let by_impact = chooses(&[VariableChoice::Impact]);
        Plan {
            steps,
            restarts: plan.restarts,
            first_values,
            degrees: if by_degree { degrees(model) } else { Vec::new() },
            activity: by_impact.then(|| Activity::new(variables.len())),
            one: false,
            value: None,
        }
    }

    /// Begins a question; with `one`, one solution is enough.
    pub(super) fn reset(&mut self, one: bool) {
        self.one = one;
        self.value = None;
        self.activity.iter_mut().for_each(Activity::reset);
        let all = self.steps.iter_mut().flat_map(|steps| &mut steps.steps);
        all.for_each(OpenStep::reset);
    }

    /// Returns whether the variable of the last conflict comes first, and the restart schedule.
    pub(super) fn strategy(&self, settings: &Settings, task: Task) -> (bool, Schedule) {
        let (by_default, mut restarts) = settings.strategy(task);
        let has_steps = self.steps[0].steps.iter().any(|step| !step.is_empty());
        let planned = self.restarts.filter(|_| settings.restarts.is_none() && wants_one(task));
        if has_steps {
            restarts = settings.restarts.unwrap_or_default();
        }
        let last_conflict = if has_steps { settings.last_conflict } else { by_default };
        (last_conflict, planned.map_or(restarts.into(), Schedule::Planned))
    }

    /// Returns the parts of a question in order. The groups of candidates start at `first`.
    pub(super) fn parts(&self, first: usize) -> impl Iterator<Item = Part> + use<> {
        let whole = Part { steps: 0, groups: first..3, shown: true };
        let shown = Part { steps: 1, groups: first..2, shown: true };
        let hidden = Part { steps: 2, groups: 2..3, shown: false };
        let is_one = self.one || self.steps.len() == 1;
        let parts = if is_one { [Some(whole), None] } else { [Some(shown), Some(hidden)] };
        parts.into_iter().flatten()
    }

    /// Returns the next variable of the steps of a part; `None` when all are fixed.
    pub(super) fn choose(
        &mut self,
        part: &Part,
        chooser: &Chooser,
        failed: Option<VarId>,
        store: &mut Store,
    ) -> Option<VarId> {
        let Plan { steps, degrees, activity, value, .. } = self;
        let scores = Scores { chooser, degrees, activity: activity.as_ref() };
        let Steps { steps, first } = steps.get_mut(part.steps)?;
        let mut place = store.get(*first) as usize;
        while let Some(step) = steps.get_mut(place) {
            let chosen = step.choose(&scores, failed, store);
            if chosen.is_some() {
                store.set(*first, place as u32);
                *value = Some(step.value);
                return chosen;
            }
            place += 1;
        }
        store.set(*first, place as u32);
        *value = None;
        None
    }

    /// Returns the number of variables that the last choice compared, if a step made it.
    pub(super) fn compared(&self, store: &Store) -> Option<usize> {
        self.value?;
        let open = |steps: &Steps| {
            let step = steps.steps.get(store.get(steps.first) as usize);
            step.map_or(0, |step| step.compared(store))
        };
        Some(self.steps.iter().map(open).sum())
    }

    /// Returns the decision on a variable, if the plan has one. With `single`, it assigns a value.
    pub(super) fn decision(
        &self,
        v: VarId,
        store: &Store,
        single: bool,
        rng: &mut impl Rng,
    ) -> Option<Decision> {
        if let Some(value) = self.first_value(v, store) {
            return Some(Decision::is(v, value));
        }
        let choice = self.value?;
        let choice = if single { values::assigning(choice) } else { choice };
        Some(values::decision(choice, v, store, rng))
    }

    /// Appends all values of a variable in reverse order of trial, if the plan orders them. Returns
    /// whether it does.
    pub(super) fn order(
        &self,
        v: VarId,
        store: &Store,
        rng: &mut impl Rng,
        into: &mut Vec<Value>,
    ) -> bool {
        let Some(choice) = self.value else { return false };
        values::order(choice, v, store, rng, into);
        true
    }

    /// Returns the value of a variable to try before all others, if it is still in the domain.
    pub(super) fn first_value(&self, v: VarId, store: &Store) -> Option<Value> {
        let value = self.first_values.get(v.index()).copied().flatten();
        value.filter(|&value| store.contains(v, value))
    }

    pub(super) fn commits(&mut self, store: &Store) {
        self.activity.iter_mut().for_each(|activity| activity.commits(store));
    }

    pub(super) fn propagated(&mut self, store: &Store) {
        self.activity.iter_mut().for_each(|activity| activity.propagated(store));
    }
}
