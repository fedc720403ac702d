//! A session that counts by components.

use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_model::ask::{
    Answer, Clock, Control, Counters, Ended, OnCandidate, Outcome, Refusal, Session, Task,
};
use parallax_model::{Given, Model, Value};

use super::{Counter, Plan};
use crate::certify::Log;
use crate::{ByTask, Search, Settings};

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
        let first = self.by_task.ask(givens, Task::First, control, &mut |values: &[Value]| {
            flow = on_candidate(values);
            flow
        });
        if first.answer != Answer::Satisfiable || flow.is_break() {
            return first;
        }
        let search = self.by_task.searches(Task::Count, control).0;
        count_after(first, search, &mut self.counter, &self.model, givens, control)
    }
}

/// A question that a count answers.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    /// The task. If it is not to count, solutions are found up to its limit.
    pub task: Task,
    /// The number of nodes after which the count ends without a number; `None`: never.
    pub nodes: Option<u64>,
}

/// Counts by components in a search that writes every step to a log, and then finds solutions, for
/// the judge to check, if there are any: one for a count. The cache may refute a model that no
/// search refutes.
///
/// # Errors
/// Returns the errors of [`Search::new`](crate::Search::new).
pub fn certified_count(
    model: &Arc<Model>,
    plan: Plan,
    seed: u64,
    log: Box<dyn Log>,
    counts: Counts,
    control: &Control,
    on_candidate: OnCandidate<'_>,
) -> Result<Outcome, Refusal> {
    let (settings, clock) = (Settings::default(), Clock::start());
    let mut search = Search::certified(model, &settings, seed, control, log)?;
    let preparing = clock.elapsed();
    let mut counter = Counter::new(model, plan).within(counts.nodes);
    let none = Outcome::enumerated(0, Ended::Exhausted, Counters::new(), preparing);
    let all = count_after(none, &mut search, &mut counter, model, &[], control);
    drop(search);
    let (Some(number), counting) = (all.counted.clone(), all.counting) else { return Ok(all) };
    let is_count = counts.task == Task::Count;
    if number.is_zero() {
        return Ok(if is_count { all } else { Outcome { counted: None, ..all } });
    }
    let mut by_task = ByTask::new(model, &settings, seed, control)?;
    let task = if is_count { Task::First } else { counts.task };
    let one = by_task.ask(&[], task, control, on_candidate);
    let solve = all.solve + one.solve;
    if one.answer != Answer::Satisfiable || !is_count {
        return Ok(Outcome { solve, ..one });
    }
    let outcome = Outcome::enumerated(1, Ended::Exhausted, all.counters, solve);
    Ok(outcome.with_count(number, counting))
}

/// Counts after one solution was found, or none.
fn count_after(
    mut first: Outcome,
    search: &mut Search,
    counter: &mut Counter,
    model: &Model,
    givens: &[Given],
    control: &Control,
) -> Outcome {
    let clock = Clock::start();
    search.begin(Task::Count, control);
    let counted = counter.count(search, model, givens, false, control);
    first.counters.add_all(&search.counters());
    let time = first.solve + clock.elapsed();
    let found = u64::from(first.answer == Answer::Satisfiable);
    match counted {
        Err(stop) => Outcome::enumerated(found, Ended::Stopped(stop), first.counters, time),
        Ok(counted) => {
            first.counters.add_all(&counted.counters);
            let outcome = Outcome::enumerated(found, Ended::Exhausted, first.counters, time);
            match counted.number {
                Some(number) => outcome.with_count(number, counted.counting),
                None => Outcome { complete: false, ..outcome },
            }
        }
    }
}
