//! The session of the general reformulation.

use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_model::ask::{
    Answer, Clock, Control, Counting, Ended, OnCandidate, Outcome, Refusal, Session, Task,
};
use parallax_model::{Given, Model, Value};
use parallax_reformulate::general::{BoxCache, Decomposition, Strategy};
use parallax_reformulate::products::Products;

use super::spec::Reform;
use crate::TracedRun;
use super::products::ProductSession;
use super::work::LeafSolver;
use super::products;

/// Prepares a session of the engine.
///
/// # Errors
/// If the model does not take the reformulation, or `control` stopped the work.
pub(super) fn session(
    model: &Arc<Model>,
    reform: &Reform,
    seed: u64,
    control: &Control,
) -> Result<Box<dyn Session>, Refusal> {
    if let Some(steps) = reform.steps(model) {
        return Ok(Box::new(ProductSession(Products::of(model, steps, control)?)));
    }
    let problem = Decomposition::of(model, control)?;
    let (model, reform) = (model.clone(), reform.clone());
    let cache = BoxCache::of_root(&problem, control)?;
    Ok(Box::new(ReformSession { model, problem, cache, reform, seed }))
}

struct ReformSession {
    pub(super) model: Arc<Model>,
    problem: Decomposition,
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
        on_candidate: OnCandidate<'_>,
    ) -> Outcome {
        let mut clock = Clock::start();
        if task == Task::Optimise {
            return Outcome::without_best();
        }
        // Givens remove variables from their groups.
        let narrowed = match givens {
            [] => None,
            _ => match Decomposition::of(&Arc::new(self.model.restricted(givens)), control) {
                Ok(problem) => Some(problem),
                Err(refusal) => return Outcome::at_once(refusal.into()),
            },
        };
        let mut fresh = BoxCache::default();
        let (problem, cache) = match &narrowed {
            Some(problem) => (problem, &mut fresh),
            None => (&self.problem, &mut self.cache),
        };
        let counts = task == Task::Count;
        let mut strategy = Strategy::new(problem, cache, self.reform.options, control);
        let mut give = |values: &[Value]| clock.outside(|| on_candidate(values));
        let mut work = LeafSolver::new(&self.reform, self.seed, task, control, &mut give);
        let ended = match (control.stopped(), task.limit()) {
            (Some(stop), _) => Ended::Stopped(stop),
            (_, Some(0)) => Ended::Enough,
            _ => match work.all(&mut strategy) {
                Ok(()) => Ended::Exhausted,
                Err(ended) => ended,
            },
        };
        if let (Some(why), 0) = (work.unsupported.take(), work.found) {
            return Outcome::at_once(Answer::Unsupported(why));
        }
        let mut counters = strategy.counters();
        counters.add_all(&work.counters);
        let (found, counted) = (work.found, work.counted);
        let mut outcome = Outcome::enumerated(found, ended, counters, clock.elapsed());
        if counts {
            outcome = match strategy.counted().cloned().zip(counted) {
                Some((boxes, leaves)) => outcome.with_count(boxes + leaves, Counting::Products),
                None => {
                    let stopped = Some("a box of more than 2^128 - 1 solutions".into());
                    Outcome { complete: false, stopped, ..outcome }
                }
            };
        }
        outcome
    }
}

/// Records the trace of a reformulation, at most `most` steps; a full trace ends the run.
///
/// # Errors
/// Returns the errors of [`session`].
pub(super) fn trace(
    model: &Arc<Model>,
    reform: &Reform,
    seed: u64,
    most: usize,
    control: &Control,
) -> Result<TracedRun, Refusal> {
    if let Some(steps) = reform.steps(model) {
        return products::trace(model, steps, most, control);
    }
    let problem = Decomposition::of(model, control)?;
    let mut cache = BoxCache::default();
    let mut strategy = Strategy::traced(&problem, &mut cache, reform.options, most, control);
    let mut ignore = |_: &[Value]| ControlFlow::Continue(());
    let mut work = LeafSolver::new(reform, seed, Task::All, control, &mut ignore);
    let ended = work.all(&mut strategy);
    if let Some(why) = work.unsupported {
        return Err(Refusal::Unsupported(why));
    }
    let mut counters = strategy.counters();
    counters.add_all(&work.counters);
    let trace = strategy.trace().map(std::mem::take).unwrap_or_default();
    Ok(TracedRun::new(trace, counters, ended))
}
