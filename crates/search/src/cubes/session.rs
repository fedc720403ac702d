//! Native search on several threads as a session.

use std::ops::ControlFlow;
use std::sync::{Arc, PoisonError};

use parallax_model::ask::{
    Clock, Control, Counting, Ended, OnCandidate, Outcome, Refusal, Session, Stop, Task,
};
use parallax_model::{Given, Model, Value};

use super::checkpoint::{Checkpoint, Note};
use super::cutter::{Budget, Remainder};
use super::part::{Question, SubtreeJob};
use super::rounds::{MainSearch, Rounds};
use super::stream::Stream;
use super::subtree::Subtree;
use super::tally::{Tally, Watch};
use super::template::Template;
use super::worker_pool::with_crew;
use crate::count::{Counted, Counter, Plan};
use crate::effort::SearchEffort;
use crate::restarts::Restarts;
use crate::settings::{Settings, wants_one};
use crate::{ByTask, Search, session};

/// The sizes at which trees are cut. The pieces depend on these numbers alone, never on the number
/// of threads or on time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cutting {
    /// The elementary steps of a question (nodes, propagator calls, removed values and checks)
    /// before its tree is cut for the first time.
    pub slice: u64,
    /// The steps of work on a piece before it is cut; for one solution or the best, in the first
    /// round.
    pub piece: u64,
    /// The number of open decisions that a cut turns into pieces, at least 1.
    pub breadth: usize,
    /// Maximum number of pieces of a round, if the task is one solution or the best.
    pub width: usize,
    /// The maximum number of values in the solutions of a piece before it is cut.
    pub values: u64,
}

impl Default for Cutting {
    fn default() -> Self {
        Cutting { slice: 4_000_000, piece: 2_000_000, breadth: 6, width: 16, values: 1 << 20 }
    }
}

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

    /// Continues after the first slice in one piece, on one thread.
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

    /// Notes the finished pieces of a count in a file, and resumes from earlier notes.
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
        let mut clock = Clock::start();
        let search = self.by_task.search(task, control);
        let settled = search.is_refuted()
            || control.stopped().is_some()
            || task.limit() == Some(0)
            || task == Task::Optimise && search.aim.is_none()
            || search.settings.limit.is_some();
        if settled {
            return (search.ask(givens, task, control, on_candidate), false);
        }
        search.begin(task, control);
        let restarts = search.restarts.happen();
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
        };
        let mut best = None;
        let objective = search.aim.as_ref().map(|aim| aim.objective.clone());
        let mut timed = |values: &[Value]| {
            if task == Task::Optimise {
                best = objective.as_ref().map(|objective| objective.value(values));
            }
            clock.outside(|| on_candidate(values))
        };
        let mut tally = Tally {
            found: 0,
            effort: Default::default(),
            pieces: 0,
            limit: task.limit(),
            on_candidate: &mut timed,
            passed: false,
            standing: Vec::new(),
            watch: self.watch.as_deref(),
        };
        let (ended, then) = asked.run(search, &mut tally, leaves);
        let (cut, left) = (then == Then::Cut, then == Then::Left);
        let counted = asked.counted;
        let (found, effort, pieces) = (tally.found, tally.effort, tally.pieces);
        let mut counters = effort.counters(&search.settings, restarts);
        if cut {
            counters.add("cubes", pieces);
        }
        let time = clock.elapsed();
        if task == Task::Optimise {
            return (Outcome::optimised(best, ended, counters, time), left);
        }
        let any = u64::try_from(found).unwrap_or(u64::MAX);
        for (name, amount) in counted.iter().flat_map(|counted| counted.counters.iter()) {
            counters.add(name.to_owned(), amount);
        }
        let outcome = Outcome::enumerated(any, ended, counters, time);
        let outcome = match counted.and_then(|counted| Some((counted.number?, counted.counting))) {
            Some((number, counting)) => outcome.with_count(number, counting),
            None if cut && task == Task::Count => {
                outcome.with_count(found.into(), Counting::Enumeration)
            }
            None => outcome,
        };
        (outcome, left)
    }
}

/// The work after the first slice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Then {
    /// None: the question is answered.
    Done,
    /// Pieces were searched.
    Cut,
    /// None, although work remains.
    Left,
}

