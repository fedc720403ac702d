//! The thread of one engine in a race, which keeps its session from question to question.

use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};
use std::thread::JoinHandle;

use parallax_model::engine_api::{
    Answer, Control, Engine, PreparationError, QuestionOutcome, Session, Task, catch_panic,
};
use parallax_model::{Given, Model, Value, ViolationError};

/// A question to one engine.
pub(super) struct RunnerQuestion {
    /// The number of the engine in the race.
    pub(super) number: usize,
    pub(super) givens: Arc<[Given]>,
    pub(super) task: Task,
    pub(super) control: Control,
    pub(super) events: SyncSender<(usize, RunnerEvent)>,
    /// The engine that alone gives its solutions; later ones of the others are only counted.
    pub(super) owner: SolutionOwner,
    /// Number of solutions of a count that an engine gives; later ones are only counted.
    pub(super) max_solutions: u64,
}

/// The engine whose solutions are passed on, once one has been chosen.
#[derive(Clone)]
pub(super) struct SolutionOwner(Arc<AtomicUsize>);

impl Default for SolutionOwner {
    fn default() -> Self {
        SolutionOwner(Arc::new(AtomicUsize::new(usize::MAX)))
    }
}

impl SolutionOwner {
    pub(super) fn get(&self) -> Option<usize> {
        Some(self.0.load(Ordering::Relaxed)).filter(|&owner| owner < usize::MAX)
    }

    pub(super) fn choose_owner(&self, owner: usize) {
        self.0.store(owner, Ordering::Relaxed);
    }
}

/// A report of an engine. Exactly one report other than a solution ends a question.
pub(super) enum RunnerEvent {
    /// A solution that passed the model's check.
    Solution(Vec<Value>),
    /// The engine has ended.
    Done(Box<RunnerOutcome>),
    /// The engine does not take the model, or could not be started.
    Refused(PreparationError),
    /// The engine is wrong or has crashed; the text describes it.
    Fault(String),
}

/// The end of a question.
pub(super) struct RunnerOutcome {
    pub(super) outcome: QuestionOutcome,
    /// The number of solutions that it found.
    pub(super) found: u64,
    /// The sum of digests of the shown values of its solutions.
    pub(super) digest: u64,
}

/// An engine and its thread, which begins with the first question.
pub(super) struct RaceRunner {
    pub(super) engine: Arc<dyn Engine>,
    /// The name of the engine in answers.
    pub(super) spec: String,
    model: Arc<Model>,
    seed: u64,
    thread: Option<(Sender<RunnerQuestion>, JoinHandle<()>)>,
}

impl RaceRunner {
    pub(super) fn new(
        engine: Arc<dyn Engine>,
        spec: String,
        model: &Arc<Model>,
        seed: u64,
    ) -> Self {
        RaceRunner { engine, spec, model: model.clone(), seed, thread: None }
    }

    /// Asks a question; the answer comes as events.
    pub(super) fn ask_engine(&mut self, order: RunnerQuestion) {
        let order = match &self.thread {
            None => order,
            Some((orders, _)) => match orders.send(order) {
                Ok(()) => return,
                // The thread has ended; a new one is started below.
                Err(unsent) => unsent.0,
            },
        };
        let (send, orders) = channel();
        let (engine, model, seed) = (self.engine.clone(), self.model.clone(), self.seed);
        let thread = std::thread::spawn(move || {
            // The session is made, used and dropped in this thread, so it need not be `Send`.
            RunnerThread { engine, model, seed, session: None }.serve_questions(&orders);
        });
        // The thread holds the receiver until this sender is dropped.
        let _ = send.send(order);
        self.thread = Some((send, thread));
    }

    /// Abandons a thread whose engine does not stop; it ends when the engine does.
    pub(super) fn abandon_thread(&mut self) {
        self.thread = None;
    }
}

impl Drop for RaceRunner {
    fn drop(&mut self) {
        if let Some((orders, thread)) = self.thread.take() {
            // An idle thread ends now, and its session with it.
            drop(orders);
            // A panic cannot be reported from here.
            let _ = thread.join();
        }
    }
}

/// The state of an engine's thread.
struct RunnerThread {
    engine: Arc<dyn Engine>,
    model: Arc<Model>,
    seed: u64,
    session: Option<Box<dyn Session>>,
}

impl RunnerThread {
    fn serve_questions(&mut self, orders: &Receiver<RunnerQuestion>) {
        for order in orders {
            let last = catch_panic(|| self.answer_question(&order)).unwrap_or_else(|panic| {
                // A panic may have left the session in any state.
                self.session = None;
                RunnerEvent::Fault(format!("crash: {panic}"))
            });
            // The receiver may be gone.
            let _ = order.events.send((order.number, last));
        }
    }

