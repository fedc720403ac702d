//! Native search as an engine.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_model::Model;
use parallax_model::ask::{
    Abilities, Answer, Control, Family, Refusal, Session, Solver, Task,
};
use parallax_search::{ByTask, Search, Settings};

use super::TracedRun;
use super::spec::{
    ConfiguredEngine, EngineKind, EngineUsage, Spec, SpecFault, settings_after,
};
use super::trace::TracingEngine;

/// The first word of its specs.
const NAME: &str = "native";

/// Backtracking with propagation.
#[derive(Clone, Debug, PartialEq)]
pub struct NativeSearch {
    /// The settings of the search.
    pub settings: Settings,
}

impl Spec {
    /// Returns native search with its default settings.
    #[must_use]
    pub fn native() -> Self {
        Spec::native_with(Settings::default())
    }

    /// Returns native search with these settings.
    #[must_use]
    pub fn native_with(settings: Settings) -> Self {
        Spec::new(NativeSearch { settings })
    }
}

impl fmt::Display for NativeSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{NAME}{}", self.settings)
    }
}

impl EngineKind for NativeSearch {
    const NAMES: &'static [&'static str] = &[NAME];

    const USAGE: Option<EngineUsage> = Some(EngineUsage {
        title: "Native search",
        text: "Native search takes native[:VARIABLES[+VALUES]][,CHOICE...], for example \
               native:mid+aval,gac or native,ac,sum=bounds:",
    });

    fn read(text: &str) -> Option<Result<Self, SpecFault>> {
        let settings = settings_after(text, NAME)?.parse().map_err(SpecFault::part);
        Some(settings.map(|settings| NativeSearch { settings }))
    }

    fn variants() -> Vec<Self> {
        vec![NativeSearch { settings: Settings::default() }]
    }

    fn defaults() -> Vec<Self> {
        NativeSearch::variants()
    }
}

impl ConfiguredEngine for NativeSearch {
    fn family(&self) -> Family {
        Family::of(Solver::Native)
    }

    fn abilities(&self) -> Abilities {
        Abilities { uses_rivals: true, ..Abilities::default() }
    }

    fn description(&self) -> String {
        format!(
            "backtracking with propagation; {}, {}",
            self.settings.variables.about(),
            self.settings.values.about()
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
    ) -> Result<Box<dyn Session>, Refusal> {
        Ok(Box::new(ByTask::new(model, &self.settings, seed, control)?))
    }

    fn tracing(&self) -> Option<&dyn TracingEngine> {
        Some(self)
    }
}

impl TracingEngine for NativeSearch {
    fn trace(
        &self,
        model: &Arc<Model>,
        seed: u64,
        most: usize,
        control: &Control,
    ) -> Result<TracedRun, Refusal> {
        trace(model, &self.settings, seed, most, control)
    }
}

/// Records the search tree of a model; the search ends after `most` steps.
///
/// # Errors
/// If the model is refused.
fn trace(
    model: &Arc<Model>,
    settings: &Settings,
    seed: u64,
    most: usize,
    control: &Control,
) -> Result<TracedRun, Refusal> {
    if settings.learns() {
        let why =
            "a search that learns jumps between nodes and leaves no tree: trace it without learn";
        return Err(Refusal::Unsupported(why.into()));
    }
    let mut search = Search::new(model, settings, seed, control)?;
    search.record(model, most);
    let mut go_on = |_: &[_]| ControlFlow::Continue(());
    let outcome = search.ask(&[], Task::All, control, &mut go_on);
    let mut trace = search.recorded().unwrap_or_default();
    if outcome.answer == Answer::Unsatisfiable && trace.steps.len() == 1 {
        trace.prune(0, "propagation alone finds that there is no solution");
    }
    Ok(TracedRun { trace, counters: outcome.counters, stopped: outcome.stopped })
}
