//! Cumulative by the parts of tasks that must run.

use parallax_model::{self as model, ConstraintOperand, Domain, VarId};

use super::bounds_source::{AssumptionBounds, BoundsSource, at_least, at_most};
use super::profile::{CompulsoryPart, ResourceProfile};
use crate::propagators::{
    ConstraintPropagator, DomainClaim, DomainEvent, DomainStore, ExplanationPremises, PastDomains,
    PropagationConflict, PropagatorCost, ValueRemoval,
};

/// Time-table (Lahrichi 1982; Le Pape 1994): a task runs for certain from its latest start to its
/// earliest end. The sum of these parts raises the limit; no task runs at the same time as a load
/// that leaves too little room, so bounds of starts move, and lengths and heights shrink. Checks
/// the constraint once all is fixed. A call visits only the tasks that changed if they have no such
/// part.
#[derive(Clone)]
pub(super) struct TimeTable {
    pub(super) tasks: model::Cumulative,
    scope: Vec<VarId>,
    /// The task of each watched place; the number of tasks for the limit.
    owners: Vec<u32>,
    /// The certain part of each task when the profile was built.
    parts: Vec<CompulsoryPart>,
    profile: ResourceProfile,
    /// Buffer: watched places that changed, then their tasks.
    changed: Vec<u32>,
}

impl TimeTable {
    pub(super) fn new(c: &model::Cumulative) -> Self {
        let mut table = TimeTable {
            tasks: c.clone(),
            scope: super::cumulative_scope(c),
            owners: Vec::new(),
            parts: vec![CompulsoryPart::default(); c.starts.len()],
            profile: ResourceProfile::default(),
            changed: Vec::new(),
        };
        table.owners = table.task_places().map(|(owner, _)| owner as u32).collect();
        table
    }

    /// Returns each variable with its task; the limit comes last.
    fn task_places(&self) -> impl Iterator<Item = (usize, VarId)> + '_ {
        let model::Cumulative { starts, lengths, heights, limit } = &self.tasks;
        let starts = starts.iter().copied().enumerate();
        let operands = lengths.iter().enumerate().chain(heights.iter().enumerate());
        let operands = operands.chain([(starts.len(), limit)]);
        starts.chain(operands.filter_map(|(task, operand)| Some((task, operand.as_variable()?))))
    }

    /// Returns the part of a task that must run.
    #[inline]
    pub(super) fn compulsory_part(&self, task: usize, ends: &impl BoundsSource) -> CompulsoryPart {
        let (earliest, latest) = ends.variable_bounds(self.tasks.starts[task]);
        let length = ends.operand_bounds(self.tasks.lengths[task]).0;
        let height = ends.operand_bounds(self.tasks.heights[task]).0;
        CompulsoryPart { from: latest, to: earliest + length, height }
    }

    /// Returns the least height of a task if it must run, wherever that is, otherwise 0.
    fn own_need(&self, task: usize, store: &DomainStore) -> i64 {
        let runs = store.operand_bounds(self.tasks.lengths[task]).0 > 0;
        if runs { store.operand_bounds(self.tasks.heights[task]).0 } else { 0 }
    }

    /// Reads which tasks changed; returns whether the profile may have changed as well.
    fn read_changes(&mut self, store: &mut DomainStore) -> bool {
        let mut changed = std::mem::take(&mut self.changed);
        let known = store.take_changes(&mut changed);
        for place in &mut changed {
            // Several variables of one task may have changed: the list of places becomes a list of
            // tasks.
            *place = self.owners[*place as usize];
        }
        changed.sort_unstable();
        changed.dedup();
        self.changed = changed;
        let count = self.tasks.starts.len();
        // A task without a compulsory part had none before either, because parts only grow: the
        // profile is the same. A new limit concerns every task.
        let moves = |&task: &u32| {
            task as usize == count || self.compulsory_part(task as usize, store).is_present()
        };
        !known || self.changed.iter().any(moves)
    }

    /// Moves the bounds of a task by the profile.
    fn fit_task(&self, task: usize, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let start = self.tasks.starts[task];
        let (length, height) = (self.tasks.lengths[task], self.tasks.heights[task]);
        let limit = store.operand_bounds(self.tasks.limit).1;
        let ((shortest, _), (lowest, _)) =
            (store.operand_bounds(length), store.operand_bounds(height));
        let own = self.parts[task];
        // The task is too high to run at all, so it has to be empty.
        if lowest > limit {
            return at_most(length, 0, store);
        }
        if shortest > 0 {
            // Where the task must run, the others leave it only what they do not take.
            let other_load = if own.is_present() { self.profile.other_load(own) } else { 0 };
            at_most(height, limit - other_load, store)?;
        }
        if lowest == 0 {
            return Ok(());
        }
        let room = limit - lowest;
        if shortest > 0 && !store.is_fixed(start) {
            let (earliest, latest) = store.variable_bounds(start);
            let first = self.profile.first_fit(earliest, shortest, room, own);
            store.remove_below(start, first)?;
            let last = self.profile.last_fit(latest, shortest, room, own);
            store.remove_above(start, last)?;
        }
        let (earliest, latest) = store.variable_bounds(start);
        // Every start is at most `latest`, so the task would run into the first full time after it:
        // it ends by then, and is at most that long from its earliest start.
        match self.profile.first_full(latest, room, own) {
            Some(full) if store.operand_bounds(length).1 > shortest => {
                at_most(length, full - earliest, store)
            }
            _ => Ok(()),
        }
    }

    /// Returns tasks that together exceed the limit at some time.
    pub(super) fn find_overloading_tasks(
        &self,
        all: impl Iterator<Item = usize>,
        ends: &impl BoundsSource,
    ) -> Option<Vec<usize>> {
        let limit = ends.operand_bounds(self.tasks.limit).1;
        let parts: Vec<(usize, CompulsoryPart)> =
            all.map(|task| (task, self.compulsory_part(task, ends))).collect();
        let present = || parts.iter().filter(|(_, part)| part.is_present() && part.height > 0);
        // The load rises only where a part begins, so its peaks are at these times.
        let mut times: Vec<i64> = present().map(|(_, part)| part.from).collect();
        times.sort_unstable();
        times.dedup();
        times.into_iter().find_map(|time| {
            let mut load = 0;
            let mut tasks = Vec::new();
            for &(task, part) in present().filter(|(_, p)| p.from <= time && time < p.to) {
                load += part.height;
                tasks.push(task);
                if load > limit {
                    return Some(tasks);
                }
            }
            None
        })
    }

    /// Returns the variables of a task, and the limit.
    pub(super) fn task_variables(&self, task: usize) -> impl Iterator<Item = VarId> + '_ {
        let operands = [self.tasks.lengths[task], self.tasks.heights[task], self.tasks.limit];
        let operands = operands.into_iter().filter_map(ConstraintOperand::as_variable);
        operands.chain([self.tasks.starts[task]])
    }

    /// Returns a task that runs, and whose height alone exceeds the limit.
    pub(super) fn find_giant(
        &self,
        mut all: impl Iterator<Item = usize>,
        ends: &impl BoundsSource,
    ) -> Option<Vec<usize>> {
        let limit = ends.operand_bounds(self.tasks.limit).1;
        let is_giant = |&task: &usize| {
            ends.operand_bounds(self.tasks.lengths[task]).0 > 0
                && ends.operand_bounds(self.tasks.heights[task]).0 > limit
        };
        all.find(is_giant).map(|task| vec![task])
    }
}

