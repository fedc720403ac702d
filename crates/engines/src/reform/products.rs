//! An engine that finds solutions as products.

use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_model::engine_api::{
    CandidateCallback, Control, CountingMethod, EnumerationEnd, PreparationError, QuestionClock,
    QuestionOutcome, Session, Task,
};
use parallax_model::{Given, Model};
use parallax_reformulate::products::{ListingEnd, ProductOptions, ProductSearch};

use super::super::TracedRun;
use super::super::trace::full_trace;

/// A prepared model.
pub(super) struct ProductSession(pub(super) ProductSearch);

impl Session for ProductSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        let mut clock = QuestionClock::start_clock();
        match (control.stop_reason(), task.solution_limit()) {
            _ if task == Task::Optimise => return QuestionOutcome::without_best(),
            (Some(stop), _) => return QuestionOutcome::at_once(stop.into()),
            (None, Some(0)) => {
                let counters = self.0.counters();
                return QuestionOutcome::from_enumeration(
                    0,
                    EnumerationEnd::Enough,
                    counters,
                    clock.elapsed_time(),
                );
            }
            _ => {}
        }
        let counts = task == Task::Count;
        // A count passes on one solution for the judge; the number comes from `count_assignments`.
        let limit = if counts { Some(1) } else { task.solution_limit() };
        let mut found = 0;
        let mut give = |values: &[_]| {
            found += 1;
            let flow = clock.run_outside(|| on_candidate(values));
            if limit.is_some_and(|limit| found >= limit) { ControlFlow::Break(()) } else { flow }
        };
        let listed = self.0.list_assignments(givens, control, &mut give);
        let mut counters = self.0.counters();
        let ended = match listed {
            ListingEnd::All => EnumerationEnd::Exhausted,
            ListingEnd::Enough => EnumerationEnd::Enough,
            ListingEnd::Stopped(stop) => EnumerationEnd::Stopped(stop),
        };
        if !counts || found == 0 {
            return QuestionOutcome::from_enumeration(found, ended, counters, clock.elapsed_time());
        }
        let counted = self.0.count_assignments(givens, control);
        counters.add_all(&self.0.counters());
        match counted {
            Ok(Some(count)) => QuestionOutcome::from_enumeration(
                found,
                EnumerationEnd::Exhausted,
                counters,
                clock.elapsed_time(),
            )
            .with_count(count, CountingMethod::Products),
            Ok(None) => {
                let ended = EnumerationEnd::GaveUp("the trace is full".to_owned());
                QuestionOutcome::from_enumeration(found, ended, counters, clock.elapsed_time())
            }
            Err(stop) => {
                let ended = EnumerationEnd::Stopped(stop);
                QuestionOutcome::from_enumeration(found, ended, counters, clock.elapsed_time())
            }
        }
    }
}

/// Records the steps of a search for all solutions, or of a count that counts parts separately.
///
/// # Errors
/// If the model is refused, or `control` stops it.
pub(super) fn trace_products(
    model: &Arc<Model>,
    steps: ProductOptions,
    max_steps: usize,
    control: &Control,
) -> Result<TracedRun, PreparationError> {
    let mut products = ProductSearch::from_model(model, steps, control)?;
    products.record_trace(max_steps);
    let stopped = if steps.parts {
        products.count_assignments(&[], control).err()
    } else {
        match products.list_assignments(&[], control, &mut |_| ControlFlow::Continue(())) {
            ListingEnd::Stopped(stop) => Some(stop),
            ListingEnd::All | ListingEnd::Enough => None,
        }
    };
    let counters = products.counters();
    let trace = products.take_trace().unwrap_or_default();
    let ended = match stopped {
        Some(stop) => Err(EnumerationEnd::Stopped(stop)),
        None if trace.is_full() => Err(full_trace(&trace)),
        None => Ok(()),
    };
    Ok(TracedRun::new(trace, counters, ended))
}
