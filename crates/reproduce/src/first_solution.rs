//! One search for a first solution, with its effort.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use parallax_engines::Spec;
use parallax_instance::{Instance, Viewpoint};
use parallax_model::Model;
use parallax_model::engine_api::{
    Answer, Control, EffortCounters, Engine, PreparationError, Session, Task,
};

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrialEnd {
    /// With a solution that passes both checks.
    Solved,
    /// There is no solution.
    NoSolution,
    /// A limit of nodes or time was reached first.
    Limit(String),
    /// The run was interrupted.
    Interrupted,
    /// With a candidate that fails a check, or an engine that refuses the model: a fault of
    /// this program.
    Fault(String),
}

impl TrialEnd {
    /// Returns the reason of a limit or a fault.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        match self {
            TrialEnd::Limit(reason) | TrialEnd::Fault(reason) => Some(reason),
            TrialEnd::Solved | TrialEnd::NoSolution | TrialEnd::Interrupted => None,
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SearchTrial {
    /// How it ended.
    pub end: TrialEnd,
    /// Its deterministic effort.
    pub counters: EffortCounters,
    /// The time of the search alone.
    pub time: Duration,
}

impl SearchTrial {
    /// Returns a counter, or 0 if it is not reported.
    #[must_use]
    pub fn counter_value(&self, name: &str) -> u64 {
        self.counters.get(name).unwrap_or(0)
    }

    /// Returns the result of a search that did not take place.
    #[must_use]
    pub fn without_search(end: TrialEnd) -> Self {
        SearchTrial { end, counters: EffortCounters::new(), time: Duration::ZERO }
    }
}

/// A model prepared for searches that differ only in their givens.
pub struct TrialBench {
    model: Arc<Model>,
    session: Result<Box<dyn Session>, PreparationError>,
}

impl TrialBench {
    /// Prepares native search.
    #[must_use]
    pub fn new(model: Arc<Model>, engine: &Spec, control: &Control) -> Self {
        let session = engine.prepare(&model, 0, control);
        TrialBench { model, session }
    }

    /// Whether the engine refuses the model.
    #[must_use]
    pub fn refuses_model(&self) -> bool {
        matches!(self.session, Err(PreparationError::Unsupported(_)))
    }

    /// Searches for the first solution of an instance of this model. The candidate is checked
    /// by the model and by the puzzle's rules.
    pub fn search_first(
        &mut self,
        instance: &dyn Instance,
        viewpoint: &Viewpoint,
        control: &Control,
    ) -> SearchTrial {
        // An interrupt before the search is not a limit of this trial.
        if control.stop_reason() == Some(parallax_model::engine_api::StopReason::Cancelled) {
            return SearchTrial::without_search(TrialEnd::Interrupted);
        }
        let session = match &mut self.session {
            Ok(session) => session,
            Err(PreparationError::Stopped(stop)) => {
                return SearchTrial::without_search(TrialEnd::Limit(stop.to_string()));
            }
            Err(refusal) => {
                return SearchTrial::without_search(TrialEnd::Fault(
                    Answer::from(refusal.clone()).to_string(),
                ));
            }
        };
        let givens = instance.givens(viewpoint);
        let mut fault = None;
        let outcome = session.ask(&givens, Task::First, control, &mut |values| {
            // The task asks for one solution, so the callback sees one candidate at most. The
            // model's check comes first: the puzzle may only interpret values that satisfy the
            // model.
            fault = match self.model.check(&givens, values) {
                Ok(solution) => instance.rules(&instance.solution(viewpoint, &solution)).err(),
                Err(broken) => {
                    Some(parallax_instance::BrokenRuleError::new("model", broken.to_string()))
                }
            };
            ControlFlow::Continue(())
        });
        // A refuted candidate is a fault whatever the engine answers afterwards.
        let end = match (fault, outcome.answer) {
            (Some(broken), _) => TrialEnd::Fault(broken.to_string()),
            (None, Answer::Satisfiable | Answer::Optimal(_)) => TrialEnd::Solved,
            (None, Answer::Unsatisfiable) => TrialEnd::NoSolution,
            (None, Answer::Unsupported(why)) => TrialEnd::Fault(why),
            // A cancelled search also answers "unknown", and must not count as one that reached its
            // limit.
            (None, Answer::Unknown(_)) if is_cancelled(control) => TrialEnd::Interrupted,
            (None, Answer::Unknown(why)) => TrialEnd::Limit(why.to_string()),
        };
        SearchTrial { end, counters: outcome.counters, time: outcome.solve }
    }
}

fn is_cancelled(control: &Control) -> bool {
    control.stop_reason() == Some(parallax_model::engine_api::StopReason::Cancelled)
}
