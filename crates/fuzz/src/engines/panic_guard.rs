//! Engines whose panics are reported as wrong answers.

use std::sync::Arc;

use parallax_model::ask::{
    Answer, CaughtPanic, Control, Engine, OnCandidate, Outcome, Refusal, Session, Task, caught,
};
use parallax_model::{Given, Model};

use crate::cases::Step;

/// An engine whose panics the judge sees as wrong solutions.
pub(super) struct PanicGuard {
    pub(super) engine: Arc<dyn Engine>,
    /// Receives the engine's name before it prepares a session.
    pub(super) step: Step,
}

/// A session whose panics become outcomes.
struct Watched(Box<dyn Session>);

/// The replacement for a session whose preparation panicked.
struct Panicked(CaughtPanic);

impl Engine for PanicGuard {
    fn spec(&self) -> String {
        self.engine.spec()
    }

    fn inner(&self) -> Option<&dyn Engine> {
        Some(&*self.engine)
    }

    fn prepare(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, Refusal> {
        (self.step)(&self.engine.spec());
        match caught(|| self.engine.prepare(model, seed, control)) {
            Ok(prepared) => Ok(Box::new(Watched(prepared?))),
            Err(panic) => Ok(Box::new(Panicked(panic))),
        }
    }
}

impl Session for Watched {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Outcome {
        caught(|| self.0.ask(givens, task, control, on_candidate)).unwrap_or_else(panicked)
    }
}

impl Session for Panicked {
    fn ask(&mut self, _: &[Given], _: Task, _: &Control, _: OnCandidate<'_>) -> Outcome {
        panicked(self.0.clone())
    }
}

fn panicked(panic: CaughtPanic) -> Outcome {
    let why = format!("panic: {panic}");
    Outcome { wrong: Some(why.clone()), ..Outcome::at_once(Answer::Unknown(why.into())) }
}
