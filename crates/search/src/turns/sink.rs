//! Passes on the solutions of several searches of one question, each once.

use std::ops::ControlFlow;
use std::time::Duration;

use parallax_model::engine_api::{CandidateCallback, QuestionClock, Task};
use parallax_model::{Model, Objective, Value};

use super::is_for_few;

/// The receiver of a question's solutions, whichever search finds them.
pub(crate) struct SolutionSink<'c> {
    clock: QuestionClock,
    on_candidate: CandidateCallback<'c>,
    limit: Option<u64>,
    /// Set if the task is the best solution.
    objective: Option<Objective>,
    /// The indices of the shown variables.
    shown: Vec<usize>,
    /// Whether several searches may find the same solution.
    filters: bool,
    /// If so, the solutions passed on; of an optimisation, the last one.
    known: Vec<Vec<Value>>,
    /// The number of solutions passed on.
    pub(crate) found: u64,
    /// Whether the receiver has all the solutions that it wants.
    pub(crate) is_full: bool,
}

impl<'c> SolutionSink<'c> {
    /// Receives solutions from several searches, if the task is for few.
    pub(crate) fn new(
        model: &Model,
        task: Task,
        clock: QuestionClock,
        on_candidate: CandidateCallback<'c>,
    ) -> Self {
        SolutionSink {
            filters: is_for_few(task),
            clock,
            on_candidate,
            limit: task.solution_limit(),
            objective: model.objective().filter(|_| task == Task::Optimise).cloned(),
            shown: model.shown().iter().map(|v| v.index()).collect(),
            known: Vec::new(),
            found: 0,
            is_full: false,
        }
    }

    /// Passes a solution on, unless it was passed on before or does not improve on the last.
    pub(crate) fn pass_solution(&mut self, values: &[Value]) -> ControlFlow<()> {
        if self.is_full {
            return ControlFlow::Break(());
        }
        if !self.filters {
            return self.hand_out(values);
        }
        // A search may report a solution that was better than its own bound but not than that of
        // the other search.
        if let (Some(objective), Some(last)) = (&self.objective, self.known.last()) {
            if !objective.is_better(objective.value_under(values), objective.value_under(last)) {
                return ControlFlow::Continue(());
            }
            self.known.clear();
        }
        // Solutions that differ only in hidden variables are one. A linear scan is enough: at most
        // ten are requested.
        let is_known = |known: &Vec<Value>| self.shown.iter().all(|&v| known[v] == values[v]);
        if self.known.iter().any(is_known) {
            return ControlFlow::Continue(());
        }
        self.known.push(values.to_vec());
        self.hand_out(values)
    }

    fn hand_out(&mut self, values: &[Value]) -> ControlFlow<()> {
        self.found += 1;
        let (clock, on_candidate) = (&mut self.clock, &mut self.on_candidate);
        // The receiver's time, such as writing the solution, does not count as solving.
        self.is_full = clock.run_outside(|| on_candidate(values)).is_break()
            || self.limit.is_some_and(|limit| self.found >= limit);
        if self.is_full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Returns the solutions passed on, from number `from` on.
    pub(crate) fn solutions_since(&self, from: usize) -> Vec<Vec<Value>> {
        self.known.get(from..).unwrap_or_default().to_vec()
    }

    /// Returns the value of the best solution.
    pub(crate) fn best_value(&self) -> Option<i64> {
        let objective = self.objective.as_ref()?;
        self.known.last().map(|values| objective.value_under(values))
    }

    /// Returns the cost of the best solution.
    pub(crate) fn best_cost(&self) -> Option<i64> {
        let objective = self.objective.as_ref()?;
        self.best_value().map(|value| objective.convert_cost(value))
    }

    /// Returns the time since the start of the question without that of the receiver.
    pub(crate) fn elapsed_time(&self) -> Duration {
        self.clock.elapsed_time()
    }
}

#[cfg(test)]
mod tests {
    use parallax_model::{Domain, LinearTerm, ObjectiveSense};

    use super::*;

    fn model(objective: bool) -> Model {
        let mut model = Model::new("two");
        let x = model.add_shown("x", Domain::from_range(0, 9)).unwrap();
        model.add_hidden("h", Domain::from_range(0, 9)).unwrap();
        if objective {
            let terms = vec![LinearTerm { coefficient: 1, variable: x }];
            let objective = Objective { sense: ObjectiveSense::Maximize, terms, digits: 0 };
            model.set_objective(objective).unwrap();
        }
        model
    }

    fn passed(model: &Model, task: Task, all: &[[Value; 2]]) -> Vec<Vec<Value>> {
        let mut passed = Vec::new();
        let mut take = |values: &[Value]| {
            passed.push(values.to_vec());
            ControlFlow::Continue(())
        };
        let mut sink = SolutionSink::new(model, task, QuestionClock::start_clock(), &mut take);
        for values in all {
            if sink.pass_solution(values).is_break() {
                break;
            }
        }
        assert_eq!(sink.found as usize, passed.len());
        passed
    }

    #[test]
    fn solutions_with_the_same_shown_values_pass_once() {
        let all = [[1, 0], [1, 2], [2, 0], [1, 1], [3, 0], [4, 0]];
        let expected = [[1, 0], [2, 0], [3, 0]];
        assert_eq!(passed(&model(false), Task::Limit(3), &all), expected);
    }

    #[test]
    fn only_better_solutions_pass() {
        let all = [[1, 0], [1, 2], [0, 0], [4, 0], [2, 0], [5, 1]];
        assert_eq!(passed(&model(true), Task::Optimise, &all), [[1, 0], [4, 0], [5, 1]]);
    }
}
