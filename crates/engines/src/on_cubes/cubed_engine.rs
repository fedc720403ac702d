//! An engine whose sessions share the cubes of a model among threads.

use std::sync::Arc;

use parallax_model::engine_api::{
    Answer, CandidateCallback, Control, Engine, EngineAbilities, PreparationError, QuestionClock,
    QuestionOutcome, Session, Task, UnsatCore,
};
use parallax_model::{Given, Model, Value};
use parallax_search::parallel::{CubeMeasure, Watch, divide_model};

use super::cube_questions::{CubeQuestion, cube_questions};
use super::tally::CubeTally;
use super::threads::{CubeJob, with_threads};

/// Minimum number of cubes into which a question is divided, if it has that many.
const MIN_CUBES: usize = 64;

/// Maximum number of blocks of consecutive cubes; each has its own session.
const MAX_BLOCKS: usize = 16;

/// An engine that divides each question into cubes, for several threads. Answers, solutions, their
/// order and counters do not depend on the number of threads.
#[derive(Clone)]
pub struct CubedEngine {
    pub(super) engine: Arc<dyn Engine>,
    pub(super) threads: usize,
    pub(super) watch: Option<Arc<Watch>>,
}

/// The reason why an engine does not work on cubes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCubes {
    /// The engine never shows that there is no solution.
    #[error("'{spec}' cannot show that a cube has no solution")]
    Incomplete {
        /// The engine.
        spec: String,
    },
    /// A session of the engine takes no second question.
    #[error("a session of '{spec}' answers one question only")]
    AsksOnce {
        /// The engine.
        spec: String,
    },
}

impl CubedEngine {
    /// Makes the engine from a complete engine whose sessions take givens, on this number of
    /// threads, at least 1.
    ///
    /// # Errors
    /// If the engine is not complete, or a session of it answers only one question.
    pub fn new(engine: Arc<dyn Engine>, threads: usize) -> Result<Self, NoCubes> {
        let spec = engine.spec();
        if engine.family().is_incomplete() {
            return Err(NoCubes::Incomplete { spec });
        }
        if engine.abilities().asks_once {
            return Err(NoCubes::AsksOnce { spec });
        }
        Ok(CubedEngine { engine, threads: threads.max(1), watch: None })
    }

    /// Reports the progress of each question.
    #[must_use]
    pub fn watched_by(self, watch: Arc<Watch>) -> Self {
        CubedEngine { watch: Some(watch), ..self }
    }
}

impl Engine for CubedEngine {
    fn spec(&self) -> String {
        self.engine.spec()
    }

    fn inner_engine(&self) -> Option<&dyn Engine> {
        Some(&*self.engine)
    }

    fn abilities(&self) -> EngineAbilities {
        // The givens are part of the model from which cubes are made.
        EngineAbilities { proofs: false, asks_once: true, ..self.engine.abilities() }
    }

    fn prepare(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        control.check_stop()?;
        Ok(Box::new(CubedSession { engine: self.clone(), model: model.clone(), seed }))
    }
}

struct CubedSession {
    pub(super) engine: CubedEngine,
    pub(super) model: Arc<Model>,
    pub(super) seed: u64,
}

impl Session for CubedSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        if task == Task::Optimise {
            let why = "an engine on cubes finds no best solution; leave out the number of threads";
            return QuestionOutcome::at_once(Answer::Unsupported(why.into()));
        }
        let mut clock = QuestionClock::start_clock();
        let model = match givens {
            [] => self.model.clone(),
            _ => Arc::new(self.model.restrict_givens(givens)),
        };
        // The seed is for the engine only; the cubes depend on the model alone.
        let cubes = match divide_model(&model, MIN_CUBES, CubeMeasure::Volume, 0, control) {
            Ok(cubes) => cubes,
            Err(refusal) => return QuestionOutcome::at_once(refusal.into()),
        };
        let parts = cube_questions(&cubes);
        let blocks: Vec<&[CubeQuestion]> =
            // The size of a block depends on the number of cubes alone, not on that of threads, so
            // that each session gets the same questions on any machine.
            parts.chunks(parts.len().div_ceil(MAX_BLOCKS).max(1)).collect();
        let engine = &*self.engine.engine;
        let work = CubeJob { engine, model: &model, seed: self.seed, task, blocks: &blocks };
        let watch = self.engine.watch.as_deref();
        let mut tally = CubeTally::new(task, parts.len() as u64, model.variables().len(), watch);
        let mut timed = |values: &[Value]| clock.run_outside(|| on_candidate(values));
        let ended = with_threads(work, self.engine.threads, control, &mut |message| {
            tally.take_message(message, &mut timed)
        });
        tally.total_outcome(ended, clock.elapsed_time())
    }

    fn core(
        &mut self,
        givens: &[Given],
        constraints: &[usize],
        control: &Control,
    ) -> Result<Option<UnsatCore>, Answer> {
        // A core is about the whole model, so one session without cubes computes it.
        let mut whole = self.engine.engine.prepare(&self.model, self.seed, control)?;
        whole.core(givens, constraints, control)
    }
}
