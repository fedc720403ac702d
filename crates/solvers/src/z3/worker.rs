//! The thread in which a Z3 context lives, and its channels.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use parallax_encodings::smt::EncodedScript;
use parallax_model::engine_api::{Control, EnumerationEnd, PreparationError};

use super::Z3Question;
use super::effort::Z3Statistics;
use super::serve::serve_questions;

/// The stack of a solver's thread, in bytes: Z3 recurses deeply.
pub const STACK_BYTES: usize = 256 << 20;

/// The message when the thread is gone for an unknown reason.
pub(super) const Z3_FAILURE_MESSAGE: &str = "Z3 failed";

/// The end of a question.
pub(super) struct Z3RunResult {
    /// The number of models reported.
    pub(super) found: u64,
    pub(super) ended: EnumerationEnd,
    pub(super) effort: Z3Statistics,
    /// Whether the worker can answer another question.
    pub(super) sound: bool,
}

impl Z3RunResult {
    fn from_failure(found: u64) -> Self {
        Z3RunResult {
            found,
            ended: EnumerationEnd::GaveUp(Z3_FAILURE_MESSAGE.into()),
            effort: Z3Statistics::new(),
            sound: false,
        }
    }
}

/// A message from a worker's thread.
pub(super) enum Z3Event {
    /// The script is asserted.
    Ready,
    /// The values of all integers.
    Model(Vec<i64>),
    /// The question has ended.
    Ended(Z3RunResult),
}

/// The channels on which a worker's thread receives.
struct Z3OrderChannels {
    questions: Sender<Z3Question>,
    /// After each model, whether to search for another.
    go_on: Sender<bool>,
}

/// A thread with a Z3 context in which a script is asserted.
pub(super) struct Z3Worker {
    /// `None` once the worker is being dropped.
    orders: Option<Z3OrderChannels>,
    events: Receiver<Z3Event>,
    thread: Option<JoinHandle<()>>,
}

impl Z3Worker {
    /// Starts the thread; returns when everything is asserted.
    pub(super) fn start_thread(
        script: &Arc<EncodedScript>,
        seed: u64,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        let (questions, asked) = channel();
        let (events, received) = channel();
        let (go_on, wait) = channel();
        let (script, building) = (script.clone(), control.clone());
        let thread = std::thread::Builder::new()
            .name("z3".into())
            .stack_size(STACK_BYTES)
            .spawn(move || {
                serve_questions(&script, seed, &building, &asked, &Z3Caller { events, wait });
            })
            .map_err(|error| PreparationError::Failed(format!("no thread for Z3: {error}")))?;
        let orders = Some(Z3OrderChannels { questions, go_on });
        let worker = Z3Worker { orders, events: received, thread: Some(thread) };
        // The channel closes without an event if the thread stops at a limit or dies.
        match worker.events.recv() {
            Ok(Z3Event::Ready) => Ok(worker),
            _ => Err(control.stop_reason().map_or_else(
                || PreparationError::Failed(Z3_FAILURE_MESSAGE.into()),
                PreparationError::from,
            )),
        }
    }

    /// Asks one question; the callback runs in the caller's thread.
    pub(super) fn run_question(
        &self,
        question: Z3Question,
        on_model: &mut dyn FnMut(&[i64]) -> ControlFlow<()>,
    ) -> Z3RunResult {
        let mut found = 0;
        let Some(orders) = &self.orders else {
            return Z3RunResult::from_failure(found);
        };
        if orders.questions.send(question).is_err() {
            return Z3RunResult::from_failure(found);
        }
        loop {
            match self.events.recv() {
                Ok(Z3Event::Ended(run)) => return run,
                Ok(Z3Event::Model(values)) => {
                    found += 1;
                    if orders.go_on.send(on_model(&values).is_continue()).is_err() {
                        return Z3RunResult::from_failure(found);
                    }
                }
                Ok(Z3Event::Ready) => {}
                Err(_) => return Z3RunResult::from_failure(found),
            }
        }
    }
}

impl Drop for Z3Worker {
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
pub(super) struct Z3Caller {
    pub(super) events: Sender<Z3Event>,
    wait: Receiver<bool>,
}

impl Z3Caller {
    /// Sends a model; returns whether another is requested.
    pub(super) fn wants_more_than(&self, model: Vec<i64>) -> bool {
        self.events.send(Z3Event::Model(model)).is_ok() && self.wait.recv().unwrap_or(false)
    }
}
