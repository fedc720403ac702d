//! The steps of a search plan, while they are followed.

use parallax_model::engine_api::Task;
use parallax_model::{
    Model, PlannedRestarts, SearchPlan, SearchStep, Value, VarId, VariableChoice,
};
use parallax_propagation::SearchDecision;
use parallax_propagation::store::{DomainStore, TrailCell};
use rand::Rng;

use super::step::{OpenStep, VariableScores};
use crate::heuristics::ValueHeuristic;
use crate::heuristics::activity::VariableActivity;
use crate::heuristics::variable::{VariableChooser, variable_degrees};
use crate::restarts::RestartSchedule;
use crate::settings::{SearchSettings, wants_one};

/// Steps in order.
#[derive(Clone)]
pub(super) struct PlanSteps {
    pub(super) steps: Vec<OpenStep>,
    /// The first step that may have unfixed variables.
    pub(super) first: TrailCell,
}

/// The steps before a range of the groups of candidates.
pub(in crate::heuristics) struct PlanSegment {
    /// The place of the steps in [`PlanState::steps`].
    pub(super) steps: usize,
    /// The groups of candidates that follow.
    pub(in crate::heuristics) groups: std::ops::Range<usize>,
    /// Whether its variables count as shown.
    pub(in crate::heuristics) shown: bool,
}

/// A search plan and its state.
#[derive(Clone)]
pub(in crate::heuristics) struct PlanState {
    /// All steps; those of the shown variables and those of the hidden ones, if there are hidden
    /// ones.
    pub(super) steps: Vec<PlanSteps>,
    pub(super) restarts: Option<PlannedRestarts>,
    /// For each variable, the value to try first; empty if no variable has one.
    pub(super) first_values: Vec<Option<Value>>,
    pub(super) degrees: Vec<u32>,
    pub(super) activity: Option<VariableActivity>,
    /// Whether one solution is enough.
    pub(super) one: bool,
    /// The choice of the value for the last chosen variable, if a step chose it.
    pub(super) value: Option<ValueHeuristic>,
}

impl PlanState {
    pub(in crate::heuristics) fn new(
        plan: &SearchPlan,
        model: &Model,
        store: &mut DomainStore,
    ) -> Self {
        let variables = model.variables();
        let is_hidden = |v: &VarId| !variables[v.index()].shown;
        let has_hidden = plan.steps.iter().flat_map(|step| &step.variables).any(is_hidden);
        let mut made = |keep: &dyn Fn(&VarId) -> bool| {
            let mut seen = vec![false; variables.len()];
            let steps = plan.steps.iter().map(|step| {
                // A variable that several steps list belongs to the first of them: the later ones
                // would find it fixed.
                let new = |v: &&VarId| keep(v) && !std::mem::replace(&mut seen[v.index()], true);
                let own = step.variables.iter().filter(new).copied().collect();
                OpenStep::new(own, step.variable, step.value.into(), store)
            });
            let steps = steps.collect();
            PlanSteps { steps, first: store.new_cell(0) }
        };
        let mut steps = vec![made(&|_| true)];
        // Steps 1 and 2 are the same plan with its shown and its hidden variables apart, for tasks
        // with several solutions.
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
        PlanState {
            steps,
            restarts: plan.restarts,
            first_values,
            degrees: if by_degree { variable_degrees(model) } else { Vec::new() },
            activity: by_impact.then(|| VariableActivity::new(variables.len())),
            one: false,
            value: None,
        }
    }

    /// Begins a question; with `one`, one solution is enough.
    pub(in crate::heuristics) fn reset(&mut self, one: bool) {
        self.one = one;
        self.value = None;
        self.activity.iter_mut().for_each(VariableActivity::reset);
        let all = self.steps.iter_mut().flat_map(|steps| &mut steps.steps);
        all.for_each(OpenStep::reset);
    }

