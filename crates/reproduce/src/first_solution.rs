//! One search for a first solution, with its effort.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use parallax_engines::Spec;
use parallax_model::Model;
use parallax_model::ask::{Answer, Control, Counters, Engine, Refusal, Session, Task};
use parallax_model::instance::{Instance, Viewpoint};

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
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

impl End {
    /// Returns the reason of a limit or a fault, in words.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        match self {
            End::Limit(reason) | End::Fault(reason) => Some(reason),
            End::Solved | End::NoSolution | End::Interrupted => None,
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Trial {
    /// How it ended.
    pub end: End,
    /// Its deterministic effort.
    pub counters: Counters,
    /// The time of the search alone.
    pub time: Duration,
}

impl Trial {
    /// A counter, or 0 if it is not reported.
    #[must_use]
    pub fn count(&self, name: &str) -> u64 {
        self.counters.get(name).unwrap_or(0)
    }

    /// A search that did not take place.
    #[must_use]
    pub fn none(end: End) -> Self {
        Trial { end, counters: Counters::new(), time: Duration::ZERO }
    }
}

/// A model prepared for searches that differ only in their givens.
pub struct Bench {
    model: Arc<Model>,
    session: Result<Box<dyn Session>, Refusal>,
}

impl Bench {
    /// Prepares native search.
    #[must_use]
    pub fn new(model: Arc<Model>, engine: &Spec, control: &Control) -> Self {
        let session = engine.prepare(&model, 0, control);
        Bench { model, session }
    }

    /// Whether the engine does not take the model.
    #[must_use]
    pub fn refuses(&self) -> bool {
        matches!(self.session, Err(Refusal::Unsupported(_)))
    }

    /// Searches for the first solution of an instance of this model. The candidate is checked
    /// by the model and by the puzzle's rules.
    pub fn first(
        &mut self,
        instance: &dyn Instance,
        viewpoint: &Viewpoint,
        control: &Control,
    ) -> Trial {
        if control.stopped() == Some(parallax_model::ask::Stop::Cancelled) {
            return Trial::none(End::Interrupted);
        }
        let session = match &mut self.session {
            Ok(session) => session,
            Err(Refusal::Stopped(stop)) => return Trial::none(End::Limit(stop.to_string())),
            Err(refusal) => {
                return Trial::none(End::Fault(Answer::from(refusal.clone()).to_string()));
            }
        };
        let givens = instance.givens(viewpoint);
        let mut fault = None;
        let outcome = session.ask(&givens, Task::First, control, &mut |values| {
            fault = match self.model.check(&givens, values) {
                Ok(solution) => instance.rules(&instance.solution(viewpoint, &solution)).err(),
                Err(broken) => {
                    Some(parallax_model::instance::BrokenRule::new("model", broken.to_string()))
                }
            };
            ControlFlow::Continue(())
        });
        let end = match (fault, outcome.answer) {
            (Some(broken), _) => End::Fault(broken.to_string()),
            (None, Answer::Satisfiable | Answer::Optimal(_)) => End::Solved,
            (None, Answer::Unsatisfiable) => End::NoSolution,
            (None, Answer::Unsupported(why)) => End::Fault(why),
            (None, Answer::Unknown(_)) if cancelled(control) => End::Interrupted,
            (None, Answer::Unknown(why)) => End::Limit(why.to_string()),
        };
        Trial { end, counters: outcome.counters, time: outcome.solve }
    }
}

fn cancelled(control: &Control) -> bool {
    control.stopped() == Some(parallax_model::ask::Stop::Cancelled)
}
