//! Native search on several threads as a session.

use std::cell::RefCell;
use std::sync::Arc;

use parallax_model::engine_api::{
    CandidateCallback, Control, CountingMethod, PreparationError, QuestionClock, QuestionOutcome,
    Session, Task,
};
use parallax_model::{Given, Model, Value};

use super::checkpoint::CheckpointFile;
use super::cutting::Cutting;
use super::question::{ParallelQuestion, SliceOutcome};
use super::subtree_job::SubtreeQuestion;
use super::tally::{QuestionTally, Watch};
use crate::count::{ComponentCountOptions, ComponentCounter, CountResult};
use crate::settings::{SearchSettings, wants_one};
use crate::turns::{SolutionSink, is_for_few};
use crate::{ByTask, SearchState};

/// Native search that divides a large tree among several threads. Solutions, their order, counts
/// and counters are the same for any number of threads.
pub struct ParallelSession {
    model: Arc<Model>,
    by_task: ByTask,
    threads: usize,
    cutting: Cutting,
    /// Whether the tree is cut after the first slice.
    cuts: bool,
    watch: Option<Arc<Watch>>,
    notebook: Option<CheckpointFile>,
    /// Counts by components if that helps, instead of cutting.
    counter: Option<ComponentCounter>,
}

impl ParallelSession {
    /// Builds the search of a model; `threads` is at least 1.
    ///
    /// # Errors
    /// Returns the errors of [`SearchState::new`].
    pub fn new(
        model: &Arc<Model>,
        settings: &SearchSettings,
        seed: u64,
        threads: usize,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        Ok(ParallelSession {
            model: model.clone(),
            by_task: ByTask::new(model, settings, seed, control)?,
            threads: threads.max(1),
            cutting: Cutting::default(),
            cuts: true,
            watch: None,
            notebook: None,
            counter: None,
        })
    }

    /// Sets the sizes at which trees are cut.
    #[must_use]
    pub fn cut_at(self, cutting: Cutting) -> Self {
        ParallelSession { cutting, ..self }
    }

    /// Continues after the first slice in one subtree, on one thread.
    #[must_use]
    pub fn without_cuts(self) -> Self {
        ParallelSession { cuts: false, ..self }
    }

    /// Reports the progress of questions to `watch`.
    #[must_use]
    pub fn watched_by(self, watch: Option<Arc<Watch>>) -> Self {
        ParallelSession { watch, ..self }
    }

    /// Counts by components after the first slice; if that does not help, the tree is cut as usual.
    #[must_use]
    pub fn with_components(self, plan: ComponentCountOptions) -> Self {
        ParallelSession { counter: Some(ComponentCounter::new(&self.model, plan)), ..self }
    }

    /// Notes the finished subtrees of a count in a file, and resumes from earlier notes.
    #[must_use]
    pub fn noted_in(self, notebook: CheckpointFile) -> Self {
        ParallelSession { notebook: Some(notebook), ..self }
    }
}

impl Session for ParallelSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        self.ask_slice(givens, task, control, on_candidate, &mut |_| false).0
    }
}

impl ParallelSession {
    /// Answers as [`ask`](Session::ask). If the first slice leaves work, calls `leaves` with the
    /// search at its root, which decides whether the question ends there. Returns whether it did;
    /// the outcome then has the solutions so far.
    pub fn ask_slice(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
        leaves: &mut dyn FnMut(&SearchState) -> bool,
    ) -> (QuestionOutcome, bool) {
        let clock = QuestionClock::start_clock();
        let (search, learner) = self.by_task.select_searches(task, control);
        if is_one_slice(search, task, control) {
            return (search.ask(givens, task, control, on_candidate), false);
        }
        search.begin_question(task, control);
        let restarts = search.restarts.has_restarts();
        let sink = RefCell::new(SolutionSink::new(&self.model, task, clock, on_candidate));
        let mut asked = ParallelQuestion {
            model: &self.model,
            question: SubtreeQuestion {
                givens,
                task,
                // A breadth of 0 leaves the rest of a slice in one subtree.
                breadth: if self.cuts { self.cutting.breadth.max(1) } else { 0 },
                rounds: wants_one(task) && (restarts || task == Task::Optimise),
            },
            cutting: self.cutting,
            cuts: self.cuts,
            threads: self.threads,
            control,
            // Notes and components serve counts only: the other tasks need every solution itself.
            notebook: self.notebook.as_ref().filter(|_| task == Task::Count),
            counter: self.counter.as_mut().filter(|_| task == Task::Count),
            counted: None,
            learner,
            sink: &sink,
        };
        let mut receive = |values: &[Value]| sink.borrow_mut().pass_solution(values);
        let mut tally =
            QuestionTally::new(task.solution_limit(), &mut receive, self.watch.as_deref());
        let (ended, then) = asked.answer_question(search, &mut tally, leaves);
        let (cut, left) = (then == SliceOutcome::Cut, then == SliceOutcome::Unfinished);
        let counted = asked.counted;
        let (found, effort, subtrees) = (tally.found, tally.effort, tally.subtrees);
        let restarts = restarts || effort.work.restarts > 0;
        let mut counters = effort.named_counters(&search.settings, restarts);
        if cut {
            counters.add_amount("cubes", subtrees);
        }
        let sink = sink.into_inner();
        let time = sink.elapsed_time();
        if task == Task::Optimise {
            return (
                QuestionOutcome::from_optimisation(sink.best_value(), ended, counters, time),
                left,
            );
        }
        // With few solutions, two searches may find the same one; the sink counts it once.
        let any =
            if is_for_few(task) { sink.found } else { u64::try_from(found).unwrap_or(u64::MAX) };
        let outcome = QuestionOutcome::from_enumeration(any, ended, counters, time);
        (with_count(outcome, counted, (cut && task == Task::Count).then_some(found)), left)
    }
}

/// Whether a question is answered without cuts: the root decides it, the limit of the settings
/// bounds it, or the search learns, which takes one thread.
fn is_one_slice(search: &SearchState, task: Task, control: &Control) -> bool {
    search.is_refuted()
        || control.stop_reason().is_some()
        || task.solution_limit() == Some(0)
        || task == Task::Optimise && search.aim.is_none()
        || search.settings.limit.is_some()
        || search.settings.learns()
}

/// Adds to an outcome the count by components, else that of the subtrees.
fn with_count(
    mut outcome: QuestionOutcome,
    by_components: Option<CountResult>,
    cut: Option<u128>,
) -> QuestionOutcome {
    for (name, amount) in by_components.iter().flat_map(|counted| counted.counters.iter()) {
        outcome.counters.add_amount(name.to_owned(), amount);
    }
    match by_components.and_then(|counted| Some((counted.number?, counted.counting))) {
        Some((number, counting)) => outcome.with_count(number, counting),
        None => match cut {
            Some(found) => outcome.with_count(found.into(), CountingMethod::Enumeration),
            None => outcome,
        },
    }
}
