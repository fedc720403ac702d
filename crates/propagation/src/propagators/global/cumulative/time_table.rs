//! Cumulative by the parts of tasks that must run.

use parallax_model::{self as model, Domain, Operand, VarId};

use super::ends::{Assumed, Ends, at_least, at_most};
use super::profile::{Part, Profile};
use crate::propagators::{
    Claim, Conflict, Cost, Event, Past, Premises, Propagator, Removal, Store,
};

/// Time-table (Lahrichi 1982; Le Pape 1994): a task runs for certain from its latest start to its
/// earliest end. The sum of these parts raises the limit; no task runs beside a load that leaves
/// too little room, so bounds of starts move, and lengths and heights shrink. Checks the constraint
/// once all is fixed. A call looks only at the tasks that changed if they have no such part.
#[derive(Clone)]
pub(super) struct TimeTable {
    pub(super) tasks: model::Cumulative,
    scope: Vec<VarId>,
    /// The task of each watched place; the number of tasks for the limit.
    owners: Vec<u32>,
    /// The certain part of each task when the profile was built.
    parts: Vec<Part>,
    profile: Profile,
    /// Buffer: watched places that changed, then their tasks.
    changed: Vec<u32>,
}

impl TimeTable {
    pub(super) fn new(c: &model::Cumulative) -> Self {
        let mut table = TimeTable {
            tasks: c.clone(),
            scope: super::scope(c),
            owners: Vec::new(),
            parts: vec![Part::default(); c.starts.len()],
            profile: Profile::default(),
            changed: Vec::new(),
        };
        table.owners = table.places().map(|(owner, _)| owner as u32).collect();
        table
    }

    /// Returns each variable with its task; the limit comes last.
    fn places(&self) -> impl Iterator<Item = (usize, VarId)> + '_ {
        let model::Cumulative { starts, lengths, heights, limit } = &self.tasks;
        let starts = starts.iter().copied().enumerate();
        let operands = lengths.iter().enumerate().chain(heights.iter().enumerate());
        let operands = operands.chain([(starts.len(), limit)]);
        starts.chain(operands.filter_map(|(task, operand)| Some((task, operand.variable()?))))
    }

    /// Returns the part of a task that must run.
    #[inline]
    pub(super) fn part(&self, task: usize, ends: &impl Ends) -> Part {
        let (earliest, latest) = ends.ends(self.tasks.starts[task]);
        let length = ends.of(self.tasks.lengths[task]).0;
        let height = ends.of(self.tasks.heights[task]).0;
        Part { from: latest, to: earliest + length, height }
    }

    /// Returns the least height of a task if it must run, wherever that is, otherwise 0.
    fn own_need(&self, task: usize, store: &Store) -> i64 {
        let runs = store.of(self.tasks.lengths[task]).0 > 0;
        if runs { store.of(self.tasks.heights[task]).0 } else { 0 }
    }

    /// Reads which tasks changed; returns whether the profile may have, too.
    fn read_changes(&mut self, store: &mut Store) -> bool {
        let mut changed = std::mem::take(&mut self.changed);
        let known = store.take_changes(&mut changed);
        for place in &mut changed {
            *place = self.owners[*place as usize];
        }
        changed.sort_unstable();
        changed.dedup();
        self.changed = changed;
        let count = self.tasks.starts.len();
        let moves =
            |&task: &u32| task as usize == count || self.part(task as usize, store).is_present();
        !known || self.changed.iter().any(moves)
    }

    /// Moves the bounds of a task by the profile.
    fn fit(&self, task: usize, store: &mut Store) -> Result<(), Conflict> {
        let start = self.tasks.starts[task];
        let (length, height) = (self.tasks.lengths[task], self.tasks.heights[task]);
        let most = store.of(self.tasks.limit).1;
        let ((shortest, _), (lowest, _)) = (store.of(length), store.of(height));
        let own = self.parts[task];
        if lowest > most {
            return at_most(length, 0, store);
        }
        if shortest > 0 {
            let beside = if own.is_present() { self.profile.beside(own) } else { 0 };
            at_most(height, most - beside, store)?;
        }
        if lowest == 0 {
            return Ok(());
        }
        let room = most - lowest;
        if shortest > 0 && !store.is_fixed(start) {
            let (earliest, latest) = store.ends(start);
            let first = self.profile.first_fit(earliest, shortest, room, own);
            store.remove_below(start, first)?;
            let last = self.profile.last_fit(latest, shortest, room, own);
            store.remove_above(start, last)?;
        }
        let (earliest, latest) = store.ends(start);
        match self.profile.first_full(latest, room, own) {
            Some(full) if store.of(length).1 > shortest => at_most(length, full - earliest, store),
            _ => Ok(()),
        }
    }

    /// Returns tasks that together exceed the limit at some time.
    pub(super) fn overload(
        &self,
        all: impl Iterator<Item = usize>,
        ends: &impl Ends,
    ) -> Option<Vec<usize>> {
        let limit = ends.of(self.tasks.limit).1;
        let parts: Vec<(usize, Part)> = all.map(|task| (task, self.part(task, ends))).collect();
        let present = || parts.iter().filter(|(_, part)| part.is_present() && part.height > 0);
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
    pub(super) fn variables(&self, task: usize) -> impl Iterator<Item = VarId> + '_ {
        let operands = [self.tasks.lengths[task], self.tasks.heights[task], self.tasks.limit];
        let operands = operands.into_iter().filter_map(Operand::variable);
        operands.chain([self.tasks.starts[task]])
    }

    /// Returns a task that runs, and whose height alone exceeds the limit.
    pub(super) fn giant(
        &self,
        mut all: impl Iterator<Item = usize>,
        ends: &impl Ends,
    ) -> Option<Vec<usize>> {
        let limit = ends.of(self.tasks.limit).1;
        let is_giant = |&task: &usize| {
            ends.of(self.tasks.lengths[task]).0 > 0 && ends.of(self.tasks.heights[task]).0 > limit
        };
        all.find(is_giant).map(|task| vec![task])
    }
}

