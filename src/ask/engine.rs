//! The seam between a model and whatever solves it.

use std::ops::ControlFlow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Answer, Control, Core, Family, Outcome, Stop, Task};
use crate::model::{Given, Model, ModelError, Value};

/// A whole way from model to answer. Engines are plain data and may cross
/// threads; the sessions that they prepare need not.
pub trait Engine: Send + Sync {
    /// The full name, for example `sat:batsat+direct`.
    fn spec(&self) -> String;

    /// What stands behind the engine; unknown when it does not say.
    fn family(&self) -> Family {
        Family::default()
    }

    /// Whether a session is to be asked one question only, with everything
    /// that is given inside its model.
    fn asks_once(&self) -> bool {
        false
    }

    /// Makes everything that depends on the model alone (propagators, base
    /// formula, solver). Called inside the thread that will ask. `seed` drives
    /// whatever is random; the same seed gives the same counters.
    ///
    /// # Errors
    /// [`Refusal`] when the engine cannot take this model, or when `control`
    /// stopped the work.
    fn prepare(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, Refusal>;
}

/// A prepared model that can be asked many times.
pub trait Session {
    /// Finds solutions of the model under `givens` (variables fixed to values
    /// for this question alone) until `task` is done, `control` says stop or
    /// the callback breaks off. Every candidate is a value for each variable
    /// of the model in order; no two agree on all shown variables, and where
    /// the best is asked for ([`Task::Optimise`]) each is better than the one
    /// before.
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Outcome;

    /// Asks whether the constraints at these places of the model, and no
    /// others, have a solution under `givens`: `None` when they have one, else
    /// those of them that cannot hold together, in the order in which they
    /// were named.
    ///
    /// # Errors
    /// Unknown, or unsupported where the engine has no cores.
    fn core(
        &mut self,
        givens: &[Given],
        constraints: &[usize],
        control: &Control,
    ) -> Result<Option<Core>, Answer> {
        let _ = (givens, constraints, control);
        Err(super::no_cores())
    }
}

/// Receives each candidate as it is found; breaking off ends the search.
pub type OnCandidate<'a> = &'a mut dyn FnMut(&[Value]) -> ControlFlow<()>;

/// Why an engine did not prepare a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The model has something that the engine does not know or cannot hold.
    Unsupported(String),
    /// A limit was reached while preparing.
    Stopped(Stop),
    /// The solver behind the engine failed.
    Failed(String),
}

impl From<Stop> for Refusal {
    fn from(stop: Stop) -> Self {
        Refusal::Stopped(stop)
    }
}

impl From<ModelError> for Refusal {
    fn from(fault: ModelError) -> Self {
        Refusal::Unsupported(fault.to_string())
    }
}

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Unsupported(why) => Answer::Unsupported(why),
            Refusal::Stopped(stop) => stop.into(),
            Refusal::Failed(why) => Answer::Unknown(why),
        }
    }
}
