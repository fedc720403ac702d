//! The search: one variable after the other, one value after the other.

use std::ops::ControlFlow;

use parallax_model::engine_api::{Control, EnumerationEnd};
use parallax_model::{Model, Objective, Value, VarId};

use super::domains::TextbookDomains;
use super::effort::TextbookEffort;
use super::settings::{TextbookSettings, TextbookVariableOrder, ValueOrder};

/// Assignments between two checks of the clock.
const ASSIGNMENTS_BETWEEN_POLLS: u64 = 64;

/// A variable that is being assigned.
struct TextbookFrame {
    variable: VarId,
    /// The values that it has at this node, in the order in which they are tried.
    values: Vec<Value>,
    /// The index of the next value.
    next: usize,
    /// The effect of the current assignment, if there is one.
    current: Option<AssignmentEffect>,
}

struct AssignmentEffect {
    /// The values that it removed by propagation.
    removed: u64,
    /// Whether a solution was found below it.
    solved: bool,
}

/// One walk through the tree.
pub(super) struct TextbookWalk<'a> {
    model: &'a Model,
    settings: TextbookSettings,
    domains: &'a mut TextbookDomains,
    control: &'a Control,
    /// The variables that are not assigned, in the order of
    /// [`TextbookVariableOrder::SmallestListed`].
    waiting: Vec<VarId>,
    frames: Vec<TextbookFrame>,
    /// The objective, if any; only solutions that are better than those before are given.
    pub objective: Option<&'a Objective>,
    /// Maximum number of solutions.
    pub limit: Option<u64>,
    pub found: u64,
    pub best: Option<i64>,
}

type SolutionCallback<'g> = &'g mut dyn FnMut(&[Value]) -> ControlFlow<()>;

impl<'a> TextbookWalk<'a> {
    pub(super) fn new(
        model: &'a Model,
        settings: TextbookSettings,
        domains: &'a mut TextbookDomains,
        control: &'a Control,
    ) -> Self {
        let waiting = (0..model.variables().len()).map(VarId::new).collect();
        let (objective, limit, best) = (None, None, None);
        let frames = Vec::new();
        TextbookWalk {
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
    pub(super) fn run_search(
        &mut self,
        effort: &mut TextbookEffort,
        give: SolutionCallback<'_>,
    ) -> EnumerationEnd {
        let ended = self.assign_variables(effort, give).err().unwrap_or(EnumerationEnd::Exhausted);
        while let Some(mut frame) = self.frames.pop() {
            if frame.current.take().is_some() {
                self.domains.take_back(frame.variable);
            }
        }
        ended
    }

    /// Assigns all variables in every way; an error is an early end.
    fn assign_variables(
        &mut self,
        effort: &mut TextbookEffort,
        give: SolutionCallback<'_>,
    ) -> Result<(), EnumerationEnd> {
        self.open_next_variable(effort, give)?;
        while !self.frames.is_empty() {
            self.take_back(effort);
            let Some((variable, value)) = self.next_value() else {
                self.leave_variable();
                continue;
            };
            if effort.assignments.is_multiple_of(ASSIGNMENTS_BETWEEN_POLLS)
                && let Some(stop) = self.control.stop_reason()
            {
                return Err(EnumerationEnd::Stopped(stop));
            }
            if self.settings.limit.is_some_and(|limit| effort.assignments >= limit) {
                let limit = effort.assignments;
                let why = format!("the limit of {limit} assignments was reached");
                return Err(EnumerationEnd::GaveUp(why));
            }
            effort.assignments += 1;
            let assigned = self.domains.assign_value(variable, value, self.control);
            // The frame is updated before a stop is returned, so that `run_search` takes the
            // assignment back.
            let removed = assigned.as_ref().map_or(0, |(_, removed)| *removed);
            if let Some(frame) = self.frames.last_mut() {
                frame.current = Some(AssignmentEffect { removed, solved: false });
            }
            effort.prunings += removed;
            effort.kept += removed;
            if assigned.map_err(EnumerationEnd::Stopped)?.0 {
                self.open_next_variable(effort, give)?;
            }
        }
        Ok(())
    }

    /// Opens the next variable, or reports a solution if all are assigned.
    fn open_next_variable(
        &mut self,
        effort: &mut TextbookEffort,
        give: SolutionCallback<'_>,
    ) -> Result<(), EnumerationEnd> {
        let Some(variable) = self.choose_variable() else {
            return self.report_solution(effort, give);
        };
        let mut values: Vec<Value> = self.domains.store().values(variable).collect();
        if self.settings.values == ValueOrder::Descending {
            values.reverse();
        }
        self.frames.push(TextbookFrame { variable, values, next: 0, current: None });
        Ok(())
    }

    fn next_value(&mut self) -> Option<(VarId, Value)> {
        let frame = self.frames.last_mut()?;
        let value = *frame.values.get(frame.next)?;
        frame.next += 1;
        Some((frame.variable, value))
    }

    /// Removes the next variable from those that wait.
    fn choose_variable(&mut self) -> Option<VarId> {
        let (model, store) = (self.model, self.domains.store());
        let key = |&(place, &v): &(usize, &VarId)| {
            let hidden = !model.variables()[v.index()].shown;
            match self.settings.order {
                // `waiting` is reordered by the search, so the index of the variable, not its place
                // there, means the order of the model.
                TextbookVariableOrder::First => (hidden, 0, v.index()),
                TextbookVariableOrder::Smallest => (hidden, store.domain_size(v), v.index()),
                TextbookVariableOrder::SmallestListed => (hidden, store.domain_size(v), place),
            }
        };
        let (place, _) = self.waiting.iter().enumerate().min_by_key(key)?;
        Some(self.waiting.remove(place))
    }

    /// Takes the current assignment of the last variable back, if there is one.
    fn take_back(&mut self, effort: &mut TextbookEffort) {
        let Some(frame) = self.frames.last_mut() else { return };
        let Some(assigned) = frame.current.take() else { return };
        self.domains.take_back(frame.variable);
        effort.kept -= assigned.removed;
        effort.backtracks += u64::from(!assigned.solved);
    }

    /// Leaves the last variable, which has no assignment.
    fn leave_variable(&mut self) {
        if let Some(frame) = self.frames.pop() {
            // At the end of the list, as `SmallestListed` describes; the other orders ignore
            // places.
            self.waiting.push(frame.variable);
        }
    }

    fn report_solution(
        &mut self,
        effort: &mut TextbookEffort,
        give: SolutionCallback<'_>,
    ) -> Result<(), EnumerationEnd> {
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
                return Err(EnumerationEnd::Enough);
            }
        }
        // Other values of hidden variables make no other solution, but perhaps a better one.
        while self.objective.is_none()
            && self.frames.last().is_some_and(|frame| self.is_hidden(frame.variable))
        {
            self.take_back(effort);
            self.leave_variable();
        }
        Ok(())
    }

    fn is_hidden(&self, v: VarId) -> bool {
        !self.model.variables()[v.index()].shown
    }

    /// Whether a solution is better than those before, for an optimisation.
    fn is_wanted(&mut self, values: &[Value]) -> bool {
        let Some(objective) = self.objective else { return true };
        let value = objective.value_under(values);
        let better = self.best.is_none_or(|best| objective.is_better(value, best));
        if better {
            self.best = Some(value);
        }
        better
    }
}