impl ConstraintPropagator for TimeTable {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn watched_events(&self) -> Vec<(VarId, DomainEvent)> {
        self.task_places().map(|(_, v)| (v, DomainEvent::Bounds)).collect()
    }

    fn wants_changes(&self) -> bool {
        true
    }

    fn call_cost(&self) -> PropagatorCost {
        PropagatorCost::High
    }

    fn by_bounds(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let all = self.read_changes(store);
        let count = self.tasks.starts.len();
        // Each call builds a new profile, because parts of another branch must not remain
        // in it.
        for task in 0..count {
            self.parts[task] = self.compulsory_part(task, store);
        }
        self.profile.build_profile(&self.parts, store)?;
        let least = (0..count).map(|task| self.own_need(task, store)).max().unwrap_or(0);
        at_least(self.tasks.limit, least.max(self.profile.peak_load()), store)?;
        if all {
            store.spend_steps(count)?;
            return (0..count).try_for_each(|task| self.fit_task(task, store));
        }
        self.changed.iter().try_for_each(|&task| self.fit_task(task as usize, store))
    }

    /// Returns the bounds of tasks that together exceed the limit at some time.
    fn explain_removal(
        &self,
        removal: ValueRemoval,
        past: &PastDomains<'_>,
    ) -> Vec<(VarId, Domain)> {
        let assumed = AssumptionBounds { past, removal };
        let all = 0..self.tasks.starts.len();
        let giant = self.find_giant(all.clone(), &assumed);
        let tasks = giant.or_else(|| self.find_overloading_tasks(all, &assumed));
        match tasks {
            Some(tasks) => {
                let all = tasks.iter().flat_map(|&task| self.task_variables(task)).collect();
                assumed.bounds_of(all)
            }
            None => assumed.bounds_of(self.scope()),
        }
    }

    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        if !self.explain_claim(claim, past, into) {
            self.scope.iter().for_each(|&v| into.add_bounds(v, past));
        }
    }

    fn explain_failure(&self, past: &PastDomains<'_>, into: &mut ExplanationPremises<'_>) {
        if !self.explain_overload(None, false, past, into) {
            self.scope.iter().for_each(|&v| into.add_bounds(v, past));
        }
    }
}
