//! An engine that finds solutions as products.

use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_model::ask::{
    Clock, Control, Counting, Ended, OnCandidate, Outcome, Refusal, Session, Task,
};
use parallax_model::{Given, Model};
use parallax_reformulate::products::{Listed, Products, Steps};

use super::super::TracedRun;
use super::super::trace::full;

/// A prepared model.
pub(super) struct ProductSession(pub(super) Products);

impl Session for ProductSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Outcome {
        let mut clock = Clock::start();
        match (control.stopped(), task.limit()) {
            _ if task == Task::Optimise => return Outcome::without_best(),
            (Some(stop), _) => return Outcome::at_once(stop.into()),
            (None, Some(0)) => {
                let counters = self.0.counters();
                return Outcome::enumerated(0, Ended::Enough, counters, clock.elapsed());
            }
            _ => {}
        }
        let counts = task == Task::Count;
        let limit = if counts { Some(1) } else { task.limit() };
        let mut found = 0;
        let mut give = |values: &[_]| {
            found += 1;
            let flow = clock.outside(|| on_candidate(values));
            if limit.is_some_and(|limit| found >= limit) { ControlFlow::Break(()) } else { flow }
        };
        let listed = self.0.list(givens, control, &mut give);
        let mut counters = self.0.counters();
        let ended = match listed {
            Listed::All => Ended::Exhausted,
            Listed::Enough => Ended::Enough,
            Listed::Stopped(stop) => Ended::Stopped(stop),
        };
        if !counts || found == 0 {
            return Outcome::enumerated(found, ended, counters, clock.elapsed());
        }
        let counted = self.0.count(givens, control);
        counters.add_all(&self.0.counters());
        match counted {
            Ok(Some(count)) => {
                Outcome::enumerated(found, Ended::Exhausted, counters, clock.elapsed())
                    .with_count(count, Counting::Products)
            }
            Ok(None) => {
                let ended = Ended::GaveUp("the trace is full".to_owned());
                Outcome::enumerated(found, ended, counters, clock.elapsed())
            }
            Err(stop) => {
                let ended = Ended::Stopped(stop);
                Outcome::enumerated(found, ended, counters, clock.elapsed())
            }
        }
    }
}

/// Records the steps of a search for all solutions, or of a count that counts parts separately.
///
/// # Errors
/// If the model is refused, or `control` stops it.
pub(super) fn trace(
    model: &Arc<Model>,
    steps: Steps,
    most: usize,
    control: &Control,
) -> Result<TracedRun, Refusal> {
    let mut products = Products::of(model, steps, control)?;
    products.record(most);
    let stopped = if steps.parts {
        products.count(&[], control).err()
    } else {
        match products.list(&[], control, &mut |_| ControlFlow::Continue(())) {
            Listed::Stopped(stop) => Some(stop),
            Listed::All | Listed::Enough => None,
        }
    };
    let counters = products.counters();
    let trace = products.recorded().unwrap_or_default();
    let ended = match stopped {
        Some(stop) => Err(Ended::Stopped(stop)),
        None if trace.is_full() => Err(full(&trace)),
        None => Ok(()),
    };
    Ok(TracedRun::new(trace, counters, ended))
}