    /// Returns whether the variable of the last conflict comes first, and the restart schedule.
    pub(in crate::heuristics) fn restart_strategy(
        &self,
        settings: &SearchSettings,
        task: Task,
    ) -> (bool, RestartSchedule) {
        let (by_default, mut restarts) = settings.restart_strategy(task);
        let has_steps = self.steps[0].steps.iter().any(|step| !step.is_empty());
        let planned = self.restarts.filter(|_| settings.restarts.is_none() && wants_one(task));
        if has_steps {
            // Default restarts do not interrupt the author's order; only named ones do.
            restarts = settings.restarts.unwrap_or_default();
        }
        let last_conflict = if has_steps { settings.last_conflict } else { by_default };
        (last_conflict, planned.map_or(restarts.into(), RestartSchedule::Planned))
    }

    /// Returns the parts of a question in order. The groups of candidates start at `first`.
    pub(in crate::heuristics) fn plan_segments(
        &self,
        first: usize,
    ) -> impl Iterator<Item = PlanSegment> + use<> {
        let whole = PlanSegment { steps: 0, groups: first..3, shown: true };
        let shown = PlanSegment { steps: 1, groups: first..2, shown: true };
        let hidden = PlanSegment { steps: 2, groups: 2..3, shown: false };
        let is_one = self.one || self.steps.len() == 1;
        let parts = if is_one { [Some(whole), None] } else { [Some(shown), Some(hidden)] };
        parts.into_iter().flatten()
    }

    /// Returns the next variable of the steps of a part; `None` when all are fixed.
    pub(in crate::heuristics) fn choose_variable(
        &mut self,
        part: &PlanSegment,
        chooser: &VariableChooser,
        failed: Option<VarId>,
        store: &mut DomainStore,
    ) -> Option<VarId> {
        let PlanState { steps, degrees, activity, value, .. } = self;
        let scores = VariableScores { chooser, degrees, activity: activity.as_ref() };
        let PlanSteps { steps, first } = steps.get_mut(part.steps)?;
        // Steps before `first` have no open variable on this branch; the trail takes the index back
        // on the way up.
        let mut place = store.get(*first) as usize;
        while let Some(step) = steps.get_mut(place) {
            let chosen = step.choose_variable(&scores, failed, store);
            if chosen.is_some() {
                store.set_cell(*first, place as u32);
                *value = Some(step.value);
                return chosen;
            }
            place += 1;
        }
        store.set_cell(*first, place as u32);
        *value = None;
        None
    }

    /// Returns the number of variables that the last choice compared, if a step made it.
    pub(in crate::heuristics) fn compared_variables(&self, store: &DomainStore) -> Option<usize> {
        self.value?;
        let open = |steps: &PlanSteps| {
            let step = steps.steps.get(store.get(steps.first) as usize);
            step.map_or(0, |step| step.compared_variables(store))
        };
        Some(self.steps.iter().map(open).sum())
    }

    /// Returns the decision on a variable, if the plan has one. With `single`, it assigns a value.
    pub(in crate::heuristics) fn planned_decision(
        &self,
        v: VarId,
        store: &DomainStore,
        single: bool,
        rng: &mut impl Rng,
    ) -> Option<SearchDecision> {
        if let Some(value) = self.first_value(v, store) {
            return Some(SearchDecision::for_value(v, value));
        }
        let values = self.value?;
        Some(values.first_decision(v, store, single, rng))
    }

    /// Appends all values of a variable in reverse order of trial, if the plan orders them. Returns
    /// whether it does.
    pub(in crate::heuristics) fn order_values(
        &self,
        v: VarId,
        store: &DomainStore,
        rng: &mut impl Rng,
        into: &mut Vec<Value>,
    ) -> bool {
        let Some(values) = self.value else { return false };
        values.order_values(v, store, rng, into);
        true
    }

    /// Returns the value of a variable to try before all others, if it is still in the domain.
    pub(in crate::heuristics) fn first_value(
        &self,
        v: VarId,
        store: &DomainStore,
    ) -> Option<Value> {
        let value = self.first_values.get(v.index()).copied().flatten();
        value.filter(|&value| store.contains(v, value))
    }

    pub(in crate::heuristics) fn note_commit(&mut self, store: &DomainStore) {
        self.activity.iter_mut().for_each(|activity| activity.note_commit(store));
    }

    pub(in crate::heuristics) fn note_propagation(&mut self, store: &DomainStore) {
        self.activity.iter_mut().for_each(|activity| activity.note_propagation(store));
    }
}