impl Propagator for TimeTable {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn watched(&self) -> Vec<(VarId, Event)> {
        self.places().map(|(_, v)| (v, Event::Bounds)).collect()
    }

    fn wants_changes(&self) -> bool {
        true
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn by_bounds(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let all = self.read_changes(store);
        let count = self.tasks.starts.len();
        for task in 0..count {
            self.parts[task] = self.part(task, store);
        }
        self.profile.build(&self.parts, store)?;
        let least = (0..count).map(|task| self.own_need(task, store)).max().unwrap_or(0);
        at_least(self.tasks.limit, least.max(self.profile.peak()), store)?;
        if all {
            store.spend(count)?;
            return (0..count).try_for_each(|task| self.fit(task, store));
        }
        self.changed.iter().try_for_each(|&task| self.fit(task as usize, store))
    }

    /// Returns the bounds of tasks that together exceed the limit at some time.
    fn explain(&self, removal: Removal, past: &Past<'_>) -> Vec<(VarId, Domain)> {
        let assumed = Assumed { past, removal };
        let all = 0..self.tasks.starts.len();
        let giant = self.giant(all.clone(), &assumed);
        let tasks = giant.or_else(|| self.overload(all, &assumed));
        match tasks {
            Some(tasks) => {
                let all = tasks.iter().flat_map(|&task| self.variables(task)).collect();
                assumed.bounds_of(all)
            }
            None => assumed.bounds_of(self.scope()),
        }
    }

    fn explain_atom(&self, claim: Claim, past: &Past<'_>, into: &mut Premises<'_>) {
        if !self.explain_claim(claim, past, into) {
            self.scope.iter().for_each(|&v| into.bounds(v, past));
        }
    }

    fn explain_failure(&self, past: &Past<'_>, into: &mut Premises<'_>) {
        if !self.explain_overload(None, false, past, into) {
            self.scope.iter().for_each(|&v| into.bounds(v, past));
        }
    }
}
