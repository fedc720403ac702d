//! Engines that record a trace.

use std::sync::Arc;

use parallax_model::Model;
use parallax_model::engine_api::{
    Control, EffortCounters, EndReason, EnumerationEnd, PreparationError, SolverTrace,
};

/// A trace of an engine that searched for all solutions of a model.
#[derive(Clone, Debug)]
pub struct TracedRun {
    /// The recorded steps.
    pub trace: SolverTrace,
    /// The effort of the whole run.
    pub counters: EffortCounters,
    /// The reason why the run did not finish, if it did not.
    pub stopped: Option<EndReason>,
}

impl TracedRun {
    /// Makes the result of a run that ended in this way.
    pub(super) fn new(
        trace: SolverTrace,
        counters: EffortCounters,
        ended: Result<(), EnumerationEnd>,
    ) -> Self {
        let stopped = match ended {
            Ok(()) | Err(EnumerationEnd::Exhausted) => None,
            Err(EnumerationEnd::Stopped(stop)) => Some(stop.into()),
            Err(EnumerationEnd::GaveUp(why) | EnumerationEnd::Wrong(why)) => Some(why.into()),
            Err(EnumerationEnd::Enough) => Some("enough was found".into()),
        };
        TracedRun { trace, counters, stopped }
    }
}

/// Returns the end of a run whose trace is full.
pub(super) fn full_trace(trace: &SolverTrace) -> EnumerationEnd {
    EnumerationEnd::GaveUp(format!("the limit of {} nodes was reached", trace.steps.len()))
}

/// An engine that records its steps.
pub trait TracingEngine {
    /// Searches for all solutions of a model and records the steps, at most `max_steps`.
    ///
    /// # Errors
    /// If the engine does not take the model, or `control` stopped the work.
    fn record_trace(
        &self,
        model: &Arc<Model>,
        seed: u64,
        max_steps: usize,
        control: &Control,
    ) -> Result<TracedRun, PreparationError>;
}
