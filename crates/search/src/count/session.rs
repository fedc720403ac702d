//! A session that counts by components.

use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_model::engine_api::{
    Answer, CandidateCallback, Control, EffortCounters, EnumerationEnd, PreparationError,
    QuestionClock, QuestionOutcome, Session, Task,
};
use parallax_model::{Given, Model, Value};

use super::{ComponentCountOptions, ComponentCounter};
use crate::certify::SearchLog;
use crate::{ByTask, SearchSettings, SearchState};

/// Finds one solution, for the judge to check, and counts all by components.
pub struct CountSession {
    model: Arc<Model>,
    by_task: ByTask,
    counter: ComponentCounter,
}

impl CountSession {
    /// Builds the search and the counter of a model.
    ///
    /// # Errors
    /// Returns the errors of [`SearchState::new`](crate::SearchState::new).
    pub fn new(
        model: &Arc<Model>,
        plan: ComponentCountOptions,
        seed: u64,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        let by_task = ByTask::new(model, &SearchSettings::default(), seed, control)?;
        Ok(CountSession {
            model: model.clone(),
            by_task,
            counter: ComponentCounter::new(model, plan),
        })
    }
}

impl Session for CountSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        if let Some(refused) = QuestionOutcome::unless_counting(task) {
            return refused;
        }
        let mut flow = ControlFlow::Continue(());
        // A single solution is cheap evidence that the judge checks; the count itself cannot be
        // checked that way.
        let first = self.by_task.ask(givens, Task::First, control, &mut |values: &[Value]| {
            flow = on_candidate(values);
            flow
        });
        if first.answer != Answer::Satisfiable || flow.is_break() {
            return first;
        }
        let search = self.by_task.select_searches(Task::Count, control).0;
        count_after(first, search, &mut self.counter, &self.model, givens, control)
    }
}

/// A question that a count answers.
#[derive(Clone, Copy, Debug)]
pub struct CountQuestion {
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
/// Returns the errors of [`SearchState::new`](crate::SearchState::new).
pub fn certified_count(
    model: &Arc<Model>,
    plan: ComponentCountOptions,
    seed: u64,
    log: Box<dyn SearchLog>,
    counts: CountQuestion,
    control: &Control,
    on_candidate: CandidateCallback<'_>,
) -> Result<QuestionOutcome, PreparationError> {
    let (settings, clock) = (SearchSettings::default(), QuestionClock::start_clock());
    let mut search = SearchState::with_log(model, &settings, seed, control, log)?;
    let preparing = clock.elapsed_time();
    let mut counter = ComponentCounter::new(model, plan).with_node_limit(counts.nodes);
    let none = QuestionOutcome::from_enumeration(
        0,
        EnumerationEnd::Exhausted,
        EffortCounters::new(),
        preparing,
    );
    let all = count_after(none, &mut search, &mut counter, model, &[], control);
    // The log ends here: the search below, which finds the solutions, writes none.
    drop(search);
    let (Some(number), counting) = (all.counted.clone(), all.counting) else { return Ok(all) };
    let is_count = counts.task == Task::Count;
    if number.is_zero() {
        return Ok(if is_count { all } else { QuestionOutcome { counted: None, ..all } });
    }
    let mut by_task = ByTask::new(model, &settings, seed, control)?;
    let task = if is_count { Task::First } else { counts.task };
    let one = by_task.ask(&[], task, control, on_candidate);
    let solve = all.solve + one.solve;
    if one.answer != Answer::Satisfiable || !is_count {
        return Ok(QuestionOutcome { solve, ..one });
    }
    let outcome =
        QuestionOutcome::from_enumeration(1, EnumerationEnd::Exhausted, all.counters, solve);
    Ok(outcome.with_count(number, counting))
}

/// Counts after one solution was found, or none.
fn count_after(
    mut first: QuestionOutcome,
    search: &mut SearchState,
    counter: &mut ComponentCounter,
    model: &Model,
    givens: &[Given],
    control: &Control,
) -> QuestionOutcome {
    let clock = QuestionClock::start_clock();
    search.begin_question(Task::Count, control);
    let counted = counter.count_assignments(search, model, givens, false, control);
    first.counters.add_all(&search.counters());
    let time = first.solve + clock.elapsed_time();
    let found = u64::from(first.answer == Answer::Satisfiable);
    match counted {
        Err(stop) => QuestionOutcome::from_enumeration(
            found,
            EnumerationEnd::Stopped(stop),
            first.counters,
            time,
        ),
        Ok(counted) => {
            first.counters.add_all(&counted.counters);
            let outcome = QuestionOutcome::from_enumeration(
                found,
                EnumerationEnd::Exhausted,
                first.counters,
                time,
            );
            match counted.number {
                Some(number) => outcome.with_count(number, counted.counting),
                // A count that gave up at its limit of nodes.
                None => QuestionOutcome { complete: false, ..outcome },
            }
        }
    }
}
