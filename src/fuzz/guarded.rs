//! Engines whose panics are wrong answers.

use std::sync::Arc;

use super::campaign::Step;
use crate::ask::{
    Abilities, Answer, Control, Engine, Family, OnCandidate, Outcome, Refusal, Session, Task,
    caught,
};
use crate::model::{Given, Model};

/// An engine whose panics the judge sees as wrong solutions.
pub(super) struct Guarded {
    pub(super) engine: Arc<dyn Engine>,
    /// Hears the engine's name before it prepares a session.
    pub(super) step: Step,
}

/// A session whose panics are outcomes.
struct Watched(Box<dyn Session>);

/// What stands for a session that could not be prepared.
struct Fallen(String);

impl Engine for Guarded {
    fn spec(&self) -> String {
        self.engine.spec()
    }

    fn family(&self) -> Family {
        self.engine.family()
    }

    fn abilities(&self) -> Abilities {
        self.engine.abilities()
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
            Err(panic) => Ok(Box::new(Fallen(panic))),
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
        caught(|| self.0.ask(givens, task, control, on_candidate)).unwrap_or_else(fallen)
    }
}

impl Session for Fallen {
    fn ask(&mut self, _: &[Given], _: Task, _: &Control, _: OnCandidate<'_>) -> Outcome {
        fallen(self.0.clone())
    }
}

fn fallen(panic: String) -> Outcome {
    let why = format!("panic: {panic}");
    Outcome { wrong: Some(why.clone()), ..Outcome::at_once(Answer::Unknown(why)) }
}
