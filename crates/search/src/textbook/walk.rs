//! The search: one variable after the other, one value after the other.

use std::ops::ControlFlow;

use parallax_model::ask::{Control, Ended};
use parallax_model::{Model, Objective, Value, VarId};

use super::domains::Domains;
use super::effort::Effort;
use super::settings::{Order, TextbookSettings, ValueOrder};

/// Assignments between two checks of the clock.
const ASSIGNMENTS_BETWEEN_POLLS: u64 = 64;

/// A variable that is being assigned.
struct Frame {
    variable: VarId,
    /// The values that it has at this node, in the order in which they are tried.
    values: Vec<Value>,
    /// The place of the value that comes next.
    next: usize,
    /// The effect of the current assignment, if there is one.
    current: Option<Assigned>,
}

struct Assigned {
    /// The values that it removed by propagation.
    removed: u64,
    /// Whether a solution was found below it.
    solved: bool,
}

/// One walk through the tree.
pub(super) struct Walk<'a> {
    model: &'a Model,
    settings: TextbookSettings,
    domains: &'a mut Domains,
    control: &'a Control,
    /// The variables that are not assigned, in the order of [`Order::SmallestListed`].
    waiting: Vec<VarId>,
    frames: Vec<Frame>,
    /// The objective, if any; only solutions that are better than those before are given.
    pub objective: Option<&'a Objective>,
    /// Maximum number of solutions.
    pub limit: Option<u64>,
    pub found: u64,
    pub best: Option<i64>,
}

type Give<'g> = &'g mut dyn FnMut(&[Value]) -> ControlFlow<()>;

impl<'a> Walk<'a> {
    pub(super) fn new(
        model: &'a Model,
        settings: TextbookSettings,
        domains: &'a mut Domains,
        control: &'a Control,
    ) -> Self {
        let waiting = (0..model.variables().len()).map(VarId::new).collect();
        let (objective, limit, best) = (None, None, None);
        let frames = Vec::new();
        Walk {
            model,
            settings,
            domains,
            control,
            waiting,
            frames,
            objective,
            limit,
            found: 0,
            best,
        }
    }

    /// Searches until the end, and takes all assignments back.
    pub(super) fn run(&mut self, effort: &mut Effort, give: Give<'_>) -> Ended {
        let ended = self.search(effort, give).err().unwrap_or(Ended::Exhausted);
        while let Some(mut frame) = self.frames.pop() {
            if frame.current.take().is_some() {
                self.domains.take_back(frame.variable);
            }
        }
        ended
    }

    /// An error is an early end.
    fn search(&mut self, effort: &mut Effort, give: Give<'_>) -> Result<(), Ended> {
        self.go_on(effort, give)?;
        while !self.frames.is_empty() {
            self.take_back(effort);
            let Some((variable, value)) = self.next_value() else {
                self.leave();
                continue;
            };
            if effort.assignments.is_multiple_of(ASSIGNMENTS_BETWEEN_POLLS)
                && let Some(stop) = self.control.stopped()
            {
                return Err(Ended::Stopped(stop));
            }
            if self.settings.limit.is_some_and(|limit| effort.assignments >= limit) {
                let limit = effort.assignments;
                return Err(Ended::GaveUp(format!("the limit of {limit} assignments")));
            }
            effort.assignments += 1;
            let assigned = self.domains.assign(variable, value, self.control);
            let removed = assigned.as_ref().map_or(0, |(_, removed)| *removed);
            if let Some(frame) = self.frames.last_mut() {
                frame.current = Some(Assigned { removed, solved: false });
            }
            effort.prunings += removed;
            effort.kept += removed;
            if assigned.map_err(Ended::Stopped)?.0 {
                self.go_on(effort, give)?;
            }
        }
        Ok(())
    }

    /// Turns to the next variable, or gives the solution if there is none.
    fn go_on(&mut self, effort: &mut Effort, give: Give<'_>) -> Result<(), Ended> {
        let Some(variable) = self.choose() else { return self.solution(effort, give) };
        let mut values: Vec<Value> = self.domains.store().values(variable).collect();
        if self.settings.values == ValueOrder::Descending {
            values.reverse();
        }
        self.frames.push(Frame { variable, values, next: 0, current: None });
        Ok(())
    }

    fn next_value(&mut self) -> Option<(VarId, Value)> {
        let frame = self.frames.last_mut()?;
        let value = *frame.values.get(frame.next)?;
        frame.next += 1;
        Some((frame.variable, value))
    }

    /// Removes the next variable from those that wait.
    fn choose(&mut self) -> Option<VarId> {
        let (model, store) = (self.model, self.domains.store());
        let key = |&(place, &v): &(usize, &VarId)| {
            let hidden = !model.variables()[v.index()].shown;
            match self.settings.order {
                Order::First => (hidden, 0, v.index()),
                Order::Smallest => (hidden, store.size(v), v.index()),
                Order::SmallestListed => (hidden, store.size(v), place),
            }
        };
        let (place, _) = self.waiting.iter().enumerate().min_by_key(key)?;
        Some(self.waiting.remove(place))
    }

    /// Takes the current assignment of the last variable back, if there is one.
    fn take_back(&mut self, effort: &mut Effort) {
        let Some(frame) = self.frames.last_mut() else { return };
        let Some(assigned) = frame.current.take() else { return };
        self.domains.take_back(frame.variable);
        effort.kept -= assigned.removed;
        effort.backtracks += u64::from(!assigned.solved);
    }

    /// Leaves the last variable, which has no assignment.
    fn leave(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.waiting.push(frame.variable);
        }
    }

    fn solution(&mut self, effort: &mut Effort, give: Give<'_>) -> Result<(), Ended> {
        let store = self.domains.store();
        let values: Vec<Value> =
            (0..self.model.variables().len()).map(|v| store.min(VarId::new(v))).collect();
        effort.alternatives = self.frames.iter().map(|frame| frame.values.len() as u64 - 1).sum();
        for assigned in self.frames.iter_mut().filter_map(|frame| frame.current.as_mut()) {
            assigned.solved = true;
        }
        if self.is_wanted(&values) {
            self.found += 1;
            let enough = self.limit.is_some_and(|limit| self.found >= limit);
            if give(&values).is_break() || enough {
                return Err(Ended::Enough);
            }
        }
        // Other values of hidden variables make no other solution, but perhaps a better one.
        while self.objective.is_none()
            && self.frames.last().is_some_and(|frame| self.is_hidden(frame.variable))
        {
            self.take_back(effort);
            self.leave();
        }
        Ok(())
    }

    fn is_hidden(&self, v: VarId) -> bool {
        !self.model.variables()[v.index()].shown
    }

    /// Whether a solution is better than those before, for an optimisation.
    fn is_wanted(&mut self, values: &[Value]) -> bool {
        let Some(objective) = self.objective else { return true };
        let value = objective.value(values);
        let better = self.best.is_none_or(|best| objective.is_better(value, best));
        if better {
            self.best = Some(value);
        }
        better
    }
}
