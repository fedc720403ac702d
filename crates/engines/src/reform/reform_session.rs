//! The session of the general reformulation.

use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_model::engine_api::{
    Answer, CandidateCallback, Control, CountingMethod, EnumerationEnd, PreparationError,
    QuestionClock, QuestionOutcome, Session, Task,
};
use parallax_model::{Given, Model, Value};
use parallax_reformulate::general::{BoxCache, DecompositionStrategy, ModelDecomposition};
use parallax_reformulate::products::ProductSearch;

use super::leaf_solver::LeafSolver;
use super::products;
use super::products::ProductSession;
use super::spec::Reform;
use crate::TracedRun;

/// Prepares a session of the engine.
///
/// # Errors
/// If the model does not take the reformulation, or `control` stopped the work.
pub(super) fn prepare_reformulation(
    model: &Arc<Model>,
    reform: &Reform,
    seed: u64,
    control: &Control,
) -> Result<Box<dyn Session>, PreparationError> {
    if let Some(steps) = reform.product_steps(model) {
        return Ok(Box::new(ProductSession(ProductSearch::from_model(model, steps, control)?)));
    }
    let problem = ModelDecomposition::from_model(model, control)?;
    let (model, reform) = (model.clone(), reform.clone());
    let cache = BoxCache::of_root(&problem, control)?;
    Ok(Box::new(ReformSession { model, problem, cache, reform, seed }))
}

struct ReformSession {
    pub(super) model: Arc<Model>,
    problem: ModelDecomposition,
    cache: BoxCache,
    pub(super) reform: Reform,
    pub(super) seed: u64,
}

impl Session for ReformSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        let mut clock = QuestionClock::start_clock();
        if task == Task::Optimise {
            return QuestionOutcome::without_best();
        }
        // Givens remove variables from their groups.
        let narrowed = match givens {
            [] => None,
            _ => match ModelDecomposition::from_model(
                &Arc::new(self.model.restrict_givens(givens)),
                control,
            ) {
                Ok(problem) => Some(problem),
                Err(refusal) => return QuestionOutcome::at_once(refusal.into()),
            },
        };
        // The cache holds boxes of one decomposition, so that of the givens begins without any.
        let mut fresh = BoxCache::default();
        let (problem, cache) = match &narrowed {
            Some(problem) => (problem, &mut fresh),
            None => (&self.problem, &mut self.cache),
        };
        let counts = task == Task::Count;
        let mut strategy = DecompositionStrategy::new(problem, cache, self.reform.options, control);
        let mut give = |values: &[Value]| clock.run_outside(|| on_candidate(values));
        let mut work = LeafSolver::new(&self.reform, self.seed, task, control, &mut give);
        let ended = match (control.stop_reason(), task.solution_limit()) {
            (Some(stop), _) => EnumerationEnd::Stopped(stop),
            (_, Some(0)) => EnumerationEnd::Enough,
            _ => match work.solve_leaves(&mut strategy) {
                Ok(()) => EnumerationEnd::Exhausted,
                Err(ended) => ended,
            },
        };
        if let (Some(why), 0) = (work.unsupported.take(), work.found) {
            return QuestionOutcome::at_once(Answer::Unsupported(why));
        }
        let mut counters = strategy.counters();
        counters.add_all(&work.counters);
        let (found, counted) = (work.found, work.counted);
        let mut outcome =
            QuestionOutcome::from_enumeration(found, ended, counters, clock.elapsed_time());
        if counts {
            outcome = match strategy.counted_solutions().cloned().zip(counted) {
                Some((boxes, leaves)) => {
                    outcome.with_count(boxes + leaves, CountingMethod::Products)
                }
                None => {
                    let stopped = Some("a box of more than 2^128 - 1 solutions".into());
                    QuestionOutcome { complete: false, stopped, ..outcome }
                }
            };
        }
        outcome
    }
}

/// Records the trace of a reformulation, at most `max_steps` steps; a full trace ends the run.
///
/// # Errors
/// Returns the errors of [`prepare_reformulation`].
pub(super) fn trace_reformulation(
    model: &Arc<Model>,
    reform: &Reform,
    seed: u64,
    max_steps: usize,
    control: &Control,
) -> Result<TracedRun, PreparationError> {
    if let Some(steps) = reform.product_steps(model) {
        return products::trace_products(model, steps, max_steps, control);
    }
    let problem = ModelDecomposition::from_model(model, control)?;
    let mut cache = BoxCache::default();
    let mut strategy =
        DecompositionStrategy::with_trace(&problem, &mut cache, reform.options, max_steps, control);
    let mut ignore = |_: &[Value]| ControlFlow::Continue(());
    let mut work = LeafSolver::new(reform, seed, Task::All, control, &mut ignore);
    let ended = work.solve_leaves(&mut strategy);
    if let Some(why) = work.unsupported {
        return Err(PreparationError::Unsupported(why));
    }
    let mut counters = strategy.counters();
    counters.add_all(&work.counters);
    let trace = strategy.trace().map(std::mem::take).unwrap_or_default();
    Ok(TracedRun::new(trace, counters, ended))
}
