//! Engines that record a trace.

use std::sync::Arc;

use parallax_model::Model;
use parallax_model::ask::{Control, Counters, Ended, Refusal, Trace};

use super::{Spec, native, paper, reform};

/// A trace of an engine that searched for all solutions of a model.
#[derive(Clone, Debug)]
pub struct TracedRun {
    /// The recorded steps.
    pub trace: Trace,
    /// The effort of the whole run.
    pub counters: Counters,
    /// The reason why the run did not finish, if it did not.
    pub stopped: Option<String>,
}

impl TracedRun {
    /// Makes the result of a run that ended in this way.
    pub(super) fn new(trace: Trace, counters: Counters, ended: Result<(), Ended>) -> Self {
        let stopped = match ended {
            Ok(()) | Err(Ended::Exhausted) => None,
            Err(Ended::Stopped(stop)) => Some(stop.to_string()),
            Err(Ended::GaveUp(why) | Ended::Wrong(why)) => Some(why),
            Err(Ended::Enough) => Some("enough was found".to_owned()),
        };
        TracedRun { trace, counters, stopped }
    }
}

/// Returns the end of a run whose trace is full.
pub(super) fn full(trace: &Trace) -> Ended {
    Ended::GaveUp(format!("the limit of {} nodes was reached", trace.steps.len()))
}

impl Spec {
    /// Whether the engine can record a trace.
    #[must_use]
    pub fn is_traced(&self) -> bool {
        match self {
            Spec::Native(_) | Spec::Reform(_) => true,
            Spec::Paper(algorithm) => !matches!(algorithm, paper::Paper::Brute),
            _ => false,
        }
    }

    /// Searches for all solutions of a model and records the steps, at most `most`.
    ///
    /// # Errors
    /// Returns the errors of [`prepare`](parallax_model::ask::Engine::prepare), and refuses an
    /// engine without traces.
    pub fn trace(
        &self,
        model: &Arc<Model>,
        seed: u64,
        most: usize,
        control: &Control,
    ) -> Result<TracedRun, Refusal> {
        match self {
            Spec::Native(settings) => native::trace(model, settings, seed, most, control),
            Spec::Reform(choices) => reform::trace(model, choices, seed, most, control),
            Spec::Paper(algorithm) if self.is_traced() => {
                paper::trace(model, *algorithm, seed, most, control)
            }
            other => Err(Refusal::Unsupported(format!(
                "'{other}' does not record its steps; native, reform, reform:paper and native:set-paper do"
            ))),
        }
    }
}
