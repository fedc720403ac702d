//! A puzzle to solve: its rules, and what else it can answer.

use std::any::Any;

use thiserror::Error;

use super::{ExplanationSource, ModelSource, PuzzleNotation, PuzzlePicture, PuzzleReduction};
use parallax_model::engine_api::Task;
use parallax_model::{Model, Solution, Value};

/// A solution in the form of the puzzle. It does not depend on the model, so that solutions of
/// different models can be compared. SET: three card numbers, ascending from 1. Grids: the cells
/// row by row. Models: the shown variables in order.
pub type PuzzleSolution = Vec<Value>;

/// One puzzle to solve.
///
/// Its models are those of a [`ModelSource`]; the judge asks for its rules; readers and writers use
/// its notation, and pictures are drawn by its picture. Explanations and shrinking are abilities
/// that it may have.
pub trait Instance: ModelSource {
    /// Checks a solution by the puzzle's own rules. Shares no code with models. If there is a
    /// [`completion`](Instance::completion), this is not enough:
    /// [`judge_solution`](super::judge_solution) does both.
    ///
    /// # Errors
    /// Returns the broken rule, and its place.
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRuleError>;

    /// Checks a solution of that model, of which `solution` is the puzzle solution, by the puzzle's
    /// own rules. By default, these are the [`rules`](Instance::rules) of the puzzle solution;
    /// instances whose rules need the values of hidden variables override it.
    ///
    /// # Errors
    /// Returns the errors of [`rules`](Instance::rules).
    fn rules_in_full(&self, all: &Solution, solution: &[Value]) -> Result<(), BrokenRuleError> {
        match self.wrapped_instance() {
            Some(inner) => inner.rules_in_full(all, solution),
            None => self.rules(solution),
        }
    }

    /// Returns a model that has a solution exactly if a puzzle solution that keeps the rules is
    /// valid: the values of the solution are given, and the hidden variables, which the rules do
    /// not cover, are open. `None`, the default, if the rules cover all.
    fn completion(&self, solution: &[Value]) -> Option<Model> {
        self.wrapped_instance()?.completion(solution)
    }

    /// Returns the value of the objective, if the instance has one and knows it by itself. `None`
    /// by default.
    fn objective_value(&self, solution: &[Value]) -> Option<i128> {
        self.wrapped_instance()?.objective_value(solution)
    }

    /// Returns the goal that the instance itself states. Commands that solve pursue it unless the
    /// user names a task. `None` by default.
    fn goal(&self) -> Option<InstanceGoal> {
        self.wrapped_instance()?.goal()
    }

    /// Returns the default task of `compare`: up to two solutions, unless an instance says more.
    fn default_task(&self) -> Task {
        self.wrapped_instance().map_or(Task::Limit(2), Instance::default_task)
    }

    /// Returns the notation of the instance and of its solutions.
    fn notation(&self) -> &dyn PuzzleNotation;

    /// Returns the pictures of the instance and of its solutions.
    fn picture(&self) -> &dyn PuzzlePicture;

    /// Returns what explanations need beyond the model. `None`, the default, if its constraints are
    /// what people know as the rules.
    fn explanation_source(&self) -> Option<&dyn ExplanationSource> {
        self.wrapped_instance()?.explanation_source()
    }

    /// Returns the ways to make the instance smaller. `None`, the default, if there are none.
    fn puzzle_reduction(&self) -> Option<&dyn PuzzleReduction> {
        self.wrapped_instance()?.puzzle_reduction()
    }
}

/// Returns an instance as one of this type, also from inside a wrapper with givens or its own
/// output.
#[must_use]
pub fn downcast_instance<T: Instance>(instance: &dyn Instance) -> Option<&T> {
    let any: &dyn Any = instance;
    any.downcast_ref().or_else(|| downcast_instance(instance.wrapped_instance()?))
}

/// The goal that an instance states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstanceGoal {
    /// Solutions.
    Task(Task),
    /// The values that every solution has, and those that none has.
    Consequences,
}

/// A rule of the puzzle that a solution breaks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {rule}")]
pub struct BrokenRuleError {
    /// The place: a cell, a row, a card.
    pub place: String,
    /// The rule and how it is broken.
    pub rule: String,
}

impl BrokenRuleError {
    /// Creates the report that `rule` is broken at `place`.
    pub fn new(place: impl Into<String>, rule: impl Into<String>) -> Self {
        BrokenRuleError { place: place.into(), rule: rule.into() }
    }
}
