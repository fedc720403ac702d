//! Native search on several threads as a session.

use std::cell::RefCell;
use std::sync::Arc;

use parallax_model::ask::{Clock, Control, Counting, OnCandidate, Outcome, Refusal, Session, Task};
use parallax_model::{Given, Model, Value};

use super::asked::{Asked, Then};
use super::checkpoint::Checkpoint;
use super::cutting::Cutting;
use super::part::Question;
use super::tally::{Tally, Watch};
use crate::count::{Counted, Counter, Plan};
use crate::settings::{Settings, wants_one};
use crate::turns::{Sink, is_for_few};
use crate::{ByTask, Search};

/// Native search that divides a large tree among several threads. Solutions, their order, counts
/// and counters are the same for any number of threads.
pub struct Parallel {
    model: Arc<Model>,
    by_task: ByTask,
    threads: usize,
    cutting: Cutting,
    /// Whether the tree is cut after the first slice.
    cuts: bool,
    watch: Option<Arc<Watch>>,
    notebook: Option<Checkpoint>,
    /// Counts by components if that helps, instead of cutting.
    counter: Option<Counter>,
}

impl Parallel {
    /// Builds the search of a model; `threads` is at least 1.
    ///
    /// # Errors
    /// Returns the errors of [`Search::new`].
    pub fn new(
        model: &Arc<Model>,
        settings: &Settings,
        seed: u64,
        threads: usize,
        control: &Control,
    ) -> Result<Self, Refusal> {
        Ok(Parallel {
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
        Parallel { cutting, ..self }
    }

    /// Continues after the first slice in one subtree, on one thread.
    #[must_use]
    pub fn uncut(self) -> Self {
        Parallel { cuts: false, ..self }
    }

    /// Reports the progress of questions to `watch`.
    #[must_use]
    pub fn watched_by(self, watch: Option<Arc<Watch>>) -> Self {
        Parallel { watch, ..self }
    }

    /// Counts by components after the first slice; if that does not help, the tree is cut as usual.
    #[must_use]
    pub fn with_components(self, plan: Plan) -> Self {
        Parallel { counter: Some(Counter::new(&self.model, plan)), ..self }
    }

    /// Notes the finished subtrees of a count in a file, and resumes from earlier notes.
    #[must_use]
    pub fn noted_in(self, notebook: Checkpoint) -> Self {
        Parallel { notebook: Some(notebook), ..self }
    }
}

impl Session for Parallel {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Outcome {
        self.slice(givens, task, control, on_candidate, &mut |_| false).0
    }
}

impl Parallel {
    /// Answers as [`ask`](Session::ask). If the first slice leaves work, calls `leaves` with the
    /// search at its root, which decides whether the question ends there. Returns whether it did;
    /// the outcome then has the solutions so far.
    pub fn slice(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
        leaves: &mut dyn FnMut(&Search) -> bool,
    ) -> (Outcome, bool) {
        let clock = Clock::start();
        let (search, learner) = self.by_task.searches(task, control);
        if is_one_slice(search, task, control) {
            return (search.ask(givens, task, control, on_candidate), false);
        }
        search.begin(task, control);
        let restarts = search.restarts.happen();
        let sink = RefCell::new(Sink::new(&self.model, task, clock, on_candidate));
        let mut asked = Asked {
            model: &self.model,
            question: Question {
                givens,
                task,
                breadth: if self.cuts { self.cutting.breadth.max(1) } else { 0 },
                rounds: wants_one(task) && (restarts || task == Task::Optimise),
            },
            cutting: self.cutting,
            cuts: self.cuts,
            threads: self.threads,
            control,
            notebook: self.notebook.as_ref().filter(|_| task == Task::Count),
            counter: self.counter.as_mut().filter(|_| task == Task::Count),
            counted: None,
            learner,
            sink: &sink,
        };
        let mut receive = |values: &[Value]| sink.borrow_mut().pass(values);
        let mut tally = Tally::new(task.limit(), &mut receive, self.watch.as_deref());
        let (ended, then) = asked.run(search, &mut tally, leaves);
        let (cut, left) = (then == Then::Cut, then == Then::Left);
        let counted = asked.counted;
        let (found, effort, subtrees) = (tally.found, tally.effort, tally.subtrees);
        let restarts = restarts || effort.work.restarts > 0;
        let mut counters = effort.counters(&search.settings, restarts);
        if cut {
            counters.add("cubes", subtrees);
        }
        let sink = sink.into_inner();
        let time = sink.elapsed();
        if task == Task::Optimise {
            return (Outcome::optimised(sink.best(), ended, counters, time), left);
        }
        let any =
            if is_for_few(task) { sink.found } else { u64::try_from(found).unwrap_or(u64::MAX) };
        let outcome = Outcome::enumerated(any, ended, counters, time);
        (with_count(outcome, counted, (cut && task == Task::Count).then_some(found)), left)
    }
}

/// Whether a question is answered without cuts: the root decides it, the limit of the settings
/// bounds it, or the search learns, which takes one thread.
fn is_one_slice(search: &Search, task: Task, control: &Control) -> bool {
    search.is_refuted()
        || control.stopped().is_some()
        || task.limit() == Some(0)
        || task == Task::Optimise && search.aim.is_none()
        || search.settings.limit.is_some()
        || search.settings.learns()
}

/// Adds to an outcome the count by components, else that of the subtrees.
fn with_count(mut outcome: Outcome, by_components: Option<Counted>, cut: Option<u128>) -> Outcome {
    for (name, amount) in by_components.iter().flat_map(|counted| counted.counters.iter()) {
        outcome.counters.add(name.to_owned(), amount);
    }
    match by_components.and_then(|counted| Some((counted.number?, counted.counting))) {
        Some((number, counting)) => outcome.with_count(number, counting),
        None => match cut {
            Some(found) => outcome.with_count(found.into(), Counting::Enumeration),
            None => outcome,
        },
    }
}