    fn answer_question(&mut self, order: &RunnerQuestion) -> RunnerEvent {
        let mut session = match self.session.take() {
            Some(session) => session,
            None => match self.engine.prepare(&self.model, self.seed, &order.control) {
                Ok(session) => session,
                Err(refusal) => return RunnerEvent::Refused(refusal),
            },
        };
        let mut watch = CandidateCheck::new(&self.model, order);
        let outcome = session.ask(&order.givens, order.task, &order.control, &mut |values| {
            watch.take_candidate(values)
        });
        if let Some(fault) = watch.fault.take().or_else(|| watch.find_contradiction(&outcome)) {
            return RunnerEvent::Fault(fault);
        }
        // A session that was stopped in the middle of a question, or that failed, is not asked
        // again.
        if outcome.stopped.is_none() && !watch.gone {
            self.session = Some(session);
        }
        let CandidateCheck { found, digest, .. } = watch;
        RunnerEvent::Done(Box::new(RunnerOutcome { outcome, found, digest }))
    }
}

/// The reason why a solution of an engine does not count.
#[derive(Debug, thiserror::Error)]
enum WrongCandidate {
    #[error("wrong solution: {0}")]
    Violation(ViolationError),
    #[error("a solution no better than the last")]
    NoBetter,
    #[error("more solutions than were asked for")]
    TooMany,
    #[error("the same solution twice")]
    Repetition,
}

/// Checks the solutions of an engine before they count in the race.
struct CandidateCheck<'a> {
    model: &'a Model,
    order: &'a RunnerQuestion,
    found: u64,
    digest: u64,
    /// The shown values of the first solutions.
    seen: HashSet<Vec<Value>>,
    /// The cost of the last solution of an optimisation.
    cost: Option<i64>,
    fault: Option<String>,
    /// Whether the receiver is gone.
    gone: bool,
}

impl<'a> CandidateCheck<'a> {
    fn new(model: &'a Model, order: &'a RunnerQuestion) -> Self {
        let seen = HashSet::new();
        CandidateCheck {
            model,
            order,
            found: 0,
            digest: 0,
            seen,
            cost: None,
            fault: None,
            gone: false,
        }
    }

    fn take_candidate(&mut self, values: &[Value]) -> ControlFlow<()> {
        if let Err(why) = self.accept_candidate(values) {
            self.fault = Some(why.to_string());
            return ControlFlow::Break(());
        }
        let RunnerQuestion { number, task, owner, max_solutions: most, events, .. } = self.order;
        // Further solutions of a count, and those of engines that do not own the stream, only
        // matter by their number and digest; sending them would cost more than finding them.
        let counts_only = *task == Task::Count && self.found > *most
            || owner.get().is_some_and(|owner| owner != *number);
        if counts_only || events.send((*number, RunnerEvent::Solution(values.to_vec()))).is_ok() {
            return ControlFlow::Continue(());
        }
        self.gone = true;
        ControlFlow::Break(())
    }

    /// Checks a solution: it satisfies the model, repeats none of the first, does not exceed the
    /// request, and is better than the last.
    fn accept_candidate(&mut self, values: &[Value]) -> Result<(), WrongCandidate> {
        let checked = self.model.check(&self.order.givens, values);
        checked.map_err(WrongCandidate::Violation)?;
        self.found += 1;
        if let (Task::Optimise, Some(objective)) = (self.order.task, self.model.objective()) {
            let cost = objective.convert_cost(objective.value_under(values));
            return match self.cost.replace(cost) {
                Some(before) if cost >= before => Err(WrongCandidate::NoBetter),
                _ => Ok(()),
            };
        }
        if self.order.task.solution_limit().is_some_and(|limit| self.found > limit) {
            return Err(WrongCandidate::TooMany);
        }
        let shown: Vec<Value> = self.model.shown().iter().map(|v| values[v.index()]).collect();
        let mut hasher = DefaultHasher::new();
        shown.hash(&mut hasher);
        // A sum of hashes does not depend on the order, and unlike an exclusive or it does not
        // cancel a repeated solution. `DefaultHasher::new` has fixed keys, so the sums of all
        // engines compare.
        self.digest = self.digest.wrapping_add(hasher.finish());
        // The set is bounded like the solutions that are kept; later repetitions show in the count.
        if self.found <= self.order.max_solutions && !self.seen.insert(shown) {
            return Err(WrongCandidate::Repetition);
        }
        Ok(())
    }

    /// Describes what is wrong with an answer, by itself or with its own solutions.
    fn find_contradiction(&self, outcome: &QuestionOutcome) -> Option<String> {
        let best = || match (&outcome.answer, self.cost, self.model.objective()) {
            (Answer::Optimal(value), Some(cost), Some(objective)) => {
                (objective.convert_cost(*value) != cost)
                    .then(|| format!("the value {value} is not that of its last solution"))
            }
            _ => None,
        };
        // When this side broke the enumeration off, the answer cannot fit the number of solutions.
        let broke = self.gone;
        outcome
            .wrong
            .clone()
            .or_else(best)
            .or_else(|| outcome.find_contradiction(self.found.into()).filter(|_| !broke))
    }
}
