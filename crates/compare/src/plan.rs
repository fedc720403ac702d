//! The plan of a comparison: its engines, its models and its limits.

use std::sync::Arc;
use std::time::Duration;

use parallax_instance::{InputError, Instance, SourcedInstance, Viewpoint};
use parallax_model::engine_api::{Engine, Task};

use crate::orbits;

/// The engines, models, task and limits of a run.
#[derive(Clone)]
pub struct ComparisonPlan {
    /// The engines.
    pub engines: Vec<Arc<dyn Engine>>,
    /// The models of each instance to solve.
    pub models: ModelSelection,
    /// The task; `None` is the default of each instance. If that default is [`Task::Optimise`],
    /// [`Task::First`] also optimises.
    pub task: Option<Task>,
    /// Wall-clock limit for one engine on one instance, encoding included.
    pub timeout: Option<Duration>,
    /// Bytes of this process's memory beyond which building a model stops; on Linux only. An engine
    /// that must keep a limit runs in its own process.
    pub memory: Option<u64>,
    /// The seed of all random decisions.
    pub seed: u64,
    /// Worker threads, at least 1.
    pub jobs: usize,
    /// Maximum number of solutions that a row keeps.
    pub keep: usize,
    /// Whether solutions are delivered as they are found (`ComparisonEvent::Solutions`), and rows
    /// keep none. When optimising, rows still keep the best solution. Each instance gets its own
    /// sessions, and plans with one engine and one model of each instance deliver in order.
    pub streams: bool,
    /// How much of an unsatisfiable core to report.
    pub cores: CoreDetail,
    /// Whether every instance gets its own sessions, so that its counters do not depend on the
    /// instances before it. Otherwise small instances of one shape share sessions.
    pub alone: bool,
    /// The checker of certificates as a reader of the instances' files. Without it certificates
    /// are about flattened models.
    pub checker: Option<ModelDigestFunction>,
}

/// A function that returns the digest of the model that the checker of certificates builds from the
/// file of an instance; `None` if the checker does not read that file.
pub type ModelDigestFunction = Arc<dyn Fn(&SourcedInstance) -> Option<String> + Send + Sync>;

impl ComparisonPlan {
    /// A plan with these engines, the default model and task of each instance, no time limit,
    /// seed 0, one worker thread, no cores, and up to 10,000 solutions kept in each row. Set the
    /// fields to change it.
    #[must_use]
    pub fn new(engines: Vec<Arc<dyn Engine>>) -> Self {
        ComparisonPlan {
            engines,
            models: ModelSelection::Default,
            task: None,
            timeout: None,
            memory: None,
            seed: 0,
            jobs: 1,
            keep: 10_000,
            streams: false,
            cores: CoreDetail::None,
            alone: false,
            checker: None,
        }
    }
}

/// How much of an unsatisfiable core to report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CoreDetail {
    /// No core.
    #[default]
    None,
    /// Constraints and givens that cannot hold together.
    Some,
    /// Constraints and givens that cannot hold together, each of which is needed.
    Minimal,
}

/// Which models of an instance to solve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelSelection {
    /// The puzzle's default.
    Default,
    /// For counting: the default model, with symmetry broken if every remaining solution then
    /// represents the same known number of solutions, more than one. Rows have the number of all
    /// solutions.
    Orbits,
    /// Every model that the puzzle offers, without options.
    All,
    /// The models with these names; the puzzle must offer at least one of
    /// them. A name may carry options, as in `cells+symmetry`.
    Named(Vec<String>),
}

impl ModelSelection {
    /// The viewpoints of an instance that this selects, each once. `source`
    /// names the instance in errors.
    ///
    /// # Errors
    /// Returns an error if the instance offers none of the named models. The message gives the
    /// reason for the last of them.
    pub fn select_viewpoints(
        &self,
        instance: &dyn Instance,
        source: &str,
    ) -> Result<Vec<Viewpoint>, InputError> {
        let names: Vec<&str> = match self {
            ModelSelection::Default => return Ok(vec![instance.default_viewpoint()]),
            ModelSelection::Orbits => return Ok(vec![orbits::choose_orbit_viewpoint(instance)]),
            ModelSelection::All => instance.model_names().to_vec(),
            ModelSelection::Named(names) => names.iter().map(String::as_str).collect(),
        };
        let mut chosen: Vec<Viewpoint> = Vec::new();
        let mut fault = "no model is named".to_owned();
        for name in names {
            match instance.viewpoint(name) {
                Ok(viewpoint) if chosen.contains(&viewpoint) => {}
                Ok(viewpoint) => chosen.push(viewpoint),
                Err(error) => fault = error.to_string(),
            }
        }
        if chosen.is_empty() { Err(InputError::new(source, fault)) } else { Ok(chosen) }
    }
}
