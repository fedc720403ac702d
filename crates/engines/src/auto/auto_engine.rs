//! The engine `auto`: native search first, then the chosen engine.

use std::fmt;
use std::sync::Arc;

use parallax_model::Model;
use parallax_model::engine_api::{Control, Engine, EngineAbilities, PreparationError, Session};
use parallax_search::parallel::{Cutting, Watch};

use super::features::ModelFeatures;
use super::kind::AutoEngine;
use super::rule::{EngineChoice, SearchTask, choose_engine};
use super::session;
use crate::Spec;
use crate::spec::ConfiguredEngine;

/// Wraps an engine for how it is run: in this process, in a child, under limits.
pub type EngineWrapper = Arc<dyn Fn(Spec) -> Arc<dyn Engine> + Send + Sync>;

/// Chooses an engine for each model.
#[derive(Clone)]
pub struct EngineChooser {
    /// The threads of native search; `None` for one that does not cut its tree.
    pub(super) threads: Option<usize>,
    pub(super) watch: Option<Arc<Watch>>,
    pub(super) run_as: EngineWrapper,
    /// The sizes that end the first slice of native search.
    pub(super) cutting: Cutting,
    pub(super) rule: fn(&ModelFeatures, SearchTask) -> EngineChoice,
}

impl Default for EngineChooser {
    fn default() -> Self {
        EngineChooser {
            threads: None,
            watch: None,
            run_as: Arc::new(|spec| Arc::new(spec)),
            cutting: Cutting::default(),
            rule: choose_engine,
        }
    }
}

impl EngineChooser {
    /// Lets native search work on pieces of its tree with this number of threads, at least 1.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        EngineChooser { threads: Some(threads.max(1)), ..self }
    }

    /// Reports the progress of native search.
    #[must_use]
    pub fn watched_by(self, watch: Arc<Watch>) -> Self {
        EngineChooser { watch: Some(watch), ..self }
    }

    /// Runs the engines that it chooses with `run_as`, except native search.
    #[must_use]
    pub fn run_as(self, run_as: EngineWrapper) -> Self {
        EngineChooser { run_as, ..self }
    }

    /// Returns the engine of a spec, wrapped for how it is run.
    pub(super) fn wrap_engine(&self, spec: Spec) -> Arc<dyn Engine> {
        let cut = self.threads.and_then(|threads| spec.with_threads(threads));
        match (cut, &self.watch) {
            (Some(native), Some(watch)) => Arc::new(native.watched_by(watch.clone())),
            (Some(native), None) => Arc::new(native),
            (None, _) => (self.run_as)(spec),
        }
    }
}

impl fmt::Debug for EngineChooser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Auto({:?} threads)", self.threads)
    }
}

impl Engine for EngineChooser {
    fn spec(&self) -> String {
        AutoEngine.to_string()
    }

    fn abilities(&self) -> EngineAbilities {
        AutoEngine.abilities()
    }

    fn prepare(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        Ok(Box::new(session::AutoSession::new(self.clone(), model, seed, control)?))
    }
}
