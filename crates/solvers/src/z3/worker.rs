//! The thread in which a Z3 context lives, and its channels.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use parallax_encodings::smt::EncodedScript;
use parallax_model::ask::{Control, Ended, Refusal};

use super::Question;
use super::effort::Z3Statistics;
use super::serve::serve;

/// The stack of a solver's thread, in bytes: Z3 recurses deeply.
pub const STACK_BYTES: usize = 256 << 20;

/// The message when the thread is gone for an unknown reason.
pub(super) const FAILED: &str = "Z3 failed";

/// The end of a question.
pub(super) struct Run {
    /// The number of models reported.
    pub(super) found: u64,
    pub(super) ended: Ended,
    pub(super) effort: Z3Statistics,
    /// Whether the worker can answer another question.
    pub(super) sound: bool,
}

impl Run {
    fn failed(found: u64) -> Self {
        Run {
            found,
            ended: Ended::GaveUp(FAILED.into()),
            effort: Z3Statistics::new(),
            sound: false,
        }
    }
}

/// A message from a worker's thread.
pub(super) enum Event {
    /// The script is asserted.
    Ready,
    /// The values of all integers.
    Model(Vec<i64>),
    /// The question has ended.
    Ended(Run),
}

/// The channels on which a worker's thread receives.
struct Orders {
    questions: Sender<Question>,
    /// After each model, whether to search for another.
    go_on: Sender<bool>,
}

/// A thread with a Z3 context in which a script is asserted.
pub(super) struct Worker {
    /// `None` once the worker is being dropped.
    orders: Option<Orders>,
    events: Receiver<Event>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// Starts the thread; returns when everything is asserted.
    pub(super) fn start(
        script: &Arc<EncodedScript>,
        seed: u64,
        control: &Control,
    ) -> Result<Self, Refusal> {
        let (questions, asked) = channel();
        let (events, received) = channel();
        let (go_on, wait) = channel();
        let (script, building) = (script.clone(), control.clone());
        let thread = std::thread::Builder::new()
            .name("z3".into())
            .stack_size(STACK_BYTES)
            .spawn(move || serve(&script, seed, &building, &asked, &Caller { events, wait }))
            .map_err(|error| Refusal::Failed(format!("no thread for Z3: {error}")))?;
        let orders = Some(Orders { questions, go_on });
        let worker = Worker { orders, events: received, thread: Some(thread) };
        match worker.events.recv() {
            Ok(Event::Ready) => Ok(worker),
            _ => {
                Err(control.stopped().map_or_else(|| Refusal::Failed(FAILED.into()), Refusal::from))
            }
        }
    }

    /// Asks one question; the callback runs in the caller's thread.
    pub(super) fn run(
        &self,
        question: Question,
        on_model: &mut dyn FnMut(&[i64]) -> ControlFlow<()>,
    ) -> Run {
        let mut found = 0;
        let Some(orders) = &self.orders else {
            return Run::failed(found);
        };
        if orders.questions.send(question).is_err() {
            return Run::failed(found);
        }
        loop {
            match self.events.recv() {
                Ok(Event::Ended(run)) => return run,
                Ok(Event::Model(values)) => {
                    found += 1;
                    if orders.go_on.send(on_model(&values).is_continue()).is_err() {
                        return Run::failed(found);
                    }
                }
                Ok(Event::Ready) => {}
                Err(_) => return Run::failed(found),
            }
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Ends even a thread that waits for the reply to a model: the callback may have
        // panicked.
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has already been reported as failed.
            let _ = thread.join();
        }
    }
}

/// The caller that the thread answers.
pub(super) struct Caller {
    pub(super) events: Sender<Event>,
    wait: Receiver<bool>,
}

impl Caller {
    /// Sends a model; returns whether another is requested.
    pub(super) fn wants_more_than(&self, model: Vec<i64>) -> bool {
        self.events.send(Event::Model(model)).is_ok() && self.wait.recv().unwrap_or(false)
    }
}
