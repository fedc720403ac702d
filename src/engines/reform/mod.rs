//! The general reformulation as an engine: parts by the strategy, mere boxes
//! read off, the others solved by any engine.

mod spec;
mod work;

pub use spec::Reform;

use std::ops::ControlFlow;
use std::sync::Arc;

use super::TracedRun;
use crate::ask::{Answer, Clock, Control, Ended, OnCandidate, Outcome, Refusal, Session, Task};
use crate::model::{Given, Model, Value};
use crate::reformulate::general::{Plans, Problem, Strategy};
use work::Work;

/// A session of the engine.
///
/// # Errors
/// When the model has no dimensions to reformulate along, or `control` stopped
/// the work.
pub(super) fn session(
    model: &Arc<Model>,
    reform: &Reform,
    seed: u64,
    control: &Control,
) -> Result<Box<dyn Session>, Refusal> {
    let problem = Problem::of(model, control)?;
    let (model, reform) = (model.clone(), reform.clone());
    let plans = Plans::of_root(&problem, control)?;
    Ok(Box::new(ReformSession { model, problem, plans, reform, seed }))
}

struct ReformSession {
    model: Arc<Model>,
    problem: Problem,
    plans: Plans,
    reform: Reform,
    seed: u64,
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
        // Givens take variables out of their groups.
        let narrowed = match givens {
            [] => None,
            _ => match Problem::of(&Arc::new(self.model.restricted(givens)), control) {
                Ok(problem) => Some(problem),
                Err(refusal) => return Outcome::at_once(refusal.into()),
            },
        };
        let mut fresh = Plans::default();
        let (problem, plans) = match &narrowed {
            Some(problem) => (problem, &mut fresh),
            None => (&self.problem, &mut self.plans),
        };
        let counts = task == Task::Count;
        let mut strategy = Strategy::new(problem, plans, self.reform.options, control);
        let mut give = |values: &[Value]| clock.outside(|| on_candidate(values));
        let mut work = Work::new(&self.reform, self.seed, task, control, &mut give);
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
        work.counters.iter().for_each(|(name, amount)| counters.add(name.to_owned(), amount));
        let (found, counted) = (work.found, work.counted);
        let mut outcome = Outcome::enumerated(found, ended, counters, clock.elapsed());
        if counts {
            let all = strategy.counted().and_then(|boxes| boxes.checked_add(counted?));
            outcome = outcome.with_count(all);
        }
        outcome
    }
}

/// The trace of a reformulation, of at most `most` steps, where it ends.
///
/// # Errors
/// As [`session`].
pub(super) fn trace(
    model: &Arc<Model>,
    reform: &Reform,
    seed: u64,
    most: usize,
    control: &Control,
) -> Result<TracedRun, Refusal> {
    let problem = Problem::of(model, control)?;
    let mut plans = Plans::default();
    let mut strategy = Strategy::traced(&problem, &mut plans, reform.options, most, control);
    let mut ignore = |_: &[Value]| ControlFlow::Continue(());
    let mut work = Work::new(reform, seed, Task::All, control, &mut ignore);
    let ended = work.all(&mut strategy);
    if let Some(why) = work.unsupported {
        return Err(Refusal::Unsupported(why));
    }
    let mut counters = strategy.counters();
    work.counters.iter().for_each(|(name, amount)| counters.add(name.to_owned(), amount));
    let trace = strategy.trace().map(std::mem::take).unwrap_or_default();
    Ok(TracedRun::new(trace, counters, ended))
}