/// A question in progress.
struct Asked<'a> {
    model: &'a Model,
    question: Question<'a>,
    cutting: Cutting,
    cuts: bool,
    threads: usize,
    control: &'a Control,
    notebook: Option<&'a Checkpoint>,
    counter: Option<&'a mut Counter>,
    /// The result of counting by components.
    counted: Option<Counted>,
}

impl Asked<'_> {
    /// Works on one thread first, then with all threads on the rest.
    fn run(
        &mut self,
        search: &mut Search,
        tally: &mut Tally<'_>,
        leaves: &mut dyn FnMut(&Search) -> bool,
    ) -> (Ended, Then) {
        let alone = Budget { steps: self.cutting.slice, solutions: u64::MAX };
        let whole = Subtree::whole();
        let (mut bound, mut first) = (i64::MAX, Vec::new());
        let objective = search.aim.as_ref().map(|aim| aim.objective.clone());
        let mut pass = |values: &[Value]| {
            if let Some(objective) = &objective {
                bound = objective.signed(objective.value(values)) - 1;
            }
            tally.found += 1;
            tally.passed = true;
            if first.is_empty() && self.notebook.is_some() {
                first = values.to_vec();
            }
            (tally.on_candidate)(values)
        };
        // For one solution or the best, the first slice ends at a restart, if there are any.
        let run = (self.question.rounds && search.restarts.happen()).then_some(1);
        let wanted = SubtreeJob { piece: &whole, budget: alone, bound: i64::MAX, run };
        let part = search.work_on(&self.question, &wanted, self.control, &mut pass);
        tally.effort.add(&part.effort);
        let (found, effort) = (part.found, part.effort);
        let root = |left| Note { number: 0, found, effort, left, solution: first };
        match part.end {
            Ok(Ended::Exhausted) if self.notebook.is_some() => {
                (self.note(search, root(Vec::new()), tally), Then::Cut)
            }
            Ok(ended) => (ended, Then::Done),
            Err(left) if self.notebook.is_some() => {
                (self.note(search, root(left.pieces), tally), Then::Cut)
            }
            Err(_) if leaves(search) => (Ended::GaveUp("the slice is over".into()), Then::Left),
            Err(left) => {
                match self.components(search, tally) {
                    Ok(true) => return (Ended::Exhausted, Then::Done),
                    Ok(false) => {}
                    Err(stop) => return (Ended::Stopped(stop), Then::Done),
                }
                if !self.cuts {
                    let next = run.map(|_| part.run);
                    return (self.go_on(search, left, next, bound, tally), Then::Done);
                }
                let line = run.map(|_| MainSearch {
                    piece: left.root.clone(),
                    guide: search.guide.clone(),
                    run: part.run,
                });
                (self.cut(search, left, line, bound, tally), Then::Cut)
            }
        }
    }

    /// Finishes the rest of the first slice as one piece: from the root, at a run of the restarts,
    /// or from the node where it ended.
    fn go_on(
        &self,
        search: &mut Search,
        left: Remainder,
        run: Option<u64>,
        bound: i64,
        tally: &mut Tally<'_>,
    ) -> Ended {
        let Remainder { root, mut pieces } = left;
        let piece = if run.is_some() { root } else { pieces.pop().unwrap_or(root) };
        let budget = Budget { steps: u64::MAX, solutions: u64::MAX };
        let mut pass = |values: &[Value]| tally.pass(values, values.len());
        let wanted = SubtreeJob { piece: &piece, budget, bound, run };
        // A restart would repeat the work of the slice.
        let restarts = match run {
            Some(_) => search.restarts,
            None => std::mem::take(&mut search.restarts),
        };
        let part = search.work_on(&self.question, &wanted, self.control, &mut pass);
        search.restarts = restarts;
        tally.effort.add(&part.effort);
        part.end.unwrap_or_else(|_| Ended::GaveUp("the budget is spent".into()))
    }

    /// Counts by components, from the beginning. Returns whether that finished; if not, the search
    /// is as before.
    fn components(&mut self, search: &mut Search, tally: &mut Tally<'_>) -> Result<bool, Stop> {
        let Some(counter) = &mut self.counter else { return Ok(false) };
        let before = Template::of(search);
        search.work = session::NodeCounters::since(&search.store);
        let givens = self.question.givens;
        let counted = counter.count(search, self.model, givens, true, self.control);
        tally.effort.add(&SearchEffort::of(search));
        let counted = counted?;
        if tally.found == 0 && counted.number.as_ref().is_some_and(|number| !number.is_zero()) {
            self.find_one(search, tally)?;
        }
        before.restore(search, &before.guide);
        Ok(self.counted.insert(counted).number.is_some())
    }

    /// Finds one solution, which is known to exist, and passes it on.
    fn find_one(&self, search: &mut Search, tally: &mut Tally<'_>) -> Result<(), Stop> {
        let mut one = Vec::new();
        let mut take = |values: &[Value]| {
            one = values.to_vec();
            ControlFlow::Break(())
        };
        search.ask(self.question.givens, Task::First, self.control, &mut take);
        tally.effort.add(&SearchEffort::of(search));
        if one.is_empty()
            && let Some(stop) = self.control.stopped()
        {
            return Err(stop);
        }
        // It is the last candidate, so a break has no effect.
        let _ = tally.pass(&one, one.len());
        Ok(())
    }

    /// Works on the pieces that the first slice has left.
    fn cut(
        &self,
        search: &Search,
        left: Remainder,
        line: Option<MainSearch>,
        bound: i64,
        tally: &mut Tally<'_>,
    ) -> Ended {
        let Asked { model, question, cutting, threads, control, .. } = self;
        let template = self.template(search);
        let variables = model.variables().len();
        let steps = cutting.piece;
        with_crew(&template, model, question, *threads, control, |crew| {
            if question.rounds {
                // Following conflicts belongs to restarts; pieces do not restart.
                let mut guide = template.guide.clone();
                guide.follow_conflicts(template.settings.last_conflict);
                let mut rounds = Rounds {
                    budget: Budget { steps, solutions: u64::MAX },
                    guide,
                    line,
                    width: cutting.width,
                    variables,
                    objective: model.objective().filter(|_| question.task == Task::Optimise),
                    bound,
                };
                return rounds.lead(left.pieces, crew, tally);
            }
            let next = 1 + left.pieces.len() as u64;
            let pieces = (1..).zip(left.pieces).collect();
            self.stream(&template).numbered_from(next).lead(pieces, crew, tally)
        })
    }

    /// Resumes a count from its notes.
    fn note(&self, search: &Search, root: Note, tally: &mut Tally<'_>) -> Ended {
        let Asked { model, question, threads, control, .. } = self;
        let Some(notebook) = self.notebook else {
            return Ended::GaveUp("there are no notes".into());
        };
        let cuts = format!("{:?}", self.cutting);
        let (notes, known) = match notebook.open(question.givens, &cuts, root) {
            Ok(open) => open,
            Err(why) => {
                let mut fault = notebook.fault.lock().unwrap_or_else(PoisonError::into_inner);
                fault.get_or_insert_with(|| why.clone());
                return Ended::GaveUp(why);
            }
        };
        (tally.found, tally.effort, tally.pieces) = (known.found, known.effort, known.done);
        tally.standing = known.solution;
        let template = self.template(search);
        with_crew(&template, model, question, *threads, control, |crew| {
            let stream = self.stream(&template).numbered_from(known.next).noted_in(notes);
            stream.lead(known.open, crew, tally)
        })
    }

    fn template(&self, search: &Search) -> Template {
        let mut template = Template::of(search);
        if !self.question.rounds {
            // A restart would discard the work on a piece, and the next piece would repeat it.
            template.restarts = Restarts::Never;
        }
        template
    }

    fn stream(&self, template: &Template) -> Stream {
        let variables = self.model.variables().len();
        let counts = self.question.task == Task::Count;
        let solutions =
            if counts { u64::MAX } else { (self.cutting.values / variables.max(1) as u64).max(1) };
        let budget = Budget { steps: self.cutting.piece, solutions };
        Stream::new(budget, Arc::new(template.guide.clone()), counts, variables)
    }
}
