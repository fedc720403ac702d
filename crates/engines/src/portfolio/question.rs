//! A question to several engines, and the progress of its answer.

use std::sync::Arc;

use parallax_model::engine_api::{BestCost, Control, Engine, EngineFamily, Task};
use parallax_model::{Given, Model, Value};

/// Maximum number of solutions, and of bytes of values, that wait for the end of the race, by
/// engine.
const MAX_KEPT_SOLUTIONS: usize = 10_000;
const MOST_BYTES: usize = 8 << 20;

/// Maximum number of bytes of solutions on their way to the race.
const MAX_PENDING_BYTES: usize = 1 << 20;

/// A question and how to answer it.
pub(super) struct RaceQuestion<'a> {
    pub(super) model: &'a Model,
    pub(super) givens: Arc<[Given]>,
    pub(super) task: Task,
    pub(super) control: &'a Control,
    pub(super) cores: usize,
    pub(super) agree: usize,
}

impl RaceQuestion<'_> {
    /// Returns the number of solutions that one engine keeps until the race is decided.
    pub(super) fn solution_capacity(&self) -> usize {
        let bytes = size_of::<Value>() * self.model.variables().len().max(1);
        // At least one, or an engine could never report that a solution exists.
        (MOST_BYTES / bytes).clamp(1, MAX_KEPT_SOLUTIONS)
    }

    /// Returns the number of solutions that may be on their way from the engines to the race.
    pub(super) fn on_way(&self) -> usize {
        let bytes = size_of::<Value>() * self.model.variables().len().max(1);
        (MAX_PENDING_BYTES / bytes).clamp(1, 256)
    }

    /// Whether a solution may have to be passed on before the race is decided.
    pub(super) fn may_stream_solutions(&self) -> bool {
        match self.task {
            Task::All => true,
            Task::Limit(limit) => limit > self.solution_capacity() as u64,
            Task::First | Task::Count | Task::Optimise => false,
        }
    }

    /// Returns the cost of a solution; less is better.
    pub(super) fn solution_cost(&self, values: &[Value]) -> Option<i64> {
        self.model
            .objective()
            .map(|objective| objective.convert_cost(objective.value_under(values)))
    }
}

/// An engine that has found something, as its answer names it.
#[derive(Clone, Debug)]
pub(super) struct SolutionFinder {
    pub(super) spec: String,
    pub(super) family: EngineFamily,
    pub(super) compiler: Option<&'static str>,
}

impl SolutionFinder {
    /// Describes an engine with this spec.
    pub(super) fn new(spec: &str, engine: &dyn Engine) -> Self {
        let (family, compiler) = (engine.family(), engine.compiler_name());
        SolutionFinder { spec: spec.to_owned(), family, compiler }
    }
}

/// The progress of a question, from one race to the next.
#[derive(Default)]
pub(super) struct RaceState {
    /// The cost of the best solution passed on, and the engine that found it.
    pub(super) best: BestCost,
    pub(super) best_by: Option<SolutionFinder>,
    /// Solutions that are not passed on, and the engine that found them.
    pub(super) kept: Vec<Vec<Value>>,
    pub(super) kept_by: Option<SolutionFinder>,
    /// The errors of engines.
    pub(super) faults: Vec<String>,
}
