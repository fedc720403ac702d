//! Passes on the candidates of several engines for one question, each only once.

use std::collections::HashSet;
use std::ops::ControlFlow;

use parallax_model::engine_api::{CandidateCallback, Task};
use parallax_model::{Model, Value};

/// Passes candidates on, except those that an earlier engine has found.
pub(super) struct CandidateFilter<'m, 'c> {
    model: &'m Model,
    task: Task,
    on_candidate: CandidateCallback<'c>,
    /// The shown values of the candidates passed on, for a task with a limit.
    passed: HashSet<Vec<Value>>,
    /// The value of the best solution so far, for an optimisation.
    best: Option<i64>,
    /// The number of candidates passed on.
    pub(super) found: u64,
    /// Whether the receiver has stopped the question.
    enough: bool,
}

impl<'m, 'c> CandidateFilter<'m, 'c> {
    pub(super) fn new(model: &'m Model, task: Task, on_candidate: CandidateCallback<'c>) -> Self {
        let (passed, best) = (HashSet::new(), None);
        CandidateFilter { model, task, on_candidate, passed, best, found: 0, enough: false }
    }

    /// Passes a candidate on unless it is known.
    pub(super) fn pass_candidate(&mut self, values: &[Value]) -> ControlFlow<()> {
        if self.is_known(values) {
            return ControlFlow::Continue(());
        }
        self.found += 1;
        let heard = (self.on_candidate)(values);
        self.enough |= heard.is_break();
        match self.task.solution_limit() {
            Some(limit) if self.found >= limit => ControlFlow::Break(()),
            _ => heard,
        }
    }

    /// Whether the receiver has stopped the question, or has as many solutions as requested.
    pub(super) fn is_full(&self) -> bool {
        self.enough || self.task.solution_limit().is_some_and(|limit| self.found >= limit)
    }

    /// Whether a candidate, or one at least as good, was passed on before; records it if not.
    /// Values of a wrong length are passed on, so that the judge reports them.
    fn is_known(&mut self, values: &[Value]) -> bool {
        if values.len() != self.model.variables().len() {
            return false;
        }
        match (self.task, self.model.objective()) {
            (Task::Optimise, Some(objective)) => {
                let value = objective.value_under(values);
                if self.best.is_some_and(|best| !objective.is_better(value, best)) {
                    return true;
                }
                self.best = Some(value);
                false
            }
            (Task::First | Task::Limit(_), _) => {
                let shown = self.model.shown().iter().map(|v| values[v.index()]).collect();
                !self.passed.insert(shown)
            }
            _ => false,
        }
    }
}
