//! Engines that write down what they do.

use std::sync::Arc;

use super::{Spec, native, paper, reform};
use crate::ask::{Control, Counters, Ended, Refusal, Trace};
use crate::model::Model;

/// What an engine did on a model, looking for all solutions.
#[derive(Clone, Debug)]
pub struct TracedRun {
    /// Step by step.
    pub trace: Trace,
    /// The effort of the whole.
    pub counters: Counters,
    /// Why the run did not come to its end, if so.
    pub stopped: Option<String>,
}

impl TracedRun {
    /// What was done until a run ended.
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

/// What ends a run whose trace is full.
pub(super) fn full(trace: &Trace) -> Ended {
    Ended::GaveUp(format!("the limit of {} nodes was reached", trace.steps.len()))
}

impl Spec {
    /// Whether the engine can write down what it does.
    pub fn is_traced(&self) -> bool {
        matches!(self, Spec::Native(_) | Spec::Reform(_) | Spec::Paper(paper::Paper::Reform(_)))
    }

    /// Looks for all solutions of a model and writes down what is done, up to
    /// `most` steps.
    ///
    /// # Errors
    /// As [`prepare`](crate::ask::Engine::prepare), and for engines that do
    /// not write it down.
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
            Spec::Paper(paper::Paper::Reform(options)) => {
                paper::trace(model, *options, seed, most, control)
            }
            other => Err(Refusal::Unsupported(format!(
                "'{other}' does not write down its steps; native, reform and reform:paper do"
            ))),
        }
    }
}
