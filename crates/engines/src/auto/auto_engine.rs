//! The engine `auto`: native search first, then the chosen engine.

use std::fmt;
use std::sync::Arc;

use parallax_model::Model;
use parallax_model::ask::{Abilities, Control, Engine, Refusal, Session};
use parallax_search::parallel::{Cutting, Watch};

use super::features::Features;
use super::kind::AutoEngine;
use super::rule::{Choice, SearchTask, choose};
use crate::Spec;
use crate::spec::ConfiguredEngine;
use super::session;

/// Wraps an engine for how it is run: in this process, in a child, under limits.
pub type RunAs = Arc<dyn Fn(Spec) -> Arc<dyn Engine> + Send + Sync>;

/// Chooses an engine for each model.
#[derive(Clone)]
pub struct Auto {
    /// The threads of native search; `None` for one that does not cut its tree.
    pub(super) threads: Option<usize>,
    pub(super) watch: Option<Arc<Watch>>,
    pub(super) run_as: RunAs,
    /// The sizes that end the first slice of native search.
    pub(super) cutting: Cutting,
    pub(super) rule: fn(&Features, SearchTask) -> Choice,
}

impl Default for Auto {
    fn default() -> Self {
        Auto {
            threads: None,
            watch: None,
            run_as: Arc::new(|spec| Arc::new(spec)),
            cutting: Cutting::default(),
            rule: choose,
        }
    }
}

impl Auto {
    /// Lets native search work on pieces of its tree with this number of threads, at least 1.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Auto { threads: Some(threads.max(1)), ..self }
    }

    /// Reports the progress of native search.
    #[must_use]
    pub fn watched_by(self, watch: Arc<Watch>) -> Self {
        Auto { watch: Some(watch), ..self }
    }

    /// Runs the engines that it chooses with `run_as`, except native search.
    #[must_use]
    pub fn run_as(self, run_as: RunAs) -> Self {
        Auto { run_as, ..self }
    }

    /// Returns the engine of a spec, wrapped for how it is run.
    pub(super) fn engine(&self, spec: Spec) -> Arc<dyn Engine> {
        let cut = self.threads.and_then(|threads| spec.with_threads(threads));
        match (cut, &self.watch) {
            (Some(native), Some(watch)) => Arc::new(native.watched_by(watch.clone())),
            (Some(native), None) => Arc::new(native),
            (None, _) => (self.run_as)(spec),
        }
    }
}

impl fmt::Debug for Auto {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Auto({:?} threads)", self.threads)
    }
}

impl Engine for Auto {
    fn spec(&self) -> String {
        AutoEngine.to_string()
    }

    fn abilities(&self) -> Abilities {
        AutoEngine.abilities()
    }

    fn prepare(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, Refusal> {
        Ok(Box::new(session::AutoSession::new(self.clone(), model, seed, control)?))
    }
}
