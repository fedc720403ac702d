//! A session that counts by components.

use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_model::ask::{
    Answer, Clock, Control, Ended, OnCandidate, Outcome, Refusal, Session, Task,
};
use parallax_model::{Given, Model, Value};

use super::{Counter, Plan};
use crate::{ByTask, Settings};

/// Finds one solution, for the judge to check, and counts all by components.
pub struct CountSession {
    model: Arc<Model>,
    by_task: ByTask,
    counter: Counter,
}

impl CountSession {
    /// Builds the search and the counter of a model.
    ///
    /// # Errors
    /// Returns the errors of [`Search::new`](crate::Search::new).
    pub fn new(
        model: &Arc<Model>,
        plan: Plan,
        seed: u64,
        control: &Control,
    ) -> Result<Self, Refusal> {
        let by_task = ByTask::new(model, &Settings::default(), seed, control)?;
        Ok(CountSession { model: model.clone(), by_task, counter: Counter::new(model, plan) })
    }
}

impl Session for CountSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Outcome {
        if let Some(refused) = Outcome::unless_counting(task) {
            return refused;
        }
        let mut flow = ControlFlow::Continue(());
        let mut first =
            self.by_task.ask(givens, Task::First, control, &mut |values: &[Value]| {
                flow = on_candidate(values);
                flow
            });
        if first.answer != Answer::Satisfiable || flow.is_break() {
            return first;
        }
        let clock = Clock::start();
        let search = self.by_task.search(Task::Count, control);
        search.begin(Task::Count, control);
        let counted = self.counter.count(search, &self.model, givens, false, control);
        first.counters.add_all(&search.counters());
        let time = first.solve + clock.elapsed();
        match counted {
            Err(stop) => Outcome::enumerated(1, Ended::Stopped(stop), first.counters, time),
            Ok(counted) => {
                first.counters.add_all(&counted.counters);
                let outcome = Outcome::enumerated(1, Ended::Exhausted, first.counters, time);
                match counted.number {
                    Some(number) => outcome.with_count(number, counted.counting),
                    None => Outcome { complete: false, ..outcome },
                }
            }
        }
    }
}
