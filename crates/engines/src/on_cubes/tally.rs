//! The partial result of a question on cubes.

use std::ops::ControlFlow;
use std::time::Duration;

use parallax_model::engine_api::{
    Answer, CandidateCallback, CountingMethod, EffortCounters, EnumerationEnd, QuestionOutcome,
    SolutionCount, Task,
};
use parallax_search::parallel::{ParallelProgress, Watch};

use super::threads::CubeMessage;

/// Counters of the size of a session: the maximum is reported instead of the sum.
const SIZE_COUNTERS: [&str; 4] = ["variables", "clauses", "assertions", "constraints"];

/// Adds up the results of the cubes, in their order.
pub(super) struct CubeTally<'w> {
    task: Task,
    cubes: u64,
    variables: usize,
    done: u64,
    found: u64,
    /// The number of solutions that were counted and not returned.
    hidden: Option<SolutionCount>,
    /// The method of counting.
    counting: CountingMethod,
    counters: EffortCounters,
    /// The reason why the first undecided cube is not decided.
    open: Option<EnumerationEnd>,
    unsupported: Option<String>,
    watch: Option<&'w Watch>,
}

impl<'w> CubeTally<'w> {
    /// Starts with this number of cubes of a model with this number of variables.
    pub(super) fn new(task: Task, cubes: u64, variables: usize, watch: Option<&'w Watch>) -> Self {
        CubeTally {
            task,
            cubes,
            variables,
            done: 0,
            found: 0,
            hidden: None,
            counting: CountingMethod::Enumeration,
            counters: EffortCounters::new(),
            open: None,
            unsupported: None,
            watch,
        }
    }

    /// Takes the next message. Breaks when no more are needed.
    pub(super) fn take_message(
        &mut self,
        message: CubeMessage,
        on_candidate: CandidateCallback<'_>,
    ) -> ControlFlow<EnumerationEnd> {
        let (number, candidates) = match message {
            CubeMessage::Candidates(number, candidates) => (number, candidates),
            CubeMessage::Done(outcome, found) => return self.record_cube(*outcome, found),
        };
        for index in 0..number as usize {
            // The counters of the cube arrive later.
            if self.is_enough() {
                break;
            }
            let start = index * self.variables;
            self.found += 1;
            if on_candidate(&candidates[start..start + self.variables]).is_break() {
                return ControlFlow::Break(EnumerationEnd::Enough);
            }
        }
        ControlFlow::Continue(())
    }

    fn is_enough(&self) -> bool {
        self.task.solution_limit().is_some_and(|limit| self.found >= limit)
    }

    /// Records the end of a cube with this number of candidates.
    fn record_cube(&mut self, outcome: QuestionOutcome, found: u64) -> ControlFlow<EnumerationEnd> {
        self.add_counters(&outcome.counters);
        if let Some(wrong) =
            outcome.wrong.clone().or_else(|| outcome.find_contradiction(found.into()))
        {
            return ControlFlow::Break(EnumerationEnd::Wrong(wrong));
        }
        if let Answer::Unsupported(why) = outcome.answer {
            return ControlFlow::Break(EnumerationEnd::GaveUp(
                self.unsupported.insert(why).clone(),
            ));
        }
        if let Some(counted) = outcome.counted {
            // Candidates are part of the count, and are counted when they arrive.
            let Some(hidden) = counted.subtract_count(&found.into()) else {
                return ControlFlow::Break(EnumerationEnd::Wrong(
                    "it finds more than it counts".into(),
                ));
            };
            *self.hidden.get_or_insert_default() += &hidden;
            self.counting = outcome.counting;
        }
        if self.is_enough() {
            return ControlFlow::Break(EnumerationEnd::Enough);
        }
        if !outcome.complete {
            let reason = outcome.stopped.unwrap_or_else(|| "a cube is not decided".into());
            self.open.get_or_insert(reason.into());
        }
        if let Some(watch) = self.watch {
            let share = self.done as f64 / self.cubes.max(1) as f64;
            let hidden = self.hidden.clone().unwrap_or_default();
            let solutions = hidden + self.found.into();
            watch(ParallelProgress { done: self.done, known: self.cubes, share, solutions });
        }
        ControlFlow::Continue(())
    }

    fn add_counters(&mut self, counters: &EffortCounters) {
        self.done += 1;
        for (name, amount) in counters.iter() {
            // Adding the excess over the known size makes the sum their maximum.
            let known =
                self.counters.get(name).filter(|_| SIZE_COUNTERS.contains(&name)).unwrap_or(0);
            self.counters.add_amount(name.to_owned(), amount.saturating_sub(known));
        }
    }

    /// Returns the outcome of all cubes; `ended` is the reason of an early end.
    pub(super) fn total_outcome(
        mut self,
        ended: Option<EnumerationEnd>,
        time: Duration,
    ) -> QuestionOutcome {
        if let Some(why) = self.unsupported.filter(|_| self.found == 0) {
            return QuestionOutcome::at_once(Answer::Unsupported(why));
        }
        self.counters.add_amount("cubes", self.done);
        let ended = ended.or(self.open).unwrap_or(EnumerationEnd::Exhausted);
        let outcome = QuestionOutcome::from_enumeration(self.found, ended, self.counters, time);
        match self.hidden {
            Some(hidden) => outcome.with_count(hidden + self.found.into(), self.counting),
            None => outcome,
        }
    }
}
