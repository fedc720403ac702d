//! The interface between a model and its solvers.

use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{
    Answer, Control, EngineAbilities, EngineFamily, QuestionOutcome, StopReason, Task, UnsatCore,
};
use crate::{Given, Model, ModelError, Value};

/// A complete method from model to answer. Engines are plain data and may cross threads; the
/// sessions that they prepare need not.
pub trait Engine: Send + Sync {
    /// Returns the full name, for example `sat:batsat+direct`.
    fn spec(&self) -> String;

    /// Returns the engine that this one runs in its own way, for example in a child. It declares
    /// what this one does not.
    fn inner_engine(&self) -> Option<&dyn Engine> {
        None
    }

    /// Returns the name in tables: the full one, unless the user gave the engine a short one.
    fn name(&self) -> String {
        self.inner_engine().map_or_else(|| self.spec(), Engine::name)
    }

    /// Returns the family of the engine; unknown unless the engine declares it.
    fn family(&self) -> EngineFamily {
        self.inner_engine().map_or_else(EngineFamily::default, Engine::family)
    }

    /// Returns the compiler between the model and the solver, if any. Nothing checks its output, so
    /// a claim of the engine rests on it as well.
    fn compiler_name(&self) -> Option<&'static str> {
        self.inner_engine().and_then(Engine::compiler_name)
    }

    /// Returns the abilities and needs of the engine.
    fn abilities(&self) -> EngineAbilities {
        self.inner_engine().map_or_else(EngineAbilities::default, Engine::abilities)
    }

    /// Builds everything that depends on the model alone (propagators, base formula, solver),
    /// inside the thread that will ask. `seed` drives all random choices; the same seed gives
    /// the same counters.
    ///
    /// # Errors
    /// Returns a [`PreparationError`] if the engine does not support this model, or if `control`
    /// stopped the work.
    fn prepare(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError>;
}

/// A prepared model that answers any number of questions.
pub trait Session {
    /// Finds solutions of the model under `givens` (variables fixed to values for this question
    /// alone) until `task` is done, `control` is stopped, or the callback breaks. Every candidate
    /// is a value for each variable of the model in order. No two candidates agree on all shown
    /// variables, and in an optimisation ([`Task::Optimise`]) each is better than the one before.
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome;

    /// Decides whether the constraints at these places of the model, and no others, have a
    /// solution under `givens`. Returns `None` if they have, otherwise a core of them, in the
    /// order in which they were passed.
    ///
    /// # Errors
    /// Returns unknown, or unsupported if the engine has no cores.
    fn core(
        &mut self,
        givens: &[Given],
        constraints: &[usize],
        control: &Control,
    ) -> Result<Option<UnsatCore>, Answer> {
        let _ = (givens, constraints, control);
        Err(super::no_cores())
    }
}

/// Receives each candidate as it is found; breaking ends the search.
pub type CandidateCallback<'a> = &'a mut dyn FnMut(&[Value]) -> ControlFlow<()>;

/// The reason why an engine did not prepare a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PreparationError {
    /// The model has something that the engine cannot handle or hold.
    Unsupported(String),
    /// A limit was reached during the preparation.
    Stopped(StopReason),
    /// The solver of the engine failed.
    Failed(String),
}

/// Prints as the [`Answer`] that it becomes.
impl fmt::Display for PreparationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Answer::from(self.clone()).fmt(f)
    }
}

impl Error for PreparationError {}

impl From<StopReason> for PreparationError {
    fn from(stop: StopReason) -> Self {
        PreparationError::Stopped(stop)
    }
}

impl From<ModelError> for PreparationError {
    fn from(fault: ModelError) -> Self {
        PreparationError::Unsupported(fault.to_string())
    }
}

impl From<PreparationError> for Answer {
    fn from(refusal: PreparationError) -> Self {
        match refusal {
            PreparationError::Unsupported(why) => Answer::Unsupported(why),
            PreparationError::Stopped(stop) => stop.into(),
            PreparationError::Failed(why) => Answer::Unknown(why.into()),
        }
    }
}
