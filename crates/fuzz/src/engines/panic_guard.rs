//! Engines whose panics are reported as wrong answers.

use std::sync::Arc;

use parallax_model::engine_api::{
    Answer, CandidateCallback, CaughtPanic, Control, Engine, PreparationError, QuestionOutcome,
    Session, Task, catch_panic,
};
use parallax_model::{Given, Model};

use crate::cases::StepObserver;

/// An engine whose panics the judge sees as wrong solutions.
pub(super) struct PanicGuard {
    pub(super) engine: Arc<dyn Engine>,
    /// Receives the engine's name before it prepares a session.
    pub(super) step: StepObserver,
}

/// A session whose panics become outcomes.
struct PanicGuardSession(Box<dyn Session>);

/// The replacement for a session whose preparation panicked.
struct PanickedSession(CaughtPanic);

impl Engine for PanicGuard {
    fn spec(&self) -> String {
        self.engine.spec()
    }

    fn inner_engine(&self) -> Option<&dyn Engine> {
        Some(&*self.engine)
    }

    fn prepare(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        (self.step)(&self.engine.spec());
        match catch_panic(|| self.engine.prepare(model, seed, control)) {
            Ok(prepared) => Ok(Box::new(PanicGuardSession(prepared?))),
            // An error would read as a refusal, which is no fault. A session that reports the panic
            // makes it a finding.
            Err(panic) => Ok(Box::new(PanickedSession(panic))),
        }
    }
}

impl Session for PanicGuardSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        catch_panic(|| self.0.ask(givens, task, control, on_candidate))
            .unwrap_or_else(panic_outcome)
    }
}

impl Session for PanickedSession {
    fn ask(
        &mut self,
        _: &[Given],
        _: Task,
        _: &Control,
        _: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        panic_outcome(self.0.clone())
    }
}

fn panic_outcome(panic: CaughtPanic) -> QuestionOutcome {
    let why = format!("panic: {panic}");
    QuestionOutcome {
        wrong: Some(why.clone()),
        ..QuestionOutcome::at_once(Answer::Unknown(why.into()))
    }
}
