//! Native search as an engine.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_model::Model;
use parallax_model::engine_api::{
    Answer, Control, EngineAbilities, EngineFamily, PreparationError, Session, SolverLineage, Task,
};
use parallax_search::{ByTask, SearchSettings, SearchState};

use super::TracedRun;
use super::spec::{ConfiguredEngine, EngineKind, EngineUsage, Spec, SpecFault, settings_after};
use super::trace::TracingEngine;

/// The first word of its specs.
const ENGINE_NAME: &str = "native";

/// Backtracking with propagation.
#[derive(Clone, Debug, PartialEq)]
pub struct NativeSearch {
    /// The settings of the search.
    pub settings: SearchSettings,
}

impl Spec {
    /// Returns native search with its default settings.
    #[must_use]
    pub fn native() -> Self {
        Spec::native_with(SearchSettings::default())
    }

    /// Returns native search with these settings.
    #[must_use]
    pub fn native_with(settings: SearchSettings) -> Self {
        Spec::new(NativeSearch { settings })
    }
}

impl fmt::Display for NativeSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{ENGINE_NAME}{}", self.settings)
    }
}

impl EngineKind for NativeSearch {
    const NAMES: &'static [&'static str] = &[ENGINE_NAME];

    const USAGE: Option<EngineUsage> = Some(EngineUsage {
        title: "Native search",
        text: "Native search takes native[:VARIABLES[+VALUES]][,CHOICE...], for example \
               native:mid+aval,gac or native,ac,sum=bounds:",
    });

    fn parse_spec(text: &str) -> Option<Result<Self, SpecFault>> {
        let settings = settings_after(text, ENGINE_NAME)?.parse().map_err(SpecFault::part_fault);
        Some(settings.map(|settings| NativeSearch { settings }))
    }

    fn list_variants() -> Vec<Self> {
        vec![NativeSearch { settings: SearchSettings::default() }]
    }

    fn list_defaults() -> Vec<Self> {
        NativeSearch::list_variants()
    }
}

impl ConfiguredEngine for NativeSearch {
    fn family(&self) -> EngineFamily {
        EngineFamily::from_solver(SolverLineage::Native)
    }

    fn abilities(&self) -> EngineAbilities {
        EngineAbilities { uses_rivals: true, ..EngineAbilities::default() }
    }

    fn description(&self) -> String {
        format!(
            "backtracking with propagation; {}, {}",
            self.settings.variables.short_description(),
            self.settings.values.short_description()
        )
    }

    fn takes_globals(&self) -> bool {
        !self.settings.plain
    }

    fn start_session(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        Ok(Box::new(ByTask::new(model, &self.settings, seed, control)?))
    }

    fn tracing_engine(&self) -> Option<&dyn TracingEngine> {
        Some(self)
    }
}

impl TracingEngine for NativeSearch {
    fn record_trace(
        &self,
        model: &Arc<Model>,
        seed: u64,
        max_steps: usize,
        control: &Control,
    ) -> Result<TracedRun, PreparationError> {
        trace_search(model, &self.settings, seed, max_steps, control)
    }
}

/// Records the search tree of a model; the search ends after `max_steps` steps.
///
/// # Errors
/// If the model is refused.
fn trace_search(
    model: &Arc<Model>,
    settings: &SearchSettings,
    seed: u64,
    max_steps: usize,
    control: &Control,
) -> Result<TracedRun, PreparationError> {
    if settings.learns() {
        let why =
            "a search that learns jumps between nodes and leaves no tree: trace it without learn";
        return Err(PreparationError::Unsupported(why.into()));
    }
    let mut search = SearchState::new(model, settings, seed, control)?;
    search.record_trace(model, max_steps);
    let mut go_on = |_: &[_]| ControlFlow::Continue(());
    let outcome = search.ask(&[], Task::All, control, &mut go_on);
    let mut trace = search.take_trace().unwrap_or_default();
    // Only the root was recorded: the search needed no decision.
    if outcome.answer == Answer::Unsatisfiable && trace.steps.len() == 1 {
        trace.record_failure(0, "propagation alone finds that there is no solution");
    }
    Ok(TracedRun { trace, counters: outcome.counters, stopped: outcome.stopped })
}
